/** Words of git that only read, whatever else is given but the options below. */
const reading = new Set(
  'status log diff show blame ls-files ls-tree rev-parse rev-list merge-base describe shortlog name-rev show-ref'.split(
    ' ',
  ),
);

/** Long options that write a file, run a program or open a page; git takes shortened ones, too. */
const refusedLong = [
  'output',
  'ext-diff',
  'help',
  'open-files-in-pager',
  'show-signature',
  'exec',
  'paginate',
];

/** Words of git that only read in the forms that the pattern names; the arguments are joined by one space. */
const forms: Record<string, RegExp> = {
  branch:
    /^(?:(?:-a|-r|-v|-vv|-av|-avv|-rv|--all|--remotes|--verbose|--show-current|--no-color|--sort=\S+|--format=[^\n]*)(?: |$))*$|^(?:--list|-l --list)(?: [^- ]\S*)*$|^(?:-a |-r )?(?:--contains|--merged|--no-merged|--points-at)(?: [^- ]\S*)?$/,
  remote: /^(?:-v|--verbose|get-url [^- ]\S*)?$/,
  stash: /^(?:list|show(?: (?:-p|--stat|--name-only|stash@\{\d+\}|\d+))*)$/,
  tag: /^(?:(?:-l|--list)(?: [^- ]\S*)*)?$/,
  worktree: /^list(?: --porcelain)?$/,
  config:
    /^(?:(?:--global|--local|--system) )?(?:--list|-l|(?:--get|--get-all|--get-regexp) [^- ]\S*)$/,
  'cat-file': /^-[pste] [^- ]\S*$/,
  reflog: /^(?:show(?: [^- ]\S*)?)?$/,
};

/** `git` in a form that changes neither the work tree nor the history, and runs nothing but itself. */
export function isReadOnlyGit(args: string[]): boolean {
  const rest = [...args];
  while (rest[0]?.startsWith('-')) {
    const option = rest.shift();
    if (option === '-C') rest.shift();
    else if (!['--no-pager', '-P', '--no-optional-locks', '--version'].includes(option ?? ''))
      return false;
  }
  const word = rest.shift();
  if (word === undefined) return args.includes('--version');
  if (reading.has(word)) return !rest.some(isRefused);
  const form = Object.hasOwn(forms, word) ? forms[word] : undefined;
  return form?.test(rest.join(' ')) === true && !rest.some((arg) => /[\n]/.test(arg));
}

function isRefused(arg: string): boolean {
  if (!arg.startsWith('--') || arg === '--') return false;
  const name = arg.slice(2).split('=')[0] ?? '';
  return refusedLong.some((long) => long.startsWith(name));
}
