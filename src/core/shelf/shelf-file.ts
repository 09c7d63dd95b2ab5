/** A file of what a client installs by its own means: its path in the package, and its text. */
export interface ShelfFile {
  path: string;
  content: string;
}

/** What every client's plugin says of itself. */
export const about = 'Keeps the work of a session intact through context compaction.';

/** A value as the text of such a file. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
