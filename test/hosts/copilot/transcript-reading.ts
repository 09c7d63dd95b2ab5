import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readRecord } from '../../../src/app/read-record.ts';
import type { ConversationItem } from '../../../src/core/conversation.ts';
import { copilotReader } from '../../../src/hosts/copilot/transcript.ts';
import type { RecordReader } from '../../../src/hosts/host.ts';
import { recordFiles } from '../../../src/platform/record-file.ts';

const root = resolve(import.meta.dirname, '../../..');

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

export function readFile(path: string) {
  const items: ConversationItem[] = [];
  const reading = readRecord(recordFiles, path, copilotReader(), undefined, (item) =>
    items.push(item),
  )!;
  return { ...reading, items };
}

export interface Reading {
  items: ConversationItem[];
  unknown: Record<string, number>;
  damaged: number;
}

/** Reads rows (objects, or lines as text or bytes) with a fresh reader, or with the one given. */
export function readRows(
  rows: (object | string | Buffer)[],
  reader: RecordReader = copilotReader(),
  from = 0,
): Reading {
  const reading: Reading = { items: [], unknown: {}, damaged: 0 };
  const sink = {
    item: (item: ConversationItem) => reading.items.push(item),
    unknown: (kind: string) => {
      reading.unknown[kind] = (reading.unknown[kind] ?? 0) + 1;
    },
    damaged: () => {
      reading.damaged += 1;
    },
  };
  let offset = from;
  for (const [index, row] of rows.entries()) {
    const bytes = Buffer.isBuffer(row)
      ? row
      : Buffer.from(typeof row === 'string' ? row : JSON.stringify(row));
    reader.line(bytes, { offset, line: index + 1 }, sink);
    offset += bytes.length + 1;
  }
  reader.end?.(sink);
  return reading;
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

let serial = 0;

/** An event with an id of its own. */
export function event(type: string, data: object = {}, extra: object = {}) {
  serial += 1;
  const time = `2026-11-01T10:00:00.${String(serial % 1000).padStart(3, '0')}Z`;
  return { type, data, id: `e${serial}`, timestamp: time, parentId: null, ...extra };
}

export function user(content: string, data: object = {}, extra: object = {}) {
  const transformedContent = `<current_datetime>x</current_datetime>\n${content}`;
  return event('user.message', { content, transformedContent, ...data }, extra);
}

export function asked(id: string, name: string, args: unknown, content = '') {
  const toolRequests = [{ toolCallId: id, name, arguments: args, type: 'function' }];
  return event('assistant.message', { messageId: `m-${id}`, content, toolRequests });
}

export function started(id: string, name: string, args: unknown) {
  return event('tool.execution_start', { toolCallId: id, toolName: name, arguments: args });
}

export function ended(id: string, content: string, data: object = {}) {
  return event('tool.execution_complete', {
    toolCallId: id,
    success: true,
    result: { content, detailedContent: content },
    ...data,
  });
}
