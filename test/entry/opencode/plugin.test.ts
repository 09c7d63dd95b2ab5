import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ClientMessage } from '../../../src/entry/opencode/client.ts';
import { plugin } from '../../built/plugins.ts';
import { compactedSession, type FakeClient, fakeClient, session } from './fake-client.ts';

const brief = /\[Holdfast [\w-]+\] The conversation before/;
const request = 'experimental.chat.messages.transform';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** The hooks of a compaction up to where the client goes on by itself; returns whether it still would. */
async function compact(fake: FakeClient): Promise<{ enabled: boolean; context: string[] }> {
  const compacted = compactedSession(fake.folder);
  fake.messages.push(...compacted.slice(0, 3));
  const context: string[] = [];
  await fake.hooks['experimental.session.compacting']!({ sessionID: session }, { context });
  await fake.hooks[request]!({}, { messages: structuredClone(fake.messages) });
  fake.messages.push(...compacted.slice(3));
  const output = { enabled: true };
  const input = { sessionID: session, agent: 'build', message: compacted[2]!.info };
  await fake.hooks['experimental.compaction.autocontinue']!(input, output);
  return { enabled: output.enabled, context };
}

/** The messages of the next request, behind the compaction, as the plugin leaves them. */
async function nextRequest(fake: FakeClient): Promise<string> {
  const info: ClientMessage['info'] = { id: 'msg_9', sessionID: session, role: 'user' };
  const goOn: ClientMessage = { info, parts: [{ id: 'prt_9', type: 'text', text: 'Go on.' }] };
  const messages = [...structuredClone(fake.messages.slice(2)), goOn];
  await fake.hooks[request]!({}, { messages });
  return messages.flatMap(({ parts }) => parts.map(({ text }) => text ?? '')).join('\n');
}

