import { isReadOnlyGit } from './git.ts';
import { isReadOnlyAwk, isReadOnlyCurl, onlyLooks, writesNothing } from './looking-programs.ts';
import { printsInNode, printsInPython } from './printing-code.ts';
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
    'true false cd uname whoami id nproc : ps printf free uptime who groups arch seq paste join column factor expr sum b2sum ' +
    'sha224sum sha384sum sha512sum base32 zcat zgrep bzcat xzcat whereis pgrep lsof ss netstat lscpu lsblk lsusb lspci ' +
    'printenv locale getconf tput tty sleep cal fmt fold numfmt yes ag tokei scc diffstat pushd popd dirs clear last nm ldd size ' +
    'help bc dig nslookup host vmstat egrep zipinfo shellcheck'
  ).split(' '),
);

/** Programs that only read in some forms; asked only when every argument is a fixed text. */
const byArguments: Record<string, (args: string[]) => boolean> = {
  awk: isReadOnlyAwk,
  gawk: isReadOnlyAwk,
  mawk: isReadOnlyAwk,
  curl: (args) => isReadOnlyCurl(args) || (args.length === 1 && args[0] === '--version'),
  bat: isReadOnlyBat,
  command: (args) => (args[0] === '-v' || args[0] === '-V') && args.length > 1,
  date: isReadOnlyDate,
  file: isReadOnlyFile,
  export: (args) => args.length === 1 && args[0] === '-p',
  set: (args) => args.length === 1 && /^[-+]o$/.test(args[0]!),
  ulimit: (args) => args.every((arg) => /^-[SHacdefilmnpqrstuvx]$/.test(arg)),
  find: (args) => isReadOnlyFind(withoutReaders(args)),
  git: isReadOnlyGit,
  exit: (args) => args.length === 0 || (args.length === 1 && /^\d{1,3}$/.test(args[0]!)),
  node: (args) => isReadOnlyNode(args) || onlyLooks('node', args),
  python: (args) => isReadOnlyPython(args) || onlyLooks('python', args),
  python3: (args) => isReadOnlyPython(args) || onlyLooks('python3', args),
  bash: (args) => isSyntaxCheck(args) || onlyLooks('bash', args),
  sh: isSyntaxCheck,
  rg: isReadOnlyRipgrep,
  sed: isPrintingSed,
  sort: isReadOnlySort,
  test: isFileTest,
  uniq: isReadOnlyUniq,
  '[[': (args) => args.at(-1) === ']]' && isFileTest(args.slice(0, -1)),
  ...Object.fromEntries(
    'tree xxd yq less more fd fdfind journalctl base64 shuf iconv cloc'
      .split(' ')
      .map((name) => [name, (args: string[]) => writesNothing(name, args)]),
  ),
  '[': (args) => args.at(-1) === ']' && isFileTest(args.slice(0, -1)),
};

/** `node -p CODE`, `node --check FILE`. */
function isReadOnlyNode([option = '', value, ...more]: string[]): boolean {
  if (value === undefined || more.length > 0) return false;
  if (/^(?:-c|--check)$/.test(option)) return /^[\w./][\w./@-]*$/.test(value);
  return /^(?:-e|--eval|-p|--print|-pe)$/.test(option) && printsInNode(value);
}

/** `python -c CODE`, `python -m json.tool FILE`: a second file would be written. */
function isReadOnlyPython([option = '', value = '', ...more]: string[]): boolean {
  if (option === '-c') return more.length === 0 && printsInPython(value);
  return (
    option === '-m' &&
    value === 'json.tool' &&
    more.length < 2 &&
    more.every((arg) => /^(?:--(?:sort-keys|compact)|[\w./][\w./@-]*)$/.test(arg))
  );
}

/** `bash -n FILE` reads a script and runs nothing of it. */
function isSyntaxCheck(args: readonly string[]): boolean {
  return args.length === 2 && args[0] === '-n' && /^[\w./][\w./@-]*$/.test(args[1]!);
}

