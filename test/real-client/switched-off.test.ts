import { describe, expect, it } from 'vitest';
import { holdfast, installHoldfast, journalOf } from '../../harness/holdfast.ts';
import { startModelServer } from '../../harness/model-server.ts';
import { runClient } from '../../harness/run-client.ts';
import { createSandbox, type Sandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';

const client = await bringClient();

/** One session of the client in a project whose committed settings hold `env`, with Holdfast installed for the person. */
async function sessionWith(env: Record<string, string>, own: Record<string, string> = {}) {
  const sandbox: Sandbox = createSandbox('test');
  const server = await startModelServer({ policy: () => ({ text: 'The end.' }) });
  try {
    installHoldfast(sandbox, 'user');
    sandbox.write('.claude/settings.json', JSON.stringify({ env }));
    const run = await runClient({ client: client!, sandbox, server, prompt: 'Hello.', env: own });
    const shown = run.rows
      .map((row) => (row.attachment ?? {}) as { type?: string; content?: string })
      .filter(({ type }) => type === 'hook_system_message')
      .map(({ content }) => content);
    return {
      shown: shown.join('\n'),
      file: `${sandbox.project}/.claude/settings.json`,
      journal: journalOf(sandbox, run.sessionId).length,
      doctor: holdfastFails(sandbox),
    };
  } finally {
    await server.close();
    sandbox.remove();
  }
}

/** What doctor says, which ends with 1 here. */
function holdfastFails(sandbox: Sandbox): string {
  try {
    return holdfast(sandbox, 'doctor');
  } catch (error) {
    return (error as Error).message;
  }
}

describe.skipIf(!client)('a repository whose settings are for the client', () => {
  it('switches Holdfast off, and the person is told by the client', async () => {
    const { shown, file, journal, doctor } = await sessionWith({ HOLDFAST_DISABLE: '1' });
    expect(shown).toContain(`Holdfast: ${file} sets HOLDFAST_DISABLE.`);
    expect(journal).toBe(0);
    expect(doctor).toContain(`${file} sets HOLDFAST_DISABLE: no hook does anything here.`);
  });

  it('says nothing when it sets nothing of ours, and when the person alone switched it off', async () => {
    const set = await sessionWith({ OTHER: '1' });
    expect([set.shown, set.journal > 0]).toEqual(['', true]);
    const off = await sessionWith({ OTHER: '1' }, { HOLDFAST_DISABLE: '1' });
    expect([off.shown, off.journal]).toEqual(['', 0]);
  });

  it('cannot lead hooks that are installed for the person to another state folder', async () => {
    const { journal, doctor, file } = await sessionWith({ HOLDFAST_HOME: '/no/such/place' });
    expect(journal).toBeGreaterThan(0);
    expect(doctor).toContain(`${file} sets HOLDFAST_HOME`);
  });
});
