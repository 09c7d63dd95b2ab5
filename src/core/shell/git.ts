/** Words of git that only read, whatever else is given but the options below. */
const reading = new Set(
  'status log diff show blame ls-files ls-tree rev-parse rev-list merge-base describe name-rev show-ref'.split(
    ' ',
  ),
);

/** Long options that write a file, run a program or open a page; git takes shortened ones, too. */
const refusedLong = ['output', 'ext-diff', 'textconv', 'help', 'show-signature'];

const branchFlags =
  /^-(?:a|r|v|vv|av|avv|rv|-all|-remotes|-verbose|-show-current|-no-color|-list|-sort=.*|-format=.*)$/;
const branchQuestions = /^--(?:list|contains|no-contains|merged|no-merged|points-at)$/;

/** Words of git that read in some forms and change in others; each judges the arguments behind the word. */
const forms: Record<string, (args: string[]) => boolean> = {
  branch: (args) => {
    const asks = args.some((arg) => branchQuestions.test(arg));
    return args.every((arg) =>
      arg.startsWith('-') ? branchFlags.test(arg) || branchQuestions.test(arg) : asks,
    );
  },
  remote: ([first, name, ...more]) =>
    first === undefined ||
    (/^(?:-v|--verbose)$/.test(first) && name === undefined) ||
    (first === 'get-url' && isOperand(name) && more.length === 0),
  stash: ([first, ...more]) =>
    (first === 'list' && more.length === 0) ||
    (first === 'show' &&
      more.every((arg) => /^(?:-p|--stat|--name-only|stash@\{\d+\}|\d+)$/.test(arg))),
  tag: ([first, ...more]) =>
    first === undefined || (/^(?:-l|--list)$/.test(first) && more.every(isOperand)),
  worktree: (args) => args[0] === 'list' && args.slice(1).every((arg) => arg === '--porcelain'),
  config: (args) => {
    const [first, ...more] = /^--(?:global|local|system)$/.test(args[0] ?? '')
      ? args.slice(1)
      : args;
    if (/^(?:-l|--list)$/.test(first ?? '')) return more.length === 0;
    return (
      /^--get(?:-all|-regexp)?$/.test(first ?? '') && more.length === 1 && more.every(isOperand)
    );
  },
  'cat-file': (args) => /^-[pste]$/.test(args[0] ?? '') && args.length === 2 && isOperand(args[1]),
  reflog: ([first, ...more]) => first === undefined || (first === 'show' && more.every(isOperand)),
};

/** `git` in a form that changes neither the work tree nor the history, and runs nothing but itself. */
export function isReadOnlyGit(args: string[]): boolean {
  const rest = [...args];
  while (rest[0]?.startsWith('-')) {
    const option = rest.shift() ?? '';
    if (option === '-C') rest.shift();
    else if (!/^(?:--no-pager|-P|--no-optional-locks|--version)$/.test(option)) return false;
  }
  const word = rest.shift();
  if (word === undefined) return args.includes('--version');
  if (reading.has(word)) return !rest.some(isRefused);
  const form = Object.hasOwn(forms, word) ? forms[word] : undefined;
  return form?.(rest) ?? false;
}

function isOperand(arg: string | undefined): boolean {
  return arg !== undefined && !arg.startsWith('-');
}

function isRefused(arg: string): boolean {
  if (!arg.startsWith('--') || arg === '--') return false;
  const name = arg.slice(2).split('=')[0] ?? '';
  return refusedLong.some((long) => long.startsWith(name));
}
