import { codexReader } from '../../../src/hosts/codex/transcript.ts';
import type { RecordReader } from '../../../src/hosts/host.ts';
import { type Reading, readRowsWith } from '../reading.ts';

/** Reads rows of a rollout with a fresh reader, or with the one given. */
export function rollout(
  rows: (object | string | Buffer)[],
  reader: RecordReader = codexReader(),
): Reading {
  return readRowsWith(reader, rows);
}

export const time = '2026-11-01T10:00:00.000Z';

export function item(payload: object): object {
  return { timestamp: time, type: 'response_item', payload };
}

export function event(type: string, payload: object = {}): object {
  return { timestamp: time, type: 'event_msg', payload: { type, ...payload } };
}

export function message(role: string, ...texts: string[]): object {
  const type = role === 'assistant' ? 'output_text' : 'input_text';
  return item({ type: 'message', role, content: texts.map((text) => ({ type, text })) });
}

export function call(id: string, name: string, input: unknown): object {
  return item({ type: 'function_call', call_id: id, name, arguments: JSON.stringify(input) });
}

export function custom(id: string, name: string, input: string): object {
  return item({ type: 'custom_tool_call', call_id: id, name, input, status: 'completed' });
}

export function output(id: string, told: unknown): object {
  return item({ type: 'function_call_output', call_id: id, output: told });
}

export function meta(extra: object = {}): object {
  return {
    timestamp: time,
    type: 'session_meta',
    payload: {
      id: '019f80ed-65ac-7eb3-9c28-9885c0fbca91',
      cwd: '/home/dev/proj',
      cli_version: '0.145.0',
      source: 'cli',
      git: { branch: 'main' },
      ...extra,
    },
  };
}

/** What `exec_command` prints since 0.118. */
export function printed(text: string, end = 'Process exited with code 0'): string {
  return `Chunk ID: 8c7cc0\nWall time: 0.0000 seconds\n${end}\nOriginal token count: 10\nOutput:\n${text}`;
}
