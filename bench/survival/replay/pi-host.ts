import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { blocks, isRecord, record, text } from '../cases/rows.ts';
import { endAtExit } from './leftovers.ts';
import type { Place } from './place.ts';

/** What an extension did at an event: what it put before the model, and whether it blocked a call. */
export interface PiAnswer {
  texts: string[];
  blocked: boolean;
}

/** pi as an extension sees it; the extension runs in a process of its own. */
export interface PiHost {
  send(event: PiEventText, entries?: readonly Record<string, unknown>[]): Promise<PiAnswer>;
  end(): Promise<void>;
}

export interface PiEventText {
  type: string;
  [name: string]: unknown;
}

export interface PiSetup {
  place: Place;
  extension: string;
  sessionId: string;
  recordPath: string;
  env: Record<string, string>;
}

const client = join(import.meta.dirname, 'pi-client.mjs');

export function piHost({ place, extension, sessionId, recordPath, env }: PiSetup): PiHost {
  const child = spawn(process.execPath, [client, extension, sessionId, place.project, recordPath], {
    cwd: place.project,
    env: { PATH: process.env.PATH, HOME: place.home, LANG: 'C.UTF-8', TZ: 'UTC', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const done = endAtExit(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async send(event, entries) {
      child.stdin.write(`${JSON.stringify({ event, entries })}\n`);
      const { value, done: ended } = await lines.next();
      if (ended) throw new Error(`the extension's process ended at ${event.type}`);
      const answer = JSON.parse(value);
      const returned = record(answer.returned);
      const texts = [
        ...(Array.isArray(answer.sent) ? answer.sent.map(text) : []),
        ...told(returned),
      ];
      return { texts: texts.map(place.toRecord), blocked: returned.block === true };
    },
    async end() {
      child.stdin.end();
      await new Promise((resolve) => child.once('close', resolve));
      done();
    },
  };
}

/** The text that a handler's result puts before the model: a message, a longer content of a result, more messages. */
function told(returned: Record<string, unknown>): string[] {
  const message = text(record(returned.message).content);
  const content = blocks(returned.content).map((block) => text(block.text));
  const reason = returned.block === true ? text(returned.reason) : '';
  // Of a result the extension's own block is the last one; what stands before it is the tool's.
  const parts = [message, content.at(-1) ?? '', reason];
  return parts.filter((part) => part !== '');
}

/** Rows of a record as the client hands them to extensions. */
export function piEntries(rows: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.filter((row) => isRecord(row.message) || row.type === 'compaction');
}
