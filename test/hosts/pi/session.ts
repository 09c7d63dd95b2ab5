import type { RecordReader } from '../../../src/hosts/host.ts';
import { piReader } from '../../../src/hosts/pi/transcript.ts';
import { type Reading, readRowsWith } from '../reading.ts';

/** Reads rows of a session file with a fresh reader, or with the one given. */
export function session(
  rows: (object | string | Buffer)[],
  reader: RecordReader = piReader(),
): Reading {
  return readRowsWith(reader, rows);
}

export function entry(type: string, extra: object = {}): object {
  return { type, timestamp: '2026-07-09T10:00:00.000Z', ...extra };
}

export function message(role: string, extra: object, outer: object = {}): object {
  return entry('message', { ...outer, message: { role, ...extra } });
}

export function user(text: string, outer: object = {}): object {
  return message('user', { content: [{ type: 'text', text }] }, outer);
}

export function calls(...list: [id: string, name: string, input: unknown][]): object {
  const content = list.map(([id, name, input]) => ({
    type: 'toolCall',
    id,
    name,
    arguments: input,
  }));
  return message('assistant', { content, stopReason: 'toolUse' });
}

export function result(id: string, name: string, text: string, extra: object = {}): object {
  return message('toolResult', {
    toolCallId: id,
    toolName: name,
    content: [{ type: 'text', text }],
    isError: false,
    ...extra,
  });
}
