import type { RecordReader } from '../../../src/hosts/host.ts';
import { qwenReader } from '../../../src/hosts/qwen/transcript.ts';
import { type Reading, readFileWith, readRowsWith } from '../reading.ts';

/** Reads rows with a fresh reader, or with the one given. */
export function readRows(
  rows: (object | string | Buffer)[],
  reader: RecordReader = qwenReader(),
  from = 0,
): Reading {
  return readRowsWith(reader, rows, from);
}

export const readFile = (path: string) => readFileWith(qwenReader(), path);

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
