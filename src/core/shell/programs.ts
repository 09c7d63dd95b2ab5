import { isReadOnlyGit } from './git.ts';
import {
  isFileTest,
  isReadOnlyBat,
  isReadOnlyDate,
  isReadOnlyFile,
  isReadOnlyFind,
  isReadOnlyRipgrep,
  isReadOnlySort,
  isReadOnlyUniq,
} from './program-options.ts';
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

/** Programs that only read in some forms; asked only when every argument is a fixed text. */
const byArguments: Record<string, (args: string[]) => boolean> = {
  bat: isReadOnlyBat,
  command: (args) => (args[0] === '-v' || args[0] === '-V') && args.length > 1,
  date: isReadOnlyDate,
  file: isReadOnlyFile,
  find: isReadOnlyFind,
  git: isReadOnlyGit,
  rg: isReadOnlyRipgrep,
  sed: isPrintingSed,
  sort: isReadOnlySort,
  test: isFileTest,
  uniq: isReadOnlyUniq,
  '[': (args) => args.at(-1) === ']' && isFileTest(args.slice(0, -1)),
};

/** True when a program with its arguments surely only reads; an unknown program does not. */
export function isReadOnlyProgram(words: readonly Word[]): boolean {
  const [program, ...rest] = words;
  if (!program || program.expands || (program.globs && program.text !== '[')) return false;
  if (harmless.has(program.text)) return true;
  const judge = Object.hasOwn(byArguments, program.text) ? byArguments[program.text] : undefined;
  return judge !== undefined && rest.every(isFixed) && judge(rest.map((word) => word.text));
}

/** True for a word that no expansion turns into an option: it begins with what the program gets. */
function isFixed(word: Word): boolean {
  return (
    !word.expands && (!word.globs || word.text === ']' || /^[A-Za-z0-9_./@:=]/.test(word.text))
  );
}