describe('the plugin of opencode', () => {
  it('steers the summariser, and puts the brief in the place of the message to go on [R30]', async () => {
    const fake = fakeClient();
    const { enabled, context } = await compact(fake);
    expect(enabled).toBe(false);
    expect(context.join()).toContain('customer_ref_77');
    // The client's own order stays here, with its form.
    expect(context.join()).not.toContain('under these headings');
    expect(fake.prompted).toHaveLength(1);
    expect(fake.prompted[0]).toMatchObject({ noReply: true, agent: 'build' });
    const [part] = fake.prompted[0]!.parts;
    expect(part?.synthetic).toBe(true);
    expect(part?.text).toMatch(brief);
    expect(part?.text).toContain('customer_ref_77');
    expect(await nextRequest(fake)).not.toMatch(brief);
  });

  it.each([
    ['an error', async () => ({ error: { name: 'no' } })],
    ['a refusal', () => Promise.reject(new Error('no'))],
  ])('puts the brief into every request where the client answers with %s', async (_, prompt) => {
    const fake = fakeClient();
    fake.answers.prompt = prompt;
    expect((await compact(fake)).enabled).toBe(true);
    for (const text of [await nextRequest(fake), await nextRequest(fake)]) {
      expect(text.split(brief)).toHaveLength(2);
    }
  });

  it('lets no failure of the client through, at any hook', async () => {
    const fake = fakeClient();
    await compact(fake);
    fake.answers.get = () => Promise.reject(new Error('no'));
    fake.answers.messages = () => Promise.reject(new Error('no'));
    fake.answers.prompt = () => Promise.reject(new Error('no'));
    const tool = { sessionID: session, tool: 'bash', callID: 'c', args: {} };
    const message = { id: 'msg_8', role: 'user' };
    const parts = [{ id: 'prt_8', type: 'text', text: 'go' }];
    const idle = { event: { type: 'session.idle', properties: { sessionID: session } } };
    const calls: [string, unknown, unknown][] = [
      ['chat.message', { sessionID: session }, { message, parts }],
      ['tool.execute.before', tool, { args: { command: 'rm x' } }],
      ['tool.execute.after', tool, { output: 'o', metadata: {} }],
      [request, {}, { messages: structuredClone(fake.messages) }],
      [request, {}, { messages: [] }],
      ['experimental.session.compacting', { sessionID: session }, { context: [] }],
      ['experimental.compaction.autocontinue', { sessionID: session }, { enabled: true }],
      ['event', idle, undefined],
      ['event', { event: { type: 'session.compacted' } }, undefined],
    ];
    for (const [hook, input, output] of calls) {
      await expect(fake.hooks[hook]!(input, output), hook).resolves.toBeUndefined();
    }
    const faults = readFileSync(join(fake.folder, 'state', 'faults.ndjson'), 'utf8');
    expect(faults).toContain('experimental.session.compacting');
  });

  it('tells the user and the agent once in a window that a compaction is near, by the client’s own count', async () => {
    const fake = fakeClient();
    const before = compactedSession(fake.folder);
    const answered = (total: number): void => {
      const tokens = { total, input: total, output: 0, reasoning: 0 };
      const [prompt, answer] = compactedSession(fake.folder);
      const told = { ...answer!.info, tokens, providerID: 'p', modelID: 'm' };
      fake.messages.push(prompt!, { ...answer!, info: told });
    };
    const ask = async (): Promise<string> => {
      const parts = [{ id: 'prt_7x', type: 'text', text: 'Go on.' }];
      await fake.hooks['chat.message']!({ sessionID: session }, { message: {}, parts });
      return parts.map(({ text }) => text).join('\n');
    };
    const limit = { context: 200_000, output: 32_000 };
    answered(160_000);
    await ask();
    await fake.hooks['chat.params']!({ model: { id: 'm', providerID: 'p', limit } }, {});
    fake.messages.length = 0;
    answered(140_000);
    await ask();
    expect(fake.toasts).toEqual([]);
    answered(147_000);
    expect(await ask()).toContain('will soon be compacted');
    await ask();
    expect(fake.toasts).toEqual([
      expect.stringMatching(/a compaction is near, the context is 88 % full/),
    ]);
    await compact(fake);
    fake.messages.push(...before.slice(0, 1));
    await ask();
    expect(fake.toasts.slice(1)).toEqual([expect.stringMatching(/^Holdfast: compaction 1\. /)]);
  });

  it('waits for a client that does not answer no longer than its deadline', async () => {
    const fake = fakeClient();
    fake.answers.messages = () => new Promise(() => {});
    vi.useFakeTimers();
    const output = { context: [] as string[] };
    const waited = fake.hooks['experimental.session.compacting']!({ sessionID: session }, output);
    await vi.advanceTimersByTimeAsync(10_000);
    await waited;
    expect(output.context).toEqual([]);
  });

  it('never asks for a compaction itself, however full the context is [case 77]', async () => {
    const fake = fakeClient();
    const full = { total: 999_999, input: 999_999, output: 1, reasoning: 0 };
    for (const message of compactedSession(fake.folder).slice(0, 2)) {
      fake.messages.push({ ...message, info: { ...message.info, tokens: full } as never });
    }
    const tool = { sessionID: session, tool: 'bash', callID: 'c', args: {} };
    await fake.hooks['chat.message']!({ sessionID: session }, { message: {}, parts: [] });
    await fake.hooks['tool.execute.before']!(tool, { args: { command: 'ls' } });
    await fake.hooks['tool.execute.after']!(tool, { output: 'o', metadata: {} });
    await fake.hooks[request]!({}, { messages: structuredClone(fake.messages) });
    const idle = { type: 'session.idle', properties: { sessionID: session } };
    await fake.hooks.event!({ event: idle }, undefined);
    await compact(fake);
    await fake.hooks.event!({ event: idle }, undefined);
    expect(fake.summarised).toBe(0);
  });

  it('takes each instance of the client once, and is an object whatever happens', () => {
    const fake = fakeClient();
    expect(Object.keys(fake.hooks).length).toBeGreaterThan(5);
    expect(plugin({ client: fake.client, directory: fake.folder })).toEqual({});
    vi.stubEnv('HOLDFAST_DISABLE', '1');
    const other = { session: {} } as never;
    expect(plugin({ client: other, directory: fake.folder })).toEqual({});
  });

  it('asks the client nothing at a tool call while nothing is open', async () => {
    const fake = fakeClient();
    const asked = vi.fn(async () => ({ data: [] }));
    const message = { id: 'msg_7', role: 'user' };
    const parts = [{ id: 'prt_7', type: 'text', text: 'go' }];
    await fake.hooks['chat.message']!({ sessionID: session }, { message, parts });
    fake.answers.messages = asked;
    fake.answers.get = asked;
    const tool = { sessionID: session, tool: 'bash', callID: 'c', args: {} };
    await fake.hooks['tool.execute.before']!(tool, { args: { command: 'rm x' } });
    await fake.hooks['tool.execute.after']!(tool, { output: 'o', metadata: {} });
    await fake.hooks[request]!({}, { messages: structuredClone(fake.messages) });
    expect(asked.mock.calls).toEqual([]);
  });

  it('refuses a change while the plan is unread, and lets the reading through', async () => {
    const steps = Array.from({ length: 400 }, (_, at) => `- [ ] step ${at}: a thing to do here`);
    const plan = `# Plan\n${steps.join('\n')}\n`;
    const fake = fakeClient(plan);
    await compact(fake);
    const change = { sessionID: session, tool: 'bash', callID: 'c1' };
    const ask = fake.hooks['tool.execute.before']!;
    await expect(ask(change, { args: { command: 'rm x' } })).rejects.toThrow(/PLAN\.md/);
    const read = { sessionID: session, tool: 'read', callID: 'c2' };
    await expect(ask(read, { args: { filePath: `${fake.folder}/PLAN.md` } })).resolves.toBe(
      undefined,
    );
  });
});

