import { parseShell } from '../shell/parse.ts';
import type { SimpleCommand } from '../shell/script.ts';
import { joinPath } from '../task/path.ts';
import type { CallEntry } from './entry.ts';
import { nameFits } from './glob.ts';

/** Whether a call ran a command, and why its end tells nothing of it where that is so. */
export type CommandRun =
  | { is: 'other' }
  | { is: 'hidden'; reason: string }
  /**
   * `folder`: where it ran; `alone`: nothing but changes of folder stands beside it; `undone`: what stands behind it on the
   * line may change files again, so that it proves nothing of how they are now.
   */
  | { is: 'run'; folder: string | undefined; alone: boolean; undone: boolean };

/** Programs that change what follows them on the line, or whether it runs at all. */
const bending = new Set(
  'function exit return exec eval source . set shopt trap alias unalias export unset builtin enable hash declare typeset readonly local read mapfile readarray let getopts functions disable autoload zmodload emulate setopt unsetopt'.split(
    ' ',
  ),
);
/** Variables that say how a run looks, and not what it does. */
const harmlessVariable = /^(?:CI|FORCE_COLOR|NO_COLOR|TERM|COLUMNS|LANG|LC_ALL)=/;

/**
 * Looks for a command in a call's command line. The pattern is its words, each of which may hold `*`; a last word `*`
 * stands for any further ones. A command that only is quoted to another one is not run.
 */
export function commandRun(entry: CallEntry, pattern: string): CommandRun {
  if (entry.does !== 'shell' || entry.command === undefined) return { is: 'other' };
  const wanted = pattern.trim().split(/\s+/);
  if (entry.unjudged) return mentioned(entry.command, wanted, 'the command line is not plain');
  const script = parseShell(entry.command);
  if ('unclear' in script) {
    return mentioned(entry.command, wanted, `the command line holds ${script.unclear}`);
  }
  const { commands } = script;
  const at = commands.findLastIndex((one) => isCommand(one, wanted));
  const found = commands[at];
  if (found === undefined) return { is: 'other' };
  const reason = hiddenBy(commands, at);
  if (reason !== undefined) return { is: 'hidden', reason };
  return {
    is: 'run',
    folder: folderOf(commands.slice(0, at), entry.cwd),
    alone: commands.every((one, index) => index === at || one.words[0]?.text === 'cd'),
    undone: commands.slice(at + 1).some(mayChangeFiles),
  };
}

const changing = new Set(
  'patch rsync tar unzip cp mv rm sed perl ed ex tee dd truncate ln install touch'.split(' '),
);
/** Programs that run one which is named behind them. */
const passingOn = new Set('sudo doas env command nohup busybox xargs find time nice'.split(' '));
/** Programs and scripts that write the sources anew: formatters, generators. */
const rewrites =
  /^(?:(?:npx|bunx|pnpm|yarn|bun|poetry|uv)(?: exec| dlx| run| x)? )?(?:(?:prettier|biome|eslint|stylelint|ruff|dprint|rubocop|gofmt|clang-format|autopep8|yapf)\b.* (?:--write|--fix|--fix-only|--autocorrect|-w|-i|-a|-A|format|fmt|--in-place)\b|(?:black|isort|rustfmt|gofumpt)\b(?!.* --check)|(?:cargo|go|deno|terraform|mix|dart|zig) (?:fmt|format|fix|generate)\b|(?:make|just|task|run|npm run|pnpm run|yarn run|bun run) (?:fmt|format|fix|gen|generate|codegen)\b|(?:fmt|format|fix|lint:fix|gen|generate|codegen)\b)|^(?:npm|pnpm|yarn|bun) run (?:fmt|format|fix|lint:fix|gen|generate|codegen)\b/;
const shells = /^(?:ba|z|da|k)?sh$/;
const harmlessGit = /^(?:add|commit|push|status|diff|log|show|tag|fetch|rev-parse|branch)$/;

