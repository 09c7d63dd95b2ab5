const findTests = new Set(
  (
    '-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -maxdepth -mindepth ' +
    '-size -mtime -mmin -ctime -cmin -atime -amin -newer -newermt -anewer -cnewer -empty -not -o -or -a -and ' +
    '-print -print0 -printf -ls -prune -follow -L -H -P -E -perm -user -group -uid -gid -nouser -nogroup -depth ' +
    '-xdev -mount -readable -writable -executable -links -true -false -quit -daystart -samefile -lname -ilname -inum'
  ).split(' '),
);

/** `find` with tests and printing only: no action that runs, deletes or writes, no unknown one. */
export function isReadOnlyFind(args: string[]): boolean {
  return args.every((arg) => !/^-./.test(arg) || findTests.has(arg) || /^-\d+$/.test(arg));
}

/** `rg` without the options that run another program. */
export function isReadOnlyRipgrep(args: string[]): boolean {
  return !args.some((arg) => /^--(?:pre|hostname-bin)(?:=|$)/.test(arg));
}

/** `sort` without an output file, a temporary folder or a program of its own; long options may be shortened. */
export function isReadOnlySort(args: string[]): boolean {
  return args.every((arg) => {
    if (!arg.startsWith('-') || arg === '-') return true;
    if (!arg.startsWith('--')) return !/[oT]/.test(arg);
    const name = arg.slice(2).split('=')[0] ?? '';
    return !['output', 'compress-program', 'temporary-directory'].some((long) =>
      long.startsWith(name),
    );
  });
}

/** `uniq` with flags and at most one operand: the second one is written. */
export function isReadOnlyUniq(args: string[]): boolean {
  const operands = args.filter((arg) => !arg.startsWith('-') || arg === '-');
  const flags = args.filter((arg) => arg.startsWith('-') && arg !== '-');
  return (
    operands.length <= 1 &&
    !operands.some((arg) => /[*?[{]/.test(arg)) &&
    flags.every((arg) =>
      /^-(?:[cdiuDz]+|[fsw]\d+|-count|-repeated|-unique|-ignore-case)$/.test(arg),
    )
  );
}

/** `file` without compiling magic files. */
export function isReadOnlyFile(args: string[]): boolean {
  return args.every(
    (arg) => !arg.startsWith('-') || /^-(?:[bikLhz]+|-brief|-mime(?:-type)?)$/.test(arg),
  );
}

const batFlag =
  /^-(?:[pnA]+|-plain|-number|-paging=never|-color=never|-style=\w+|-line-range=[\d:+-]+|r[\d:+-]+)$/;

/** `bat` that prints files: no cache, no pager of its own choice. */
export function isReadOnlyBat(args: string[]): boolean {
  return args[0] !== 'cache' && args.every((arg) => !arg.startsWith('-') || batFlag.test(arg));
}

/** `date` that tells the time and does not set it. */
export function isReadOnlyDate(args: string[]): boolean {
  return args.every(
    (arg, at) =>
      /^(?:-u|-R|-I\w*|--utc|--iso-8601(?:=\w+)?|--rfc-\S+|--date=.*|-d|-r|\+.*)$/s.test(arg) ||
      /^-[dr]$/.test(args[at - 1] ?? ''),
  );
}

/** `-f PATH` and its like, and no more: number operands can run commands in some shells. */
export function isFileTest(args: readonly string[]): boolean {
  const plain = args[0] === '!' ? args.slice(1) : args;
  const [first = '', second = '', third = ''] = plain;
  if (plain.length === 3)
    return /^(?:==?|!=|-nt|-ot|-ef)$/.test(second) && !/[$`[(]/.test(first + third);
  return plain.length === 2 && /^-[bcdefghknpLrsStuwxz]$/.test(first) && !/[$`[]/.test(second);
}
