import type { Rate } from '../score/bootstrap.ts';
import { enoughSessions } from '../score/bootstrap.ts';

/** A share as percent with one decimal; `-` where there is nothing. */
export function percent(share: number | undefined): string {
  return share === undefined ? '-' : (share * 100).toFixed(1);
}

/** A rate as a cell: percent, or bare counts where the sessions are too few to claim anything. */
export function cell(rate: Rate | undefined): string {
  if (!rate || rate.total === 0) return '-';
  return rate.sessions < enoughSessions ? `${rate.hits}/${rate.total}` : percent(rate.rate);
}

/** A rate with its interval, or with the number of sessions and no claim. */
export function spelled(rate: Rate | undefined): string {
  if (!rate || rate.total === 0) return 'nothing to count';
  const counts = `${rate.hits}/${rate.total}`;
  if (rate.low === undefined || rate.high === undefined) {
    return `${counts}, ${rate.sessions} ${rate.sessions === 1 ? 'session' : 'sessions'}: no claim`;
  }
  return `${percent(rate.rate)} % [${whole(rate.low)}-${whole(rate.high)}] (${counts}, ${rate.sessions} sessions)`;
}

export function whole(share: number): string {
  return (share * 100).toFixed(0);
}

export function thousands(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Lines of a table: the first column to the left, the others to the right, one blank between them. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(...rows.map((row) => (row[at] ?? '').length)),
  );
  return rows.map((row) =>
    widths
      .map((width, at) =>
        at === 0 ? (row[at] ?? '').padEnd(width) : (row[at] ?? '').padStart(width),
      )
      .join(' ')
      .trimEnd(),
  );
}

/** Breaks a text at blanks so that no line is longer than 80 columns; `first` and `rest` stand before the lines. */
export function wrap(text: string, rest = '', first = ''): string[] {
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of text.split(' ')) {
    if (!empty && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = rest + word;
    } else {
      line = empty ? line + word : `${line} ${word}`;
      empty = false;
    }
  }
  return [...lines, line];
}

const columns = 80;
