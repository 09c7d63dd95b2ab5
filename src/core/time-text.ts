/** An ISO time to the minute, as `2026-01-31 09:05`; empty for what is none. */
export function timeText(time: string | undefined): string {
  const found = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(time ?? '')?.[0];
  return found === undefined ? '' : found.replace('T', ' ');
}
