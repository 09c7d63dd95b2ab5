const reference = /\{\{\s*([A-Za-z0-9_.[\]-]{1,200})\s*\}\}/g;
const longestText = 8_000;

/** The references of all texts in a value, such as `plan.scope` of `{{plan.scope}}`. */
export function templateReferences(value: unknown): string[] {
  if (typeof value === 'string') return [...value.matchAll(reference)].map((found) => found[1]!);
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(templateReferences);
}

/**
 * The value with every reference in its texts filled in. In a list, a text with one reference to a list stands for a text
 * for each of its members, so that `!{{plan.scope}}` takes out each of them.
 */
export function fill<T>(value: T, lookUp: (reference: string) => unknown): T {
  return filled(value, lookUp) as T;
}

function filled(value: unknown, lookUp: (reference: string) => unknown): unknown {
  if (typeof value === 'string') return fillText(value, lookUp);
  if (Array.isArray(value)) return value.flatMap((part) => fillPart(part, lookUp));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, filled(part, lookUp)]),
  );
}

function fillPart(part: unknown, lookUp: (reference: string) => unknown): unknown[] {
  const names = typeof part === 'string' ? templateReferences(part) : [];
  const list = names.length === 1 ? lookUp(names[0]!) : undefined;
  if (!Array.isArray(list)) return [filled(part, lookUp)];
  return list.map((one) => fillText(part as string, () => one));
}

function fillText(text: string, lookUp: (reference: string) => unknown): string {
  return text
    .replace(reference, (_, name: string) => shown(lookUp(name)))
    .slice(0, Math.max(text.length, longestText));
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(shown).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
