/** One JSON object of a line; a line can hold two (`}{`), written by two processes at once. */
export function rowsOf(line: string): Record<string, unknown>[] {
  const whole = parse(line);
  if (whole) return [whole];
  const rows: Record<string, unknown>[] = [];
  let from = 0;
  for (let at = line.indexOf('}{'); at >= 0; at = line.indexOf('}{', at + 1)) {
    const row = parse(line.slice(from, at + 1));
    if (!row) continue;
    rows.push(row);
    from = at + 1;
  }
  const rest = from > 0 ? parse(line.slice(from)) : undefined;
  return rest ? [...rows, rest] : [];
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member that is an object, else an empty one. */
export function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The objects of a list of content blocks; a string counts as one text block. */
export function blocks(content: unknown): Record<string, unknown>[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isRecord) : [];
}

/** The text of content blocks, joined by line ends. */
export function textOf(content: unknown): string {
  return blocks(content)
    .filter(
      (block) =>
        block.type === 'text' || block.type === 'input_text' || block.type === 'output_text',
    )
    .map((block) => text(block.text))
    .join('\n');
}
