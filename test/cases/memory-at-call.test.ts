import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bash } from './kit.ts';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const file = (): string => join(rig.state, 'sessions', 'claude-code', rig.session, 'worked.json');
const failing = 'npm test -- --grep rounding';
const working = 'npm test -- --grep rounding --tags integration';
const call = (id: string, command: string) => rig.send('PreToolUse', bash(id, command));
const told = 'What then worked';

/** A command that failed in one form and worked in another, and a compaction behind it. */
async function compacted(): Promise<void> {
  await rig.send('SessionStart', { source: 'startup' });
  rig.userRow('Run the tests of rounding.');
  const error = { text: 'Error: no test matches the tag of this build', failed: true };
  rig.callRows('toolu_1', 'Bash', { command: failing }, error);
  rig.callRows('toolu_2', 'Bash', { command: working }, { text: '3 passed' });
  const started = await rig.compact();
  rig.boundaryRows('B1');
  rig.injectedRow(started.context);
  await rig.send('UserPromptSubmit', { prompt: 'Go on.', prompt_id: 'p' });
  rig.answerRow('I go on.');
}

describe('what worked before a compaction, before a call', () => {
  it('is told once with a call in the form that failed', async () => {
    await compacted();
    const { context } = await call('toolu_3', `${failing} 2>&1 | tail -20`);
    expect(context).toContain(`What then worked: \`${working}\``);
    expect(context).toContain('no test matches the tag');
    expect((await call('toolu_4', failing)).context).not.toContain(told);
    expect(rig.kinds().filter((kind) => kind === 'brought-up')).toHaveLength(1);
    expect(rig.faults).toBe('');
  });

  it.each([working, 'npm test', 'ls'])('is not told with "%s"', async (command) => {
    await compacted();
    expect((await call('toolu_3', command)).context).not.toContain(told);
  });

  it('decides nothing about the call', async () => {
    await compacted();
    const { json } = await call('toolu_3', failing);
    expect(json?.hookSpecificOutput?.permissionDecision).toBeUndefined();
  });

  it('is not told where it is switched off, or nothing was compacted', async () => {
    mkdirSync(join(rig.home, '.config', 'holdfast'), { recursive: true });
    const config = join(rig.home, '.config', 'holdfast', 'config.json');
    writeFileSync(config, '{ "memoryAtUse": "off" }');
    await compacted();
    expect((await call('toolu_3', failing)).context).not.toContain(told);
    expect(existsSync(file())).toBe(false);
  });
});
