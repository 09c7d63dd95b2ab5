/**
 * Lines without the line numbers that a read tool, `cat -n`, `nl` or `bat -n` put before them (number, then
 * a tab or an arrow), with the first number. Undefined unless the numbers count up by one.
 */
export function withoutNumbers(
  lines: readonly string[],
): { start: number; lines: string[] } | undefined {
  let start: number | undefined;
  const bare: string[] = [];
  for (const line of lines) {
    const match = /^\s*(\d{1,9})(?:\t|→)(.*)$/s.exec(line) ?? /^\s*(\d{1,9})()$/.exec(line);
    const number = Number(match?.[1]);
    start ??= number;
    if (!match || number !== start + bare.length) return undefined;
    bare.push(match[2] ?? '');
  }
  return start === undefined ? undefined : { start, lines: bare };
}
