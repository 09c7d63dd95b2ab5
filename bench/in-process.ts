import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { removeFolder } from '../harness/remove-folder.ts';
import { median } from './ratio.ts';
import type { BenchRow } from './row.ts';

const dist = join(import.meta.dirname, '..', 'dist');
const calls = 2_000;
const limitMs = 1;

type Hook = (input: unknown, output: unknown) => Promise<unknown>;

/**
 * What the built programs add to one tool call inside of a host's own process while nothing is open: every hook that the
 * client runs for it, in milliseconds. Measured in this Node, with a client that answers at once.
 */
export async function inProcessBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
  try {
    return [
      await row('opencode', await openCodeCall(folder)),
      await row('pi', await piCall(folder)),
    ];
  } finally {
    removeFolder(folder);
  }
}

async function row(host: string, call: (at: number) => Promise<void>): Promise<BenchRow> {
  const times: number[] = [];
  for (let at = -50; at < calls; at += 1) {
    const start = process.hrtime.bigint();
    await call(at);
    if (at >= 0) times.push(Number(process.hrtime.bigint() - start) / 1e6);
  }
  const figure = median(times);
  const name = `${host}: added to a tool call, nothing open`;
  return { name, figure, unit: 'ms', limit: limitMs, pass: figure <= limitMs };
}

async function openCodeCall(folder: string): Promise<(at: number) => Promise<void>> {
  const { plugin } = await load('opencode');
  const none = async () => ({ data: [] });
  const session = { get: async () => ({ data: {} }), messages: none, prompt: none };
  const hooks = plugin!({ client: { session }, directory: folder }, `${folder}/state`);
  const run = hooks as unknown as Record<string, Hook>;
  const sessionID = 'ses_bench';
  const parts = [{ id: 'prt_1', type: 'text', text: 'go' }];
  const info = { id: 'msg_1', role: 'user', sessionID };
  await run['chat.message']!({ sessionID }, { message: info, parts });
  const messages = Array.from({ length: 200 }, () => ({ info, parts }));
  return async (at) => {
    const args = { command: 'ls' };
    const input = { tool: 'bash', sessionID, callID: `call_${at}` };
    await run['experimental.chat.messages.transform']!({}, { messages });
    await run['tool.execute.before']!(input, { args });
    await run['tool.execute.after']!({ ...input, args }, { output: 'a', metadata: {} });
  };
}

async function piCall(folder: string): Promise<(at: number) => Promise<void>> {
  const { extension } = await load('pi');
  const handlers: Record<string, Hook> = {};
  const on = (name: string, handler: Hook): void => {
    handlers[name] = handler;
  };
  extension!({ on, sendMessage() {} }, `${folder}/state`);
  const sessionManager = {
    getSessionId: () => 'bench',
    getSessionFile: () => undefined,
    getEntries: () => [],
  };
  const context = { cwd: folder, sessionManager };
  await handlers.session_start!({ type: 'session_start', reason: 'startup' }, context);
  return async (at) => {
    const call = { toolName: 'bash', toolCallId: `call_${at}`, input: { command: 'ls' } };
    await handlers.context!({ type: 'context', messages: [] }, context);
    await handlers.tool_call!({ type: 'tool_call', ...call }, context);
    await handlers.tool_result!({ type: 'tool_result', ...call, content: [] }, context);
  };
}

async function load(name: string): Promise<Record<string, (...given: unknown[]) => object>> {
  return import(pathToFileURL(join(dist, `${name}.mjs`)).href);
}
