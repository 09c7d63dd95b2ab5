import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ConversationItem } from '../../src/core/conversation.ts';
import type { RecordReader } from '../../src/hosts/host.ts';

/** What a reader tells of rows, each an object or a line as it is. */
export function readRows(
  reader: RecordReader,
  rows: readonly (object | string)[],
): { items: ConversationItem[]; unknown: string[]; damaged: number } {
  const items: ConversationItem[] = [];
  const unknown: string[] = [];
  let damaged = 0;
  let offset = 0;
  const sink = {
    item: (item: ConversationItem) => items.push(item),
    unknown: (kind: string) => unknown.push(kind),
    damaged: () => {
      damaged += 1;
    },
  };
  rows.forEach((row, index) => {
    const bytes = Buffer.from(typeof row === 'string' ? row : JSON.stringify(row));
    reader.line(bytes, { offset, line: index + 1 }, sink);
    offset += bytes.length + 1;
  });
  reader.end?.(sink);
  return { items, unknown, damaged };
}

/** Records that others published whose names hold a word; none where the shared material is not there, which fails in CI. */
export function publishedRecords(word: string): string[] {
  const root = resolve(import.meta.dirname, '..', '..');
  const folder = join(
    process.env.HOLDFAST_SHARED ?? join(root, '..', 'shared'),
    'transcripts/other',
  );
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const found = names.filter((name) => name.includes(word)).map((name) => join(folder, name));
  if (found.length === 0 && process.env.CI) throw new Error(`No shared record holds "${word}".`);
  return found;
}
