import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { extension } from '../../built/plugins.ts';

type Handler = (event: object, context: object) => Promise<unknown>;

const open: string[] = [];

afterEach(() => {
  for (const folder of open.splice(0)) removeFolder(folder);
});

const prompt = { role: 'user', content: 'Never rename the column customer_ref_77.' };
const call = { type: 'toolCall', id: 'c1', name: 'write', arguments: { path: 'made.txt' } };
const called = { role: 'assistant', content: [call], stopReason: 'toolUse' };
const result = { role: 'toolResult', toolCallId: 'c1', toolName: 'write', content: [] };
const answered = { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] };

/** A client in memory, with a session of these messages. */
function fakeClient(...messages: object[]) {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-extension-'));
  open.push(folder);
  const file = join(folder, 'session.jsonl');
  const entries = messages.map((message, at) => ({ type: 'message', id: `e${at}`, message }));
  const write = (more: object[] = []): void => {
    const head = { type: 'session', version: 3, id: 's1', cwd: folder };
    const rows = [head, ...entries, ...more].map((row) => JSON.stringify(row));
    writeFileSync(file, `${rows.join('\n')}\n`);
  };
  write();
  const handlers: Record<string, Handler> = {};
  const sent: { content: string }[] = [];
  const register = (): void =>
    extension(
      {
        on(name, handler) {
          const before = handlers[name];
          handlers[name] = async (event, context) => {
            const first = await before?.(event, context);
            return first ?? handler(event as never, context as never);
          };
        },
        sendMessage: (message) => sent.push(message),
      },
      join(folder, 'state'),
    );
  register();
  const sessionManager = {
    getSessionId: () => 's1',
    getSessionFile: () => file,
    getEntries: () => entries,
  };
  const context = { cwd: folder, sessionManager };
  const compact = async (): Promise<void> => {
    await handlers.session_before_compact!({ reason: 'threshold' }, context);
    const entry = { type: 'compaction', id: 'cut', summary: 'Work went on.' };
    write([entry]);
    const event = { reason: 'threshold', willRetry: false, compactionEntry: entry };
    await handlers.session_compact!(event, context);
  };
  return { handlers, sent, context, compact, register };
}

const brief = /\[Holdfast [\w-]+\] The conversation before/;

describe('the extension of pi', () => {
  it('sends the brief while results wait for the model', async () => {
    const fake = fakeClient(prompt, called, result);
    await fake.compact();
    expect(fake.sent).toHaveLength(1);
    expect(fake.sent[0]!.content).toMatch(brief);
    expect(fake.sent[0]!.content).toContain('customer_ref_77');
  });

  it('tells the user once that a compaction is near, where the client says how full the context is, and what was given back after it', async () => {
    const fake = fakeClient(prompt, called, result, answered);
    const shown: string[] = [];
    let percent: number | null = 40;
    const context = {
      ...fake.context,
      hasUI: true,
      ui: { notify: (text: string) => shown.push(text) },
      getContextUsage: () => ({ tokens: null, contextWindow: 200_000, percent }),
    };
    const ask = async (): Promise<string> => {
      const told = await fake.handlers.before_agent_start!({ prompt: 'Go on.' }, context);
      return (told as { message?: { content: string } } | undefined)?.message?.content ?? '';
    };
    await ask();
    expect(shown).toEqual([]);
    percent = 91.4;
    expect(await ask()).toContain('will soon be compacted');
    expect(shown).toEqual([
      expect.stringMatching(/a compaction is near, the context is 91 % full/),
    ]);
    await ask();
    expect(shown).toHaveLength(1);
    Object.assign(fake.context, context);
    await fake.compact();
    percent = null;
    await ask();
    expect(shown.slice(1)).toEqual([expect.stringMatching(/^Holdfast: compaction 1\. /)]);
  });

  it('sends nothing behind the last answer, and has the brief at the next prompt', async () => {
    const fake = fakeClient(prompt, called, result, answered);
    await fake.compact();
    expect(fake.sent).toEqual([]);
    const start = { type: 'before_agent_start', messageType: 'user', prompt: 'go on' };
    const told = (await fake.handlers.before_agent_start!(start, fake.context)) as {
      message: { content: string; display: boolean };
    };
    expect(told.message.content).toMatch(brief);
    expect(told.message.display).toBe(false);
  });

  it('answers once where it is installed twice', async () => {
    const fake = fakeClient(prompt, called, result);
    fake.register();
    await fake.compact();
    expect(fake.sent).toHaveLength(1);
  });

  it('does not hold up a client that ends the wait', async () => {
    const fake = fakeClient(prompt, called, result);
    const waiting = new AbortController();
    waiting.abort();
    const event = { reason: 'manual', signal: waiting.signal };
    await expect(fake.handlers.session_before_compact!(event, fake.context)).resolves.toBe(
      undefined,
    );
  });

  it('lets no failure of the client through, at any event', async () => {
    const fake = fakeClient(prompt, called, result);
    await fake.compact();
    const sessionManager = new Proxy(fake.context.sessionManager, {
      get() {
        throw new Error('no');
      },
    });
    for (const [name, handler] of Object.entries(fake.handlers)) {
      const told = await handler({ type: name, entries: [] }, { cwd: '/', sessionManager });
      expect([name, told]).toEqual([name, undefined]);
    }
  });

  it('looks at nothing at a tool call while nothing is open', async () => {
    const fake = fakeClient(prompt);
    await fake.handlers.session_start!({ reason: 'startup' }, fake.context);
    const file = vi.spyOn(fake.context.sessionManager, 'getSessionFile');
    const tool = { toolName: 'bash', toolCallId: 'c', input: { command: 'rm x' } };
    expect(await fake.handlers.tool_call!(tool, fake.context)).toBeUndefined();
    expect(await fake.handlers.tool_result!({ ...tool, content: [] }, fake.context)).toBe(
      undefined,
    );
    expect(await fake.handlers.context!({ messages: [] }, fake.context)).toBeUndefined();
    expect(file).not.toHaveBeenCalled();
  });

  it('keeps the memory of the session once the client has its answer [R44]', async () => {
    const long = { role: 'user', content: `Round the prices. ${'word '.repeat(9_000)}` };
    const fake = fakeClient(long, called, result, answered);
    await fake.handlers.before_agent_start!({ prompt: 'Go on.' }, fake.context);
    const file = join(fake.context.cwd, 'state', 'sessions', 'pi', 's1', 'memory.md');
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('Round the prices.'));
    expect(readFileSync(file, 'utf8')).toContain('made.txt');
  });
});
