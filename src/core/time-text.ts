/** An ISO time to the minute, as `2026-01-31 09:05`; empty for what is none. */
export function timeText(time: string | undefined): string {
  const found = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(time ?? '')?.[0];
  return found === undefined ? '' : found.replace('T', ' ');
}

/**
 * An ISO time as a user reads it, everywhere in the same form and in UTC: `2026-01-31 09:05 UTC`, with `second` to the second. What
 * is no time stays as it is.
 */
export function userTime(time: string, to: 'minute' | 'second' = 'minute'): string {
  const bare = bareTime(time, to);
  return bare === time ? time : `${bare} UTC`;
}

/** The same without the time zone, for a column or a list whose head names it. */
export function bareTime(time: string, to: 'minute' | 'second' = 'minute'): string {
  const ms = Date.parse(time);
  if (Number.isNaN(ms)) return time;
  return new Date(ms)
    .toISOString()
    .slice(0, to === 'minute' ? 16 : 19)
    .replace('T', ' ');
}

/** A line of text with the time at its beginning, if it has one, as a user reads it. */
export function withUserTime(line: string): string {
  return line.replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*Z/, (time) => userTime(time));
}
