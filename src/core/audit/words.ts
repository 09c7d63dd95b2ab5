import { onShort } from '../bounded-match.ts';

/** A number with commas between groups of three digits. */
export function count(value: number): string {
  return onShort(/\B(?=(?:\d{3})+$)/g, 40).replace(String(Math.round(value)), ',');
}

/** A number with its noun: "1 file", "2 files". */
export function many(value: number, noun: string, plural = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : plural}`;
}

/** A share of a whole in per cent; a dash where the whole is nothing. */
export function share(part: number, whole: number): string {
  if (whole === 0) return '-';
  const value = (part / whole) * 100;
  return `${value < 99.95 && value > 99 ? value.toFixed(1) : Math.round(value)} %`;
}

/** The day and minute of an ISO time, in UTC; empty for anything else. */
export function moment(time: string | undefined): string {
  const found = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})/.exec(time ?? '');
  return found === null ? '' : `${found[1]} ${found[2]}`;
}

/** From one moment to another, the day told once where it is the same. */
export function span(from: string | undefined, to: string | undefined): string {
  const [start, end] = [moment(from), moment(to)];
  if (start === '' || end === '' || start === end) return start || end;
  return start.slice(0, 10) === end.slice(0, 10)
    ? `${start} to ${end.slice(11)}`
    : `${start} to ${end}`;
}
