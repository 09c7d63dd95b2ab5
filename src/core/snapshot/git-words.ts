/** So far behind `git` its sub-command is looked for. */
const reach = 90;

/** Whether one of the commands of a line is git's and has a word behind it that fits. `unless`: what it must not hold. */
export function gitRuns(command: string, word: RegExp, unless?: string): boolean {
  return command.split(/[|;&\n]/).some((part) => {
    if (unless !== undefined && part.includes(unless)) return false;
    for (let at = part.indexOf('git'); at >= 0; at = part.indexOf('git', at + 3)) {
      if (/^git\b/.test(part.slice(at, at + 4)) && !/\w/.test(part.charAt(at - 1))) {
        if (word.test(part.slice(at + 3, at + reach))) return true;
      }
    }
    return false;
  });
}

/** What git says of a commit: `[main 0123abc] Subject`. Undefined for any other line. */
export function commitLine(
  line: string,
): { where: string; id: string; subject: string } | undefined {
  if (!line.startsWith('[')) return undefined;
  const close = line.indexOf('] ');
  if (close < 0 || close > 250) return undefined;
  const space = line.lastIndexOf(' ', close);
  const where = line.slice(1, space);
  const id = line.slice(space + 1, close);
  if (space < 2 || where.includes(']') || !/^[0-9a-f]{7,40}$/.test(id)) return undefined;
  return { where, id, subject: line.slice(close + 2, close + 302) };
}
