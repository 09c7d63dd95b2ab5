import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readRecord } from '../../src/app/read-record.ts';
import type { ConversationItem } from '../../src/core/conversation.ts';
import type { RecordReader, RecordSink } from '../../src/hosts/host.ts';
import { recordFiles } from '../../src/platform/record-file.ts';

const root = resolve(import.meta.dirname, '../..');

/** What a reading found. */
export interface Reading {
  items: ConversationItem[];
  unknown: Record<string, number>;
  damaged: number;
}

/** Shared sample records whose names hold the word; undefined when the samples are not there. */
export function sharedSamples(word: string): string[] | undefined {
  const shared = process.env.HOLDFAST_SHARED ?? join(root, '..', 'shared');
  const folder = join(shared, 'transcripts', 'other');
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder)
    .filter((name) => name.includes(word))
    .sort()
    .map((name) => join(folder, name));
}

/** Reads a whole file. */
export function readFileWith(reader: RecordReader, path: string) {
  const items: ConversationItem[] = [];
  const reading = readRecord(recordFiles, path, reader, undefined, (item) => items.push(item))!;
  return { ...reading, items };
}

/** What a reading function reports. */
export function reported(read: (sink: RecordSink) => void): Reading {
  const reading: Reading = { items: [], unknown: {}, damaged: 0 };
  read({
    item: (item) => reading.items.push(item),
    unknown: (kind) => {
      reading.unknown[kind] = (reading.unknown[kind] ?? 0) + 1;
    },
    damaged: () => {
      reading.damaged += 1;
    },
  });
  return reading;
}

/** Reads rows (objects, or lines as text or bytes); `from`: the offset of the first. */
export function readRowsWith(
  reader: RecordReader,
  rows: (object | string | Buffer)[],
  from = 0,
): Reading {
  return reported((sink) => {
    let offset = from;
    for (const [index, row] of rows.entries()) {
      const bytes = Buffer.isBuffer(row)
        ? row
        : Buffer.from(typeof row === 'string' ? row : JSON.stringify(row));
      reader.line(bytes, { offset, line: index + 1 }, sink);
      offset += bytes.length + 1;
    }
    reader.end?.(sink);
  });
}

/** Items of one type, in order. */
export function only<Type extends ConversationItem['type']>(
  items: ConversationItem[],
  type: Type,
): Extract<ConversationItem, { type: Type }>[] {
  return items.filter(
    (item): item is Extract<ConversationItem, { type: Type }> => item.type === type,
  );
}
