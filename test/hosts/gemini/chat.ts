import { geminiReader } from '../../../src/hosts/gemini/transcript.ts';
import type { RecordReader } from '../../../src/hosts/host.ts';
import { type Reading, readRowsWith } from '../reading.ts';

/** Reads rows of a chat record with a fresh reader, or with the one given. */
export function chat(
  rows: (object | string | Buffer)[],
  reader: RecordReader = geminiReader(),
): Reading {
  return readRowsWith(reader, rows);
}

let serial = 0;

/** A time after that of everything made before. */
export function later(): string {
  serial += 1;
  return new Date(Date.UTC(2026, 10, 1, 10, 0, serial)).toISOString();
}

export const header = { sessionId: 's1', projectHash: 'abc', startTime: later(), kind: 'main' };

export function user(id: string, content: unknown, extra: object = {}): object {
  return { id, timestamp: later(), type: 'user', content, ...extra };
}

export function gemini(id: string, content: unknown, extra: object = {}): object {
  return { id, timestamp: later(), type: 'gemini', content, model: 'gemini-3-pro', ...extra };
}

export function tool(id: string, name: string, args: object, extra: object = {}): object {
  return { id, name, args, status: 'success', timestamp: later(), ...extra };
}

/** What a tool gives back: an output, or an error. */
export function response(told: object): object {
  return { result: [{ functionResponse: { id: 'x', name: 'x', response: told } }] };
}
