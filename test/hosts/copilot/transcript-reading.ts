import { copilotReader } from '../../../src/hosts/copilot/transcript.ts';
import type { RecordReader } from '../../../src/hosts/host.ts';
import { type Reading, readFileWith, readRowsWith } from '../reading.ts';

/** Reads rows with a fresh reader, or with the one given. */
export function readRows(
  rows: (object | string | Buffer)[],
  reader: RecordReader = copilotReader(),
  from = 0,
): Reading {
  return readRowsWith(reader, rows, from);
}

export const readFile = (path: string) => readFileWith(copilotReader(), path);

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
