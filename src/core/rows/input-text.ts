import { bounded } from './values.ts';

const deepest = 6;

/** A call's input as text, a member a line with its name before it; of a text over `limit` its head and its tail. */
export function inputText(input: unknown, limit: number): string {
  const lines: string[] = [];
  collect(input, '', 0, lines);
  return bounded(lines.join('\n'), limit);
}

function collect(value: unknown, name: string, depth: number, lines: string[]): void {
  if (value === undefined || value === null || depth > deepest) return;
  if (typeof value !== 'object') {
    lines.push(name === '' ? String(value) : `${name}: ${String(value)}`);
    return;
  }
  for (const [member, inside] of Object.entries(value)) {
    collect(inside, Array.isArray(value) ? name : member, depth + 1, lines);
  }
}
