import stringWidth from 'string-width';

/** Columns of a table: the heading, and whether numbers stand in it. */
export interface Column {
  title: string;
  right?: boolean;
  /** May be cut where the lines get too long. One column at most. */
  flexible?: boolean;
}

const gap = '  ';

/** Rows under headings, aligned by what the terminal shows, at most `width` columns where a column may give way. */
export function table(columns: Column[], rows: string[][], width = 80): string {
  const cells = [columns.map((column) => column.title), ...rows];
  const widths = columns.map((_, index) =>
    Math.max(...cells.map((row) => stringWidth(row[index] ?? ''))),
  );
  const flexible = columns.findIndex((column) => column.flexible);
  if (flexible >= 0) {
    const rest = widths.reduce((sum, each) => sum + each, 0) - widths[flexible]!;
    const room = width - rest - gap.length * (columns.length - 1);
    widths[flexible] = Math.min(widths[flexible]!, Math.max(room, 8));
  }
  return cells
    .map((row) =>
      columns
        .map((column, index) => pad(row[index] ?? '', widths[index]!, column.right === true))
        .join(gap)
        .trimEnd(),
    )
    .join('\n');
}

function pad(text: string, width: number, right: boolean): string {
  const cut = clip(text, width);
  const blanks = ' '.repeat(Math.max(width - stringWidth(cut), 0));
  return right ? blanks + cut : cut + blanks;
}

/** The text in at most so many terminal columns; a cut is shown by an ellipsis. */
export function clip(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let shown = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    if (stringWidth(shown + segment) > width - 1) break;
    shown += segment;
  }
  return `${shown}…`;
}

/** A size for a person: 0 B, 812 B, 4.2 kB, 13 MB. */
export function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && value < 10 ? 1 : 0;
  return `${value.toFixed(digits)} ${units[unit]}`;
}
