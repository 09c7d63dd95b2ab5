/** Words of git that only read, whatever else is given but the options below. */
const reading = new Set(
  'status log diff show blame ls-files ls-tree rev-parse rev-list merge-base describe name-rev show-ref shortlog whatchanged cherry count-objects diff-tree diff-index diff-files for-each-ref check-ignore check-attr check-mailmap range-diff show-branch version merge-tree'.split(
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
  grep: (args) => args.every((arg) => !/^(?:-O|--open)/.test(arg)),
  submodule: ([first, ...more]) =>
    (first === undefined || first === 'status') &&
    more.every((arg) => arg === '--recursive' || isOperand(arg)),
  notes: ([first]) => first === 'list' || first === 'show',
  bisect: ([first]) => first === 'log',
  'ls-remote': (args) =>
    args.every((arg) => /^(?:--(?:heads|tags|refs|quiet)|-[htq]|[\w][\w-]*)$/.test(arg)),
  remote: ([first, name, ...more]) =>
    first === undefined ||
    (first === 'show' && (name === undefined || /^[\w][\w-]*$/.test(name)) && more.length === 0) ||
    (/^(?:-v|--verbose)$/.test(first) && name === undefined) ||
    (first === 'get-url' && isOperand(name) && more.length === 0),
  stash: ([first, ...more]) =>
    (first === 'list' &&
      more.every((arg) => /^(?:--oneline|--format=.*|--date=.*|-n?\d+)$/.test(arg))) ||
    (first === 'show' &&
      more.every((arg) => /^(?:-p|--stat|--name-only|stash@\{\d+\}|\d+)$/.test(arg))),
  tag: ([first, ...more]) =>
    first === undefined ||
    (/^(?:-l|--list|-n\d*|--sort=.*|--(?:no-)?contains|--(?:no-)?merged|--points-at)$/.test(
      first,
    ) &&
      more.every(
        (arg) => isOperand(arg) || /^(?:-l|--list|-n\d*|--sort=.*|--format=.*)$/.test(arg),
      )),
  worktree: (args) => args[0] === 'list' && args.slice(1).every((arg) => arg === '--porcelain'),
  config: (args) => {
    const [first, ...more] = /^--(?:global|local|system)$/.test(args[0] ?? '')
      ? args.slice(1)
      : args;
    if (/^(?:-l|--list|list)$/.test(first ?? ''))
      return more.every((arg) => /^--(?:show-origin|show-scope|name-only)$/.test(arg));
    if (first === 'get' || (isOperand(first) && /\./.test(first ?? '')))
      return more.length === (first === 'get' ? 1 : 0) && more.every(isOperand);
    return (
      /^--get(?:-all|-regexp)?$/.test(first ?? '') && more.length === 1 && more.every(isOperand)
    );
  },
  'cat-file': (args) => /^-[pste]$/.test(args[0] ?? '') && args.length === 2 && isOperand(args[1]),
  reflog: (args) =>
    args.every(
      (arg, at) =>
        (at === 0 && arg === 'show') ||
        /^(?:-n?\d+|--date=\S+|--oneline|--format=.*|HEAD|[\w/-]+@\{.*\})$/.test(arg),
    ),
};

/** `git` in a form that changes neither the work tree nor the history, and runs nothing but itself. */
export function isReadOnlyGit(args: string[]): boolean {
  const rest = [...args];
  while (rest[0]?.startsWith('-')) {
    const option = rest.shift() ?? '';
    if (option === '-C') rest.shift();
    else if (option === '-c') {
      if (
        !/^(?:color\.\w+=\w+|core\.(?:quotepath=\w+|pager=cat)|pager\.\w+=false|log\.date=\w+)$/i.test(
          rest.shift() ?? '',
        )
      )
        return false;
    } else if (!/^(?:--no-pager|-P|--no-optional-locks|--version)$/.test(option)) return false;
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
