import { columnsOf } from './columns.ts';

/** Columns of a table: the heading, and whether numbers stand in it. */
export interface Column {
  title: string;
  right?: boolean;
  /** May be cut where the lines get too long, down to its title or 6 columns. Several share what room there is. */
  flexible?: boolean;
}

const gap = '  ';

/** Rows under headings, aligned by what the terminal shows, at most `width` columns where a column may give way. */
export function table(columns: Column[], rows: string[][], width = 80): string {
  // A name may have a line break in it.
  const lines = rows.map((row) => row.map((cell) => cell.replaceAll('\n', ' ')));
  const cells = [columns.map((column) => column.title), ...lines];
  const taken = cells.map((row) => columns.map((_, index) => columnsOf(row[index] ?? '')));
  const widths = columns.map((_, index) =>
    taken.reduce((most, row) => Math.max(most, row[index]!), 0),
  );
  giveWay(columns, widths, width - gap.length * (columns.length - 1));
  return cells
    .map((row, at) =>
      columns
        .map((column, index) => {
          const room = widths[index]!;
          const own = taken[at]![index]!;
          const text = own <= room ? (row[index] ?? '') : clip(row[index] ?? '', room);
          const blanks = ' '.repeat(Math.max(room - (own <= room ? own : columnsOf(text)), 0));
          return column.right === true ? blanks + text : text + blanks;
        })
        .join(gap)
        .trimEnd(),
    )
    .join('\n');
}

/** Narrows flexible columns, the widest first, until all fit into `room` or none can give more. */
function giveWay(columns: Column[], widths: number[], room: number): void {
  let over = widths.reduce((sum, each) => sum + each, 0) - room;
  for (; over > 0; over -= 1) {
    let widest = -1;
    columns.forEach(({ flexible, title }, index) => {
      const least = Math.max(6, columnsOf(title));
      if (!flexible || widths[index]! <= least) return;
      if (widest < 0 || widths[index]! > widths[widest]!) widest = index;
    });
    if (widest < 0) return;
    widths[widest]! -= 1;
  }
}

/** The text in at most so many terminal columns; a cut is shown by an ellipsis. */
export function clip(text: string, width: number): string {
  if (columnsOf(text) <= width) return text;
  let shown = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    if (columnsOf(shown + segment) > width - 1) break;
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
