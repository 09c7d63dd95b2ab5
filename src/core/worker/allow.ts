import { lex } from '../shell/lexer.ts';
import { everyCommand, isReadOnlyPart } from '../shell/read-only.ts';
import type { SimpleCommand, Word } from '../shell/script.ts';

/** Patterns of one list, and characters of one, that are looked at. */
const mostPatterns = 200;
const longestPattern = 300;

/** Tools of clients that run shell commands, in patterns of the form that clients use: `Bash(npm test:*)`. */
const shellTools = /^(?:Bash|PowerShell|shell|bash|execute|run_shell_command|ShellTool)$/;

interface Pattern {
  /** Words of a command; `*` in one stands for any letters. */
  words?: string[];
  /** Further words may follow. */
  open: boolean;
  /** The name of a tool; `*` stands for any letters. */
  tool?: string;
}

/**
 * A pattern as a person writes it: the words of a command (`npm test`, `npm run *`), the name of a tool (`WebFetch`,
 * `mcp__github__*`), or the form of a client's own rules (`Bash(npm run:*)`). Undefined for one that says nothing.
 */
function readPattern(text: string): Pattern | undefined {
  const given = text.trim();
  if (given === '' || given === '*' || given.length > longestPattern) return undefined;
  const call = /^([A-Za-z_]\w*)\((.*)\)$/s.exec(given);
  if (call !== null) {
    const [, name = '', inside = ''] = call;
    // What stands in the brackets of another tool is that client's to judge.
    if (!shellTools.test(name)) return undefined;
    return ofCommand(inside.replace(/:\*$/, ' *'));
  }
  const pattern = ofCommand(given);
  return pattern && { ...pattern, ...(/\s/.test(given) ? {} : { tool: given }) };
}

function ofCommand(text: string): Pattern | undefined {
  const { commands, unclear } = lex(text);
  const [only] = commands;
  if (unclear !== undefined || commands.length !== 1 || only === undefined) return undefined;
  if (only.assignments.length > 0 || only.redirects.length > 0) return undefined;
  if (only.words.some(({ expands }) => expands)) return undefined;
  const words = only.words.map(({ text: word }) => word);
  const open = words.length > 1 && words.at(-1) === '*';
  const own = open ? words.slice(0, -1) : words;
  // The program itself must be named.
  return own.length === 0 || own[0]!.startsWith('*') ? undefined : { words: own, open };
}

/**
 * True for a command line of which every part only reads or is allowed by a pattern. A folder that it goes to must be one of the
 * worker's (`mayEnter`), and nothing may be redirected into a file.
 */
export function allowsCommand(
  patterns: readonly string[],
  command: string,
  mayEnter: (folder: string) => boolean,
  /** Commands that pass besides, each by itself. */
  alsoPasses: (part: SimpleCommand) => boolean = () => false,
): boolean {
  const known = patterns.slice(0, mostPatterns).flatMap((text) => readPattern(text) ?? []);
  return everyCommand(command, (part) => {
    const [program, folder] = part.words;
    if (program?.text === 'cd' || program?.text === 'pushd')
      return part.words.length === 2 && !folder!.expands && mayEnter(folder!.text);
    return (
      isReadOnlyPart(part) || alsoPasses(part) || known.some((pattern) => matches(pattern, part))
    );
  });
}

/** True for a tool that a pattern names. */
export function allowsTool(patterns: readonly string[], tool: string): boolean {
  return patterns
    .slice(0, mostPatterns)
    .some((text) => matchesWord(readPattern(text)?.tool ?? '', tool));
}

function matches({ words, open }: Pattern, part: SimpleCommand): boolean {
  if (words === undefined || part.assignments.length > 0) return false;
  if (part.words.length < words.length || (!open && part.words.length > words.length)) return false;
  return words.every((word, at) => matchesGiven(word, part.words[at]!));
}

/** What a word stands for must be known, except where any text may stand. */
function matchesGiven(pattern: string, { text, expands, globs }: Word): boolean {
  if (pattern === '*') return true;
  return !expands && !globs && matchesWord(pattern, text);
}

function matchesWord(pattern: string, text: string): boolean {
  const parts = pattern.split('*');
  if (parts.length === 1) return pattern === text;
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const found = index === parts.length - 1 ? text.lastIndexOf(part) : text.indexOf(part, at);
    if (found < at || (index === 0 && found !== 0)) return false;
    at = found + part.length;
  }
  return at === text.length;
}

/** Of wished patterns those that somebody may hand on who has these: the same ones, and narrower ones. */
export function handedOn(wished: readonly string[], own: readonly string[]): string[] {
  const known = own.flatMap((text) => readPattern(text) ?? []);
  return wished.filter((text) => {
    if (own.includes(text)) return true;
    const pattern = readPattern(text);
    if (pattern?.words === undefined) return false;
    return known.some((one) => covers(one, pattern));
  });
}

function covers(wide: Pattern, narrow: Pattern): boolean {
  const [have, want] = [wide.words ?? [], narrow.words ?? []];
  if (want.length < have.length || (!wide.open && (narrow.open || want.length > have.length)))
    return false;
  return have.every(
    (word, at) => word === want[at] || (!want[at]!.includes('*') && matchesWord(word, want[at]!)),
  );
}

/** Patterns that nobody can make anything of. */
export function unreadable(patterns: readonly string[]): string[] {
  return patterns.filter((text) => readPattern(text) === undefined);
}
