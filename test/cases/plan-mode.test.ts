import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { arrived, bash, decision, edit, reason } from './kit.ts';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

function said(mode: string, text: string): void {
  rig.row({ type: 'user', permissionMode: mode, message: { role: 'user', content: text } });
}

const inMode = (mode: string, more: Record<string, unknown>) => ({
  ...more,
  permission_mode: mode,
});

async function compactInPlanMode(): Promise<string> {
  said('plan', 'Think about it first.');
  rig.callRows('toolu_1', 'Read', { file_path: '/x/a.ts' }, { text: 'text' });
  const started = await rig.compact();
  arrived(rig, started);
  return started.context;
}

describe('[case 49] plan mode around a compaction', () => {
  it('is told, and the first change asks when it is off behind the compaction', async () => {
    expect(await compactInPlanMode()).toMatch(/Plan mode was on: planning, no changes/);
    rig.callRows('toolu_2', 'Read', { file_path: '/x/b.ts' }, { text: 'text' });
    const looking = await rig.send('PreToolUse', inMode('default', bash('toolu_3', 'ls src')));
    expect(decision(looking)).toBe('');
    const first = await rig.send('PreToolUse', inMode('default', edit('toolu_4')));
    expect(decision(first)).toBe('ask');
    expect(reason(first)).toContain('plan mode was on before the compaction');
    const second = await rig.send('PreToolUse', inMode('default', edit('toolu_5')));
    expect(decision(second)).toBe('');
  });

  it('asks nothing while the client itself still holds it, nor after the person left it', async () => {
    await compactInPlanMode();
    const still = await rig.send('PreToolUse', inMode('plan', edit('toolu_2', '/x/plan.md')));
    expect(decision(still)).toBe('');
    const left = await rig.send('PreToolUse', inMode('acceptEdits', edit('toolu_3')));
    expect(decision(left)).toBe('');
  });

  it('is not spoken of when the person had left it before the compaction', async () => {
    said('plan', 'Think about it first.');
    rig.callRows('toolu_1', 'Read', { file_path: '/x/a.ts' }, { text: 'text' });
    said('acceptEdits', 'Now do it.');
    rig.callRows('toolu_2', 'Bash', { command: 'npm test' }, { text: 'ok' });
    const { context } = await rig.compact();
    expect(context.toLowerCase()).not.toContain('plan mode');
    expect(context).toContain('Think about it first.');
    const first = await rig.send('PreToolUse', inMode('default', edit('toolu_4')));
    expect(decision(first)).toBe('');
  });

  it('has ended with a plan that the person accepted', async () => {
    said('plan', 'Think about it first.');
    rig.callRows(
      'toolu_plan',
      'ExitPlanMode',
      {},
      { text: 'User has approved your plan.', structured: { plan: '# P', isAgent: false } },
    );
    const { context } = await rig.compact();
    expect(context.toLowerCase()).not.toContain('plan mode');
    expect(context).toContain('Think about it first.');
  });
});
