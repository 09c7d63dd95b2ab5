import type { Finding } from './measure.ts';

/** Width of the whole table in columns. */
const width = 80;
const columns = [34, 23, 21];

/** Two lists of findings side by side; labels must agree. */
export function sideBySide(without: Finding[], withHoldfast: Finding[]): string[] {
  return without.map((left, index) => {
    const right = withHoldfast[index];
    return line([left.label, mark(left), right ? mark(right) : '']);
  });
}

export function heading(title: string): string[] {
  return ['', line([title, 'without Holdfast', 'with Holdfast']), '-'.repeat(width)];
}

function mark(finding: Finding): string {
  return `${finding.good ? '+' : '-'} ${finding.text}`;
}

function line(cells: string[]): string {
  return cells
    .map((cell, index) => cell.padEnd(columns[index] ?? 0))
    .join(' ')
    .trimEnd();
}