/** What `find` is asked, without programs that it runs and that only read. */
function withoutReaders(args: readonly string[]): string[] {
  const left: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const end = /^-exec(?:dir)?$/.test(args[at]!)
      ? args.findIndex((arg, index) => index > at && /^(?:;|\+)$/.test(arg))
      : -1;
    // What is found cannot be an option: its path begins with where the search began.
    if (end < 0 || !harmless.has(args[at + 1]!) || args[0]?.startsWith('-')) left.push(args[at]!);
    else at = end;
  }
  return left;
}

/** `test` of words that are not known but stay one each: only what compares texts. */
function comparesTexts(words: readonly Word[]): boolean {
  const [first, second, third] = words;
  const isOne = (word: Word | undefined) =>
    word !== undefined && (isFixed(word) || (word.quoted && word.expands));
  return words.length === 3
    ? /^(?:==?|!=)$/.test(second!.text) && isOne(first) && isOne(third)
    : words.length === 2 && /^-[nz]$/.test(first!.text) && isOne(second);
}

/** True when a program with its arguments surely only reads; an unknown program does not. */
export function isReadOnlyProgram(words: readonly Word[]): boolean {
  const [program, ...rest] = words;
  if (!program || program.expands || (program.globs && !/^\[\[?$/.test(program.text))) return false;
  if (harmless.has(program.text)) return true;
  const texts = rest.map((word) => word.text);
  if (program.text === 'env') return rest.length === 0 || behindEnv(rest);
  if (passing.test(program.text)) return behindPassing(program.text, rest);
  if (program.text === 'test' && comparesTexts(rest)) return true;
  const closing = { '[': ']', '[[': ']]' }[program.text];
  if (closing === texts.at(-1) && comparesTexts(rest.slice(0, -1))) return true;
  const judge = Object.hasOwn(byArguments, program.text) ? byArguments[program.text] : undefined;
  return (
    rest.every(isFixed) && (judge === undefined ? onlyLooks(program.text, texts) : judge(texts))
  );
}

/** Variables that say how an output looks. */
export const harmlessVariable =
  /^(?:LC_[A-Z]+=[\w.@-]*|LANG=[\w.@-]*|TZ=[\w/+-]*|NO_COLOR=\d?|FORCE_COLOR=\d?|CI=\w*|COLUMNS=\d+|(?:GIT_)?PAGER=cat)$/;

/** `env LC_ALL=C sort a.txt`. */
function behindEnv(words: readonly Word[]): boolean {
  const first = words.findIndex(({ text }) => !harmlessVariable.test(text));
  return first < 0 || (!words[first]!.expands && isReadOnlyProgram(words.slice(first)));
}

/** Programs that run what is named behind them, and change nothing of it. */
const passing = /^(?:time|timeout|xargs|nice)$/;

function behindPassing(program: string, args: readonly Word[]): boolean {
  let at = 0;
  for (; at < args.length && args[at]!.text.startsWith('-'); at += 1) {
    const { text } = args[at]!;
    if (program === 'nice') {
      if (text === '-n') at += 1;
      else if (!/^-(?:n|-adjustment=)?-?\d+$/.test(text)) return false;
    } else if (program !== 'xargs') {
      if (text !== '-p') return false;
    } else if (/^-[nLPI]$/.test(text)) at += 1;
    else if (!/^-(?:0|r|0r|t|[nLP]\d+|I\S+)$/.test(text)) return false;
  }
  if (program === 'timeout' && !/^\d+[smh]?$/.test(args[at++]?.text ?? '')) return false;
  const inner = args.slice(at);
  // What a list names may be an option of it.
  if (program === 'xargs')
    return inner.length > 0 && !inner[0]!.expands && harmless.has(inner[0]!.text);
  return isReadOnlyProgram(inner);
}

/** True for a word that no expansion turns into an option: it begins with what the program gets. */
function isFixed(word: Word): boolean {
  return (
    !word.expands &&
    (!word.globs || /^(?:\]\]?|\{\})$/.test(word.text) || /^[A-Za-z0-9_./@:=]/.test(word.text))
  );
}