/** True for a command that writes to files which a test may depend on; builds and the like count as none. */
function mayChangeFiles({ words, redirects }: SimpleCommand): boolean {
  if (redirects.some((one) => /^(?:&?>>?|>\||<>)$/.test(one.operator) && !isSink(one.target.text)))
    return true;
  const [program, ...rest] = words.map((word) => word.text);
  if (program !== 'git') {
    const name = lastPart(program);
    if (rewrites.test([name, ...rest].join(' ').slice(0, 1_000))) return true;
    if (name === 'eval' || (shells.test(name) && rest.some((word) => /^-\w*c/.test(word))))
      return true;
    return (passingOn.has(name) ? rest : [program]).some((word) => changing.has(lastPart(word)));
  }
  const word = rest.find((each, at) => !each.startsWith('-') && rest[at - 1] !== '-C');
  return word !== undefined && !harmlessGit.test(word);
}

function lastPart(path: string | undefined): string {
  return path?.split('/').at(-1) ?? '';
}

function isSink(path: string): boolean {
  return path === '/dev/null';
}

function mentioned(command: string, wanted: readonly string[], reason: string): CommandRun {
  const words = wanted.filter((word) => !word.includes('*'));
  return words.length > 0 && command.includes(words.join(' '))
    ? { is: 'hidden', reason }
    : { is: 'other' };
}

function isCommand(one: SimpleCommand, wanted: readonly string[]): boolean {
  let words = one.words;
  if (words[0]?.text === 'timeout' && /^\d+[smh]?$/.test(words[1]?.text ?? ''))
    words = words.slice(2);
  const open = wanted.length > 1 && wanted.at(-1) === '*';
  const fixed = open ? wanted.slice(0, -1) : wanted;
  if (words.length < fixed.length || (!open && words.length > fixed.length)) return false;
  return words.every(
    (word, index) => !word.expands && (index >= fixed.length || nameFits(fixed[index]!, word.text)),
  );
}

/** Why the line's exit code is not that of the command; undefined when a line that ended well proves that it did. */
function hiddenBy(commands: readonly SimpleCommand[], at: number): string | undefined {
  const found = commands[at]!;
  if (found.joint === '|' || commands[at + 1]?.joint === '|')
    return 'its output goes through a pipe, whose exit code is that of the last command';
  const start = commands.findLastIndex((one) => one.joint === ';' || one.joint === 'start');
  if (at < start) return 'another command follows it, whose exit code is the one that is known';
  if (commands.slice(start).some((one) => one.joint === '||'))
    return 'a "||" stands beside it, so that the line ends well without it';
  const bent = commands.slice(0, at).find((one) => one.words.length === 0 || bends(one));
  if (bent !== undefined) return 'an earlier command on the line may change what is run';
  if (found.assignments.some((word) => !harmlessVariable.test(word.text)))
    return 'a variable is set for it, which may change what is run';
  const loose = commands.findIndex(
    (one, index) =>
      index > 0 && index <= at && one.joint === ';' && isFolderChange(commands[index - 1]!),
  );
  return loose < 0 ? undefined : 'the change of folder before it may have failed';
}

function bends({ words }: SimpleCommand): boolean {
  const [program, option] = words.map(({ text }) => text);
  return bending.has(program!) || (program === 'printf' && option?.startsWith('-v') === true);
}

function isFolderChange(one: SimpleCommand): boolean {
  return /^(?:cd|pushd|popd)$/.test(one.words[0]?.text ?? '');
}

function folderOf(before: readonly SimpleCommand[], start: string | undefined): string | undefined {
  let folder = start;
  for (const one of before.filter(isFolderChange)) {
    const [program, target, more] = one.words;
    const isPlain =
      program?.text === 'cd' &&
      target &&
      !more &&
      !target.expands &&
      !target.globs &&
      one.joint !== '|';
    if (!isPlain || /^[-~]/.test(target.text)) return undefined;
    folder =
      folder === undefined && !target.text.startsWith('/')
        ? undefined
        : joinPath(folder ?? '/', target.text);
  }
  return folder;
}
