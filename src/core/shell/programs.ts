import { isReadOnlyGit } from './git.ts';
import { isReadOnlyFind, isReadOnlyRipgrep, isReadOnlySort } from './program-options.ts';
import type { Word } from './script.ts';
import { isPrintingSed } from './sed.ts';

/** Programs without an option or operand that writes or runs anything, whatever their arguments are. */
const harmless = new Set(
  (
    'ls cat head tail wc pwd echo stat du df nl cut tr cmp which type basename dirname realpath readlink ' +
    'grep egrep fgrep diff comm fold expand tac rev md5sum sha1sum sha256sum cksum od hexdump strings jq ' +
    'true false cd uname whoami id nproc'
  ).split(' '),
);

/** Programs that only read in some forms. They see their arguments only when those are fixed texts. */
const byArguments: Record<string, (args: string[]) => boolean> = {
  find: isReadOnlyFind,
  git: isReadOnlyGit,
  rg: isReadOnlyRipgrep,
  sed: isPrintingSed,
  sort: isReadOnlySort,
  uniq: (args) =>
    args.every(
      (arg) =>
        !arg.startsWith('-') || /^-(?:[cdiuDz]+|[fsw]\d+|-count|-repeated|-unique)$/.test(arg),
    ) && args.filter((arg) => !arg.startsWith('-')).length <= 1,
  file: (args) =>
    args.every(
      (arg) => !arg.startsWith('-') || /^-(?:[bikLhz]+|-brief|-mime(?:-type)?)$/.test(arg),
    ),
  bat: (args) =>
    args[0] !== 'cache' &&
    args.every(
      (arg) =>
        !arg.startsWith('-') ||
        /^-(?:[pnA]+|-plain|-number|-paging=never|-color=never|-style=\w+|-line-range=[\d:+-]+|r=?[\d:+-]+)$/.test(
          arg,
        ),
    ),
  date: (args) => args.every((arg) => arg === '-u' || arg === '-I' || arg.startsWith('+')),
  test: isFileTest,
  '[': (args) => args.at(-1) === ']' && isFileTest(args.slice(0, -1)),
  command: (args) => (args[0] === '-v' || args[0] === '-V') && args.length > 1,
};

export function isReadOnlyProgram(words: readonly Word[]): boolean {
  const [program, ...rest] = words;
  if (!program || program.expands || (program.globs && program.text !== '[')) return false;
  if (harmless.has(program.text)) return true;
  const judge = Object.hasOwn(byArguments, program.text) ? byArguments[program.text] : undefined;
  const args = program.text === '[' ? rest.map(plainBracket) : rest;
  return judge !== undefined && args.every(isFixed) && judge(args.map((word) => word.text));
}

/** The closing bracket of `[` is no pattern. */
function plainBracket(word: Word): Word {
  return word.text === ']' ? { ...word, globs: false } : word;
}

/** True for a word that cannot become an option or several words unlike it. */
function isFixed(word: Word): boolean {
  return (
    !word.expands &&
    !(word.globs && !/^[A-Za-z0-9_./@:=]/.test(word.text)) &&
    !/[{}]/.test(globbed(word))
  );
}

function globbed(word: Word): string {
  return word.globs ? word.text : '';
}

/** `-f PATH` and its like, and no more: number operands can run commands in some shells. */
function isFileTest(args: readonly string[]): boolean {
  const plain = args[0] === '!' ? args.slice(1) : args;
  return (
    plain.length === 2 && /^-[defhLrswx]$/.test(plain[0] ?? '') && !/[$`]/.test(plain[1] ?? '')
  );
}
