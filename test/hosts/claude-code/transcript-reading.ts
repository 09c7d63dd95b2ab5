import type { ConversationItem } from '../../../src/core/conversation.ts';
import { claudeCodeReader } from '../../../src/hosts/claude-code/transcript.ts';
import type { RecordReader } from '../../../src/hosts/host.ts';

export interface Reading {
  items: ConversationItem[];
  unknown: Record<string, number>;
  damaged: number;
}

/** Reads rows (objects, or lines as text or bytes) with a fresh reader, or with the one given. */
export function readRows(
  rows: (object | string | Buffer)[],
  reader: RecordReader = claudeCodeReader(),
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
  let offset = 0;
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
export function outer(extra: object = {}): object {
  serial += 1;
  return {
    parentUuid: null,
    isSidechain: false,
    cwd: '/home/dev/proj',
    sessionId: 's1',
    version: '2.1.332',
    gitBranch: 'main',
    uuid: `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
    timestamp: `2026-11-01T10:00:00.${String(serial % 1000).padStart(3, '0')}Z`,
    ...extra,
  };
}

export function user(content: unknown, extra: object = {}): object {
  return outer({ type: 'user', message: { role: 'user', content }, ...extra });
}

export function call(id: string, name: string, input: unknown, extra: object = {}): object {
  return outer({
    type: 'assistant',
    message: {
      id: `msg_${id}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: [{ type: 'tool_use', id, name, input }],
      usage: { input_tokens: 3, cache_read_input_tokens: 1000, cache_creation_input_tokens: 20 },
    },
    ...extra,
  });
}

export function result(
  id: string,
  content: unknown,
  extra: object = {},
  isError?: boolean,
): object {
  const block = { type: 'tool_result', tool_use_id: id, content, is_error: isError };
  return user([block], extra);
}
