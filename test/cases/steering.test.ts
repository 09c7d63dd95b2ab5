import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holderText } from '../../src/core/lock.ts';
import { generationsIn } from '../../src/platform/generations.ts';
import { lockDeps } from '../../src/platform/lock.ts';
import { edit } from './kit.ts';
import { longPlan, Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const opening = 'Keep in the summary, word for word:';

function work(): void {
  rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  rig.userRow('Do the plan. Never push to main.');
  rig.callRows(
    'toolu_1',
    'Edit',
    { file_path: `${rig.project}/src/a.ts` },
    { text: 'The file has been updated.' },
  );
}

describe('[case 65] the text for the summariser', () => {
  it.each([
    ['auto', null],
    ['manual', 'Keep "the numbers" and `quotes`; drop the rest.'],
    ['manual', `${opening}\nRules the user gave:\n- "Never push to main."`],
    ['manual', 'x'.repeat(20_000)],
  ])(
    'is plain, short and once, and leaves the instructions of the person alone (%s)',
    async (trigger, custom) => {
      work();
      const { raw } = await rig.send('PreCompact', { trigger, custom_instructions: custom });
      expect(raw.startsWith(opening)).toBe(true);
      expect(raw.split(opening)).toHaveLength(2);
      expect(() => JSON.parse(raw)).toThrow();
      expect(raw.length).toBeLessThanOrEqual(2_000);
      // The client itself puts the person's instructions before what a hook prints.
      expect(raw).not.toContain('xxxxx');
      expect(raw).not.toContain('drop the rest');
      expect(rig.faults).toBe('');
    },
  );

  it('goes out once when two configurations call us for one event', async () => {
    work();
    const first = await rig.send('PreCompact', { trigger: 'auto' });
    const second = await rig.send('PreCompact', { trigger: 'auto' });
    expect(first.raw).not.toBe('');
    expect(second.raw).toBe('');
  });

  it('[R38] names plan, step and changed files, and the rules word for word', async () => {
    work();
    const { raw } = await rig.send('PreCompact', { trigger: 'auto' });
    for (const part of [
      `${rig.project}/PLAN.md`,
      'Step 2: cut',
      'Never push to main.',
      'src/a.ts',
    ]) {
      expect(raw).toContain(part);
    }
  });
});

describe('[case 88] a compaction that cannot be vetoed', () => {
  it('finds all facts written down within the before-event itself', async () => {
    work();
    await rig.send('PreCompact', { trigger: 'auto' });
    const snapshot = rig.journal().find((entry) => entry.kind === 'snapshot');
    const text = JSON.stringify(snapshot);
    for (const part of ['Never push to main.', 'src/a.ts']) expect(text).toContain(part);
  });

  it('is never vetoed: whatever happens, the answer is text or nothing', async () => {
    for (const payload of ['{}', '{"session_id":"x"}', 'no json', '']) {
      const answer = await rig.sendRaw(payload, ['claude-code', 'PreCompact']);
      expect(answer.raw).not.toMatch(/block|decision|continue/);
    }
    expect(process.exitCode ?? 0).toBe(0);
  });
});

describe('[case 89] a session start while the compaction is under way', () => {
  it('answers from what is written, before the boundary is in the record', async () => {
    work();
    await rig.send('PreCompact', { trigger: 'auto' });
    const { context } = await rig.send('SessionStart', { source: 'compact' });
    expect(context).toContain('Never push to main.');
  });

  it('is not held up by another process that holds the lock, and harms nothing that it wrote', async () => {
    work();
    await rig.send('PreCompact', { trigger: 'auto' });
    const chain = generationsIn(`${rig.state}/sessions/claude-code/${rig.session}/lock`);
    const { generation } = chain.read();
    // This process lives while the hook runs.
    const holder = holderText(lockDeps);
    expect(chain.replace(generation, holder)).toBe(true);
    const { context } = await rig.send('SessionStart', { source: 'compact' });
    expect(context).toContain('Never push to main.');
    expect(chain.read()).toEqual({ generation: generation + 1, text: holder });
    expect(rig.kinds()).toEqual(expect.arrayContaining(['snapshot', 'armed', 'brief']));
    const denial = await rig.send('PreToolUse', edit('toolu_2'));
    expect(denial.denied).toContain('PLAN.md');
  });
});
