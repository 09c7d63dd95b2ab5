import { clip } from './lines.ts';

/** Bounds that keep a hostile or careless document small in a brief. */
const maxText = 1000;
const maxItems = 100;

/** The first of the keys that holds text, trimmed and on one line; undefined when none does. */
export function textValue(data: Record<string, unknown>, ...keys: string[]): string | undefined {
  for (const key of keys) {
    const value = data[key];
    if (typeof value !== 'string') continue;
    const line = value.replace(/\s+/g, ' ').trim();
    if (line !== '' && line !== '~' && line !== 'null') return clip(line, maxText);
  }
  return undefined;
}

/** The first of the keys that holds a list (or one value) of texts. An entry with keys counts by its `path` or `file`. */
export function listValue(data: Record<string, unknown>, ...keys: string[]): string[] {
  for (const key of keys) {
    const value = data[key];
    if (value === undefined) continue;
    const entries = Array.isArray(value) ? value : [value];
    const texts = entries.map(entryText).filter((text) => text !== '');
    if (texts.length > 0) return texts.slice(0, maxItems);
  }
  return [];
}

function entryText(entry: unknown): string {
  if (typeof entry === 'string') return clip(entry.trim(), maxText);
  if (typeof entry !== 'object' || entry === null) return '';
  const { path, file } = entry as { path?: unknown; file?: unknown };
  const text = path ?? file;
  return typeof text === 'string' ? clip(text.trim(), maxText) : '';
}
