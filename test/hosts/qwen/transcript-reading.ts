import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readRecord } from '../../../src/app/read-record.ts';
import type { ConversationItem } from '../../../src/core/conversation.ts';
import type { RecordReader } from '../../../src/hosts/host.ts';
import { qwenReader } from '../../../src/hosts/qwen/transcript.ts';
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
  const reading = readRecord(recordFiles, path, qwenReader(), undefined, (item) =>
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
  reader: RecordReader = qwenReader(),
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

/** A row's outer members, each with an id of its own. */
export function outer(extra: object): Record<string, unknown> {
  serial += 1;
  return {
    uuid: `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
    parentUuid: null,
    sessionId: 's1',
    timestamp: `2026-11-01T10:00:00.${String(serial % 1000).padStart(3, '0')}Z`,
    cwd: '/home/dev/proj',
    version: '0.24.4',
    gitBranch: 'main',
    ...extra,
  };
}

export function user(text: string, extra: object = {}) {
  const message = { role: 'user', parts: [{ text }] };
  return outer({ type: 'user', provenance: 'real_user', message, ...extra });
}

export function assistant(parts: object[], extra: object = {}) {
  const message = { role: 'model', parts };
  return outer({ type: 'assistant', provenance: 'assistant_output', message, ...extra });
}

export function call(id: string, name: string, args: unknown, extra: object = {}) {
  return assistant([{ functionCall: { id, name, args } }], extra);
}

export function result(id: string, name: string, response: object, display: object = {}) {
  const parts = [{ functionResponse: { id, name, response } }];
  return outer({
    type: 'tool_result',
    message: { role: 'user', parts },
    toolCallResult: { callId: id, status: 'success', ...display },
  });
}

export function system(subtype: string, systemPayload: object, extra: object = {}) {
  return outer({ type: 'system', provenance: 'system', subtype, systemPayload, ...extra });
}
