import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Turn } from './turns.ts';

type Handler = (event: object, context: object) => Promise<unknown>;

/** A session of pi in memory and in its file, with every event of two turns and a compaction. */
export async function piSession(
  program: Record<string, (...given: unknown[]) => object>,
  folder: string,
  turns: readonly Turn[],
): Promise<() => Promise<void>> {
  const file = join(folder, 'session.jsonl');
  const timestamp = '2026-01-01T00:00:10.000Z';
  const messages = turns.flatMap(({ prompt, command, output, words }, at): object[] => {
    const call = { type: 'toolCall', id: `c${at}`, name: 'bash', arguments: { command } };
    const content = [{ type: 'text', text: output }];
    const result = { role: 'toolResult', toolCallId: `c${at}`, toolName: 'bash', content };
    return [
      { role: 'user', content: prompt },
      { role: 'assistant', content: [call], stopReason: 'toolUse' },
      { ...result, isError: false },
      { role: 'assistant', content: [{ type: 'text', text: words }], stopReason: 'stop' },
    ];
  });
  const entries = messages.map((message, at) => ({
    type: 'message',
    id: `e${at}`,
    parentId: at === 0 ? null : `e${at - 1}`,
    timestamp,
    message,
  }));
  const head = { type: 'session', version: 3, id: 's1', timestamp, cwd: folder };
  const lines = [head, ...entries].map((row) => `${JSON.stringify(row)}\n`);
  writeFileSync(file, lines.join(''));
  const handlers: Record<string, Handler> = {};
  program.extension!(
    {
      on: (name: string, handler: Handler) => {
        handlers[name] = handler;
      },
      sendMessage() {},
    },
    join(folder, 'state'),
  );
  const sessionManager = {
    getSessionId: () => 's1',
    getSessionFile: () => file,
    getEntries: () => entries,
  };
  const context = { cwd: folder, sessionManager };
  const call = { toolName: 'bash', toolCallId: 'c', input: { command: 'ls' } };
  const cut = entries[entries.length - 2]!.id;
  const preparation = { firstKeptEntryId: cut, tokensBefore: 100_000 };
  const compaction = { type: 'compaction', id: 'cut', summary: 'Work went on.' };
  const events: [string, object][] = [
    ['session_start', { reason: 'startup' }],
    ['before_agent_start', { prompt: 'Go on.' }],
    ['tool_call', call],
    ['session_before_compact', { reason: 'threshold', preparation, branchEntries: entries }],
    ['session_compact', { reason: 'threshold', compactionEntry: compaction, willRetry: true }],
    ['context', { messages }],
    ['tool_call', call],
    ['tool_result', { ...call, content: [{ type: 'text', text: 'a' }], isError: false }],
    ['agent_before_settle', {}],
    ['session_shutdown', { reason: 'quit' }],
  ];
  return async () => {
    for (const [type, event] of events) await handlers[type]!({ type, ...event }, context);
  };
}
