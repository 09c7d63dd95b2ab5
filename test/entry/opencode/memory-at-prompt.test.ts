import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compactedSession, type FakeClient, fakeClient, session } from './fake-client.ts';

const done = { finish: 'stop', time: { created: 1, completed: 2 } };
const question = 'After how many seconds does the warehouse broker close idle sockets?';
const finding = 'The warehouse broker closes idle sockets after 340 seconds.';

/** Exchanges before a compaction: the first found something out, the others fill the brief. */
function exchanges(fake: FakeClient): void {
  const say = (at: number, role: string, text: string) => {
    const info = { id: `msg_a${at}${role}`, sessionID: session, role, ...done };
    const parts = [{ id: `prt_a${at}${role}`, type: 'text', text }];
    fake.messages.push({ info, parts } as never);
  };
  say(100, 'user', 'Look at the import.');
  say(101, 'assistant', finding);
  for (let at = 110; at < 190; at += 1) {
    say(at, 'user', `And what of form${at}.ts, since page ${at} is empty?`);
    const names = Array.from({ length: 8 }, (_, nth) => `print${at}x${nth}.ts`).join(', ');
    say(at, 'assistant', `Because form${at}.ts needs ${names} first, page ${at} prints ${at * 7}.`);
  }
}

async function prompt(fake: FakeClient, id: string, text: string): Promise<string> {
  const output = {
    message: { id: `msg_z${id}`, role: 'user' },
    parts: [{ id: `prt_z${id}`, type: 'text', text }],
  };
  await fake.hooks['chat.message']!({ sessionID: session }, output);
  return output.parts.map((part) => part.text).join('\n');
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds() && tries < 100; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('what was said before a compaction, in opencode', () => {
  it('comes with a prompt whose words fit it, once, and with no other', async () => {
    const fake = fakeClient();
    exchanges(fake);
    const compacted = compactedSession(fake.folder);
    fake.messages.push(...compacted.slice(0, 3));
    await prompt(fake, '0', 'Go on.');
    const compacting = fake.hooks['experimental.session.compacting']!;
    await compacting({ sessionID: session }, { context: [] });
    const file = join(fake.folder, 'state', 'sessions', 'opencode', session, 'passages');
    await until(() => existsSync(file));
    fake.messages.push(...compacted.slice(3));
    const input = { sessionID: session, agent: 'build', message: compacted[2]!.info };
    await fake.hooks['experimental.compaction.autocontinue']!(input, { enabled: true });
    expect(fake.prompted[0]!.parts[0]!.text).not.toContain('340 seconds');
    expect(await prompt(fake, '1', 'Fix the lint.')).not.toContain('found by the words');
    const told = await prompt(fake, '2', question);
    expect(told).toContain('found by the words of this prompt');
    expect(told).toContain(finding);
    // Hooks know no handle of a place in this client's database.
    expect(told).not.toContain('--get');
    expect(await prompt(fake, '3', `${question} Say it.`)).not.toContain('340');
  });
});
