import { claudeCodeReader } from '../../../src/hosts/claude-code/transcript.ts';
import type { RecordReader } from '../../../src/hosts/host.ts';
import { type Reading, readRowsWith } from '../reading.ts';

/** Reads rows with a fresh reader, or with the one given. */
export function readRows(
  rows: (object | string | Buffer)[],
  reader: RecordReader = claudeCodeReader(),
  from = 0,
): Reading {
  return readRowsWith(reader, rows, from);
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
