import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAsPerson } from '../../../harness/outside-session.ts';
import { isWatched } from '../../../src/journal/watch.ts';
import { compactedSession, type FakeClient, fakeClient, session } from './fake-client.ts';

const cli = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli.js');

/** A command of ours beside the client, as a shell of the agent runs it. */
function holdfast(fake: FakeClient, ...args: string[]): string {
  const env = {
    PATH: process.env.PATH,
    HOME: fake.folder,
    HOLDFAST_HOME: join(fake.folder, 'state'),
  };
  const ran = runAsPerson(process.execPath, [cli, ...args], { cwd: fake.folder, env });
  return ran.out + ran.err;
}

const idle = { event: { type: 'session.idle', properties: { sessionID: session } } };
const tool = (name: string) => ({ sessionID: session, tool: name, callID: 'c1' });

/** A session of which one prompt was answered, and a run that it works on. */
async function working(): Promise<FakeClient> {
  const fake = fakeClient();
  const [prompt, answer] = compactedSession(fake.folder);
  fake.messages.push(prompt!);
  await fake.hooks['chat.message']!(
    { sessionID: session },
    { message: prompt!.info, parts: prompt!.parts },
  );
  const said = { id: 'prt_00000900', type: 'text', text: 'All is done.' };
  fake.messages.push({ ...answer!, parts: [...answer!.parts, said] });
  const started = holdfast(
    fake,
    'workflow',
    'start',
    'plan-first',
    '--set',
    'task=Round',
    '--session',
    session,
  );
  expect(started).toContain('Step explore');
  return fake;
}

describe('a step of a workflow inside of opencode', () => {
  it('is known though another process began the run, and denies a change', async () => {
    const fake = await working();
    const edit = { args: { filePath: join(fake.folder, 'a.ts'), oldString: 'a', newString: 'b' } };
    const ask = fake.hooks['tool.execute.before']!;
    await expect(ask(tool('edit'), edit)).rejects.toThrow('step "explore"');
    await expect(ask(tool('read'), { args: { filePath: '/x' } })).resolves.toBeUndefined();
  });

  it('continues a turn that ends while it lacks something, and is carried over a compaction', async () => {
    const fake = await working();
    const filePath = join(fake.folder, 'a.ts');
    writeFileSync(filePath, 'const a = 1;\n');
    const output = `<file>\n00001| const a = 1;\n\n(End of file - total 1 lines)\n</file>`;
    const state = { status: 'completed', input: { filePath }, output, metadata: {} };
    const read = { id: 'prt_00000800', type: 'tool', tool: 'read', callID: 'call_2', state };
    fake.messages.at(-1)!.parts.unshift(read);
    await fake.hooks.event!(idle, undefined);
    await expect.poll(() => fake.prompted.length).toBe(1);
    // What was read stands in the messages of the client alone.
    expect(fake.prompted[0]!.parts[0]!.text).toContain('1 of 3 distinct files');
    const context: string[] = [];
    await fake.hooks['experimental.session.compacting']!({ sessionID: session }, { context });
    expect(context.join()).toMatch(/holdfast workflow next --token hfw1\./);
  });

  it('is heard of no more once the run is over', async () => {
    const fake = await working();
    expect(isWatched(join(fake.folder, 'state'), session)).toBe(true);
    holdfast(fake, 'workflow', 'abandon', '--session', session, '--why', 'no longer wanted');
    const edit = { args: { filePath: join(fake.folder, 'a.ts'), oldString: 'a', newString: 'b' } };
    await expect(fake.hooks['tool.execute.before']!(tool('edit'), edit)).resolves.toBeUndefined();
    expect(isWatched(join(fake.folder, 'state'), session)).toBe(false);
  });
});
