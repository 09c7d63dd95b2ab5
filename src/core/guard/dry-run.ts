import { parseShell } from '../shell/parse.ts';
import { hazardsIn } from './destructive.ts';
import { gitWord } from './git-options.ts';

/** Words of git that say with `--dry-run` what they would do, and do nothing. */
const tries = new Set(['clean', 'push', 'rm', 'prune']);

/**
 * The same command as a trial that says what it would do, where the program has such a form; undefined where it has none, or where
 * the command is more than one plain call. What comes out destroys nothing by the guard's own judgement.
 */
export function dryRunOf(command: string): string | undefined {
  const script = parseShell(command);
  if ('unclear' in script || script.commands.length !== 1) return undefined;
  const { words, assignments, redirects } = script.commands[0]!;
  if (assignments.length > 0 || redirects.length > 0) return undefined;
  if (words.some(({ expands, globs }) => expands || globs)) return undefined;
  const [program, ...args] = words;
  const at = program?.text === 'rsync' ? 1 : program?.text === 'git' ? behindWord(args) : undefined;
  if (at === undefined) return undefined;
  const texts = words.map(({ text }) => shellWord(text));
  const trial = [...texts.slice(0, at), '--dry-run', ...texts.slice(at)].join(' ');
  return hazardsIn(trial).length === 0 ? trial : undefined;
}

/** The place behind git's own word, counted with the program. */
function behindWord(args: Parameters<typeof gitWord>[0]): number | undefined {
  const { word, rest } = gitWord(args);
  return tries.has(word) ? 1 + args.length - rest.length : undefined;
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
