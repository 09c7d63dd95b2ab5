import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openCodeItems } from '../../../src/hosts/opencode/transcript.ts';
import type { SessionFacts } from '../../../src/hosts/opencode/transcript-state.ts';
import { type Reading, reported } from '../reading.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Where the shared material lies: `HOLDFAST_SHARED`, else beside the repository; undefined when it is not there. */
export function shared(...path: string[]): string | undefined {
  const folder = join(process.env.HOLDFAST_SHARED ?? join(root, '..', 'shared'), ...path);
  return existsSync(folder) ? folder : undefined;
}

export function readMessages(messages: unknown[], facts?: SessionFacts): Reading {
  return reported((sink) => openCodeItems(messages, sink, facts));
}

let serial = 0;
const epoch = 1_795_818_500_000;

function number(): number {
  serial += 1;
  return serial;
}

type Part = Record<string, unknown>;

function message(role: string, parts: Part[], extra: object): { info: Part; parts: Part[] } {
  const own = number();
  return {
    info: {
      id: `msg_${own}`,
      sessionID: 'ses_1',
      role,
      time: { created: epoch + own * 1000 },
      ...extra,
    },
    parts: parts.map((part) => ({ id: `prt_${number()}`, messageID: `msg_${own}`, ...part })),
  };
}

/** A person's message: a text, or parts. Its `summary` holds diffs, as the client writes it. */
export function user(content: string | Part[], extra: object = {}) {
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return message('user', parts, {
    agent: 'build',
    summary: { diffs: [{ file: 'a.ts' }] },
    ...extra,
  });
}

export function assistant(parts: Part[], extra: object = {}) {
  const tokens = { input: 500, output: 20, reasoning: 0, cache: { read: 100, write: 7 } };
  return message('assistant', parts, {
    modelID: 'm1',
    path: { cwd: '/home/dev/proj', root: '/home/dev/proj' },
    finish: 'tool-calls',
    tokens,
    ...extra,
  });
}

export function tool(name: string, input: object, state: object = {}): Part {
  const own = number();
  const end = { start: epoch + own * 1000, end: epoch + own * 1000 + 500 };
  return {
    type: 'tool',
    callID: `call_${own}`,
    tool: name,
    state: { status: 'completed', input, output: '', metadata: {}, time: end, ...state },
  };
}

/** A compaction: the message that asks for it and the one with its summary. */
export function compaction(text: string, part: object = {}, extra: object = {}) {
  const asked = user([{ type: 'compaction', auto: true, overflow: false, ...part }]);
  const parts = text === '' ? [] : [{ type: 'text', text }];
  const answered = assistant(parts, {
    parentID: asked.info.id,
    summary: true,
    mode: 'compaction',
    agent: 'compaction',
    finish: 'stop',
    ...extra,
  });
  return [asked, answered];
}
