type Schema = Record<string, unknown>;

const deepest = 6;

/** What a value of a schema can look like, as JSON: `…` stands for a text, `a|b` for a choice. */
export function sampleText(schema: unknown): string {
  return JSON.stringify(sampleOf(schema, 0)) ?? '…';
}

function sampleOf(schema: unknown, depth: number): unknown {
  const { type, properties, items, enum: choices, const: only } = (schema ?? {}) as Schema;
  if (only !== undefined) return only;
  if (Array.isArray(choices)) return choices.map(String).join('|');
  if (depth > deepest) return '…';
  if (type === 'array') return [sampleOf(items, depth + 1)];
  if (type === 'number' || type === 'integer') return 0;
  if (type === 'boolean') return true;
  if (type !== 'object' && properties === undefined) return '…';
  const entries = Object.entries((properties ?? {}) as Schema);
  return Object.fromEntries(entries.map(([name, one]) => [name, sampleOf(one, depth + 1)]));
}
