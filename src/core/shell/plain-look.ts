import { lex } from './lexer.ts';
import { programName, shells } from './program-name.ts';
import type { Run } from './run.ts';
import { isWrapper } from './wrappers.ts';

const longest = 4_000_000;
const longestPiece = 400;
const limits = { pieces: 5_000, runs: 20_000, words: 40 };

/**
 * What a text that is too long or too deep to be taken apart may run: each piece between signs that part commands, from each of
 * its first words on, whatever is quoted. It takes things for commands that are none.
 */
export function plainRuns(text: string): Run[] {
  const runs: Run[] = [];
  const plain = text
    .slice(0, longest)
    .replace(/["'\\$]/g, '')
    .replace(/<</g, ';')
    .replace(/>&|&>/g, '>');
  let pieces = 0;
  const seen = new Set<string>();
  for (const piece of plain.split(/[;|&\n`(){}]+/)) {
    const short = behindPrefix(piece.trim()).slice(0, longestPiece);
    if (short === '' || seen.has(short)) continue;
    seen.add(short);
    pieces += 1;
    const [command] = lex(short).commands;
    const words = command?.words.slice(0, limits.words) ?? [];
    if (pieces > limits.pieces || runs.length + words.length > limits.runs) return runs;
    if (command === undefined) continue;
    const starts = words.length === 0 ? [0] : words.keys();
    for (const at of starts) {
      runs.push({
        program: programName(words[at]?.text ?? ''),
        args: command.words.slice(at + 1),
        variables: command.assignments.map((word) => word.text),
        redirects: command.redirects,
        listed: false,
        elsewhere: false,
        passes: false,
      });
    }
  }
  return runs;
}

/** A piece from its first word on that is no program which runs another one, nor an option, a number or an assignment of one. */
function behindPrefix(piece: string): string {
  const next = /(\S+)\s+/y;
  let at = 0;
  for (let word = next.exec(piece); word !== null; word = next.exec(piece)) {
    const name = programName(word[1]!);
    const isPrefix = isWrapper(name) || shells.test(name) || /^(?:eval|xargs)$/.test(name);
    if (!isPrefix && !(at > 0 && /^(?:-|[\d.]+[smhd]?$|\w+=)/.test(word[1]!))) break;
    at = next.lastIndex;
  }
  return piece.slice(at);
}
