import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeClient, session } from './fake-client.ts';

const done = { finish: 'stop', time: { created: 1, completed: 2 } };
const argument = process.argv[2];

afterEach(() => {
  if (argument === undefined) process.argv.splice(2, 1);
  else process.argv[2] = argument;
});

/** A session of some 40,000 tokens in a client that was started with `command`, at the moment its reply has come. */
async function reply(command: string): Promise<string> {
  process.argv[2] = command;
  const fake = fakeClient();
  const say = (id: string, role: string, text: string) => {
    const info = { id: `msg_${id}`, sessionID: session, role, ...done };
    fake.messages.push({ info, parts: [{ id: `prt_${id}`, type: 'text', text }] } as never);
  };
  say('1', 'user', 'Round the prices of the shelf.');
  say('2', 'assistant', 'The shelf has many prices. '.repeat(6_000));
  const input = { sessionID: session, messageID: 'msg_2', partID: 'prt_2' };
  await fake.hooks['experimental.text.complete']!(input, { text: 'Done.' });
  return join(fake.folder, 'state', 'sessions', 'opencode', session, 'memory.md');
}

describe('the memory of a session in `opencode run`, which ends with the turn', () => {
  it('is written by the hook of the reply, without an event that the client does not wait for', async () => {
    const memory = await reply('run');
    // The hook is waited for a second at most, which a busy machine may need more than.
    await vi.waitFor(() => expect(existsSync(memory)).toBe(true), { timeout: 20_000 });
    expect(readFileSync(memory, 'utf8')).toContain('Round the prices of the shelf.');
  });

  it('costs no wait in a client that goes on after the turn', async () => {
    const memory = await reply('serve');
    expect(memory).toContain(session);
    expect(existsSync(memory)).toBe(false);
  });
});