describe('[R32] the turn that a continuation of ours starts', () => {
  it.each([
    ['an agent that may not write', { agent: 'plan' }, { agent: 'plan' }],
    [
      'a custom agent, its model and variant',
      { agent: 'careful', model: { providerID: 'p', modelID: 'm', variant: 'high' } },
      { agent: 'careful', model: { providerID: 'p', modelID: 'm' }, variant: 'high' },
    ],
    [
      'a variant beside the model',
      { agent: 'careful', model: { providerID: 'p', modelID: 'm' }, variant: 'low' },
      { agent: 'careful', model: { providerID: 'p', modelID: 'm' }, variant: 'low' },
    ],
  ])('keeps %s', async (_, info, wanted) => {
    const fake = fakeClient('# Plan\n- [ ] cut\n');
    fake.messages.push(...compactedSession(fake.folder));
    for (const message of fake.messages)
      if (message.info.role === 'user') Object.assign(message.info, info);
    await fake.hooks['experimental.session.compacting']!({ sessionID: session }, { context: [] });
    await fake.hooks['experimental.compaction.autocontinue']!(
      { sessionID: session, agent: info.agent, message: fake.messages[0]!.info },
      { enabled: true },
    );
    const said = fake.prompted.length;
    expect(fake.prompted[said - 1]).toMatchObject({ noReply: true, ...wanted });
    fake.messages.push({
      info: {
        id: 'msg_99999999',
        sessionID: session,
        role: 'assistant',
        finish: 'stop',
        time: { created: 9, completed: 9 },
      },
      parts: [{ id: 'prt_99999999', type: 'text', text: 'I am done.' }],
    });
    const idle = { type: 'session.idle', properties: { sessionID: session } };
    await fake.hooks.event!({ event: idle }, undefined);
    expect(fake.prompted.length).toBe(said + 1);
    expect(fake.prompted.at(-1)).toMatchObject(wanted);
    expect(fake.prompted.at(-1)).not.toHaveProperty('noReply');
  });
});
