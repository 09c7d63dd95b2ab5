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
    if (!arg.startsWith('--')) return !/[oTS]/.test(arg);
    const name = arg.slice(2).split('=')[0] ?? '';
    return !['output', 'compress-program', 'temporary-directory'].some((long) =>
      long.startsWith(name),
    );
  });
}
