import { join } from 'node:path';
import type { Turn } from './turns.ts';

type Hook = (input: unknown, output: unknown) => Promise<unknown>;

interface Wish {
  query?: { limit?: number; before?: string };
  parseAs?: string;
}

/**
 * A session of opencode in memory, with every hook of two turns and a compaction. It gives its messages as the client does:
 * page by page where it is asked so, and as bytes. Those are made before, since what the client takes for that is its own.
 */
export async function openCodeSession(
  program: Record<string, (...given: unknown[]) => object>,
  folder: string,
  turns: readonly Turn[],
): Promise<() => Promise<void>> {
  const sessionID = 'ses_00000001';
  let serial = 0;
  const id = (kind: string): string => `${kind}_${String(++serial).padStart(12, '0')}`;
  const message = (role: string, more: object, ...parts: object[]): object => {
    const time = { created: ++serial, completed: serial };
    const info = { id: id('msg'), sessionID, role, time, ...more };
    return { info, parts: parts.map((part) => ({ id: id('prt'), ...part })) };
  };
  const messages = turns.flatMap(({ prompt, command, output, words }, at) => {
    const state = { status: 'completed', input: { command }, output, metadata: { exit: 0 } };
    return [
      message('user', { agent: 'build' }, { type: 'text', text: prompt }),
      message(
        'assistant',
        { finish: 'tool-calls' },
        { type: 'tool', tool: 'bash', callID: `c${at}`, state },
      ),
      message('assistant', { finish: 'stop' }, { type: 'text', text: words, time: { end: 1 } }),
    ];
  });
  const [open, comma, close] = ['[', ',', ']'].map((sign) => Buffer.from(sign)) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  const made = new Map<object, Buffer>();
  const bytesOf = (one: object): Buffer => {
    const known = made.get(one) ?? Buffer.from(JSON.stringify(one));
    made.set(one, known);
    return known;
  };
  for (const one of messages) bytesOf(one);
  const ofSession = async ({ query = {}, parseAs }: Wish) => {
    const end = query.before === undefined ? messages.length : Number(query.before);
    const from = query.limit === undefined ? 0 : Math.max(0, end - query.limit);
    const headers = new Headers(from === 0 ? {} : { 'x-next-cursor': String(from) });
    const parts = messages
      .slice(from, end)
      .flatMap((one, at) => [at === 0 ? open : comma, bytesOf(one)]);
    const bytes = Buffer.concat([...(parts.length === 0 ? [open] : parts), close]);
    const whole = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    const data = parseAs === 'arrayBuffer' ? whole : JSON.parse(bytes.toString());
    return { data, response: { headers } };
  };
  const none = async () => ({ data: {} });
  const client = {
    session: {
      get: async () => ({ data: { id: sessionID, directory: folder } }),
      messages: ofSession,
      prompt: none,
      promptAsync: none,
    },
  };
  const hooks = program.plugin!({ client, directory: folder }, join(folder, 'state'));
  const run = hooks as Record<string, Hook>;
  const own = { tool: 'bash', sessionID, callID: 'c' };
  const args = { command: 'ls' };
  const prompt = () => [{ id: 'prt_zzzzzz', type: 'text', text: 'Go on.' }];
  const info = { id: 'msg_zzzzzz', role: 'user', sessionID };
  const request = { messages: [{ info, parts: prompt() }] };
  const cut = message('user', {}, { type: 'compaction', auto: true });
  const summary = message(
    'assistant',
    { summary: true, finish: 'stop' },
    { type: 'text', text: 'Work went on.', time: { end: 1 } },
  );
  return async () => {
    await run['chat.message']!({ sessionID }, { message: info, parts: prompt() });
    await run['tool.execute.before']!(own, { args });
    messages.push(cut);
    await run['experimental.session.compacting']!({ sessionID }, { context: [] });
    messages.push(summary);
    await run['experimental.compaction.autocontinue']!({ sessionID }, { enabled: true });
    await run['experimental.chat.messages.transform']!({}, request);
    await run['tool.execute.before']!(own, { args });
    await run['tool.execute.after']!({ ...own, args }, { output: 'a', metadata: { exit: 0 } });
    await run.event!({ event: { type: 'session.idle', properties: { sessionID } } }, {});
  };
}
