import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editCall } from './calls.ts';
import { acceptPlan } from './plans.ts';
import { longPlan, Rig, readPayload } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
  rig.userRow('Please plan the widgets.');
});
afterEach(() => rig.remove());

/** What the agent is told first, after a compaction that kept nothing but "something was approved". */
async function told(): Promise<string> {
  const summary = '<summary>Something was approved by the user.</summary>';
  return (await rig.compact({ summary })).context.slice(0, 1_900);
}

describe('a plan that the person accepted', () => {
  it('is named with its path, its approval and its step, and must be read before the first change [case 17] [R29]', async () => {
    const plan = acceptPlan(rig, 'brave-otter.md', longPlan);
    const context = await told();
    expect(context).toContain(`Read ${plan}`);
    expect(context).toMatch(/Approved by the user at 2026-.*Plan: widgets\. Only that\./);
    expect(context).toContain('step: Step 2: cut');
    expect((await rig.send('PreToolUse', editCall('toolu_2'))).denied).toContain(`Read ${plan}`);
    await rig.send('PostToolUse', readPayload(plan, longPlan));
    for (const id of ['toolu_3', 'toolu_4', 'toolu_5']) {
      expect((await rig.send('PreToolUse', editCall(id))).raw).toBe('');
    }
  });

  it('is found where the client’s own folder lies elsewhere [case 17]', async () => {
    const elsewhere = join(rig.root, 'settings of mine');
    rig.recordFolder = join(elsewhere, 'projects', 'proj');
    rig.userRow('Please plan the widgets.');
    const plan = acceptPlan(rig, 'calm-heron.md', longPlan, join(elsewhere, 'plans'));
    expect(await told()).toContain(`Read ${plan}`);
    expect((await rig.send('PreToolUse', editCall('toolu_2'))).denied).toContain(plan);
  });

  it('goes before a PLAN.md that merely lies in the project [case 17]', async () => {
    rig.write('PLAN.md', '# Plan: something old\n- [ ] Step A\n');
    const plan = acceptPlan(rig, 'brave-otter.md', longPlan);
    const context = await told();
    expect(context).toContain(plan);
    expect(context).not.toContain('something old');
  });

  it('that was accepted later replaces the earlier one, with its own approval only [case 17] [R29]', async () => {
    const old = acceptPlan(rig, 'old.md', longPlan.replace('Plan: widgets', 'Plan: gears'));
    const plan = acceptPlan(rig, 'new.md', longPlan);
    const context = await told();
    expect(context).toContain(`Read ${plan}`);
    const approved = context.slice(context.indexOf('Approved by the user, and only this'));
    expect(approved).toContain(plan);
    expect(approved).not.toContain(old);
    expect(context).not.toMatch(/Approved by the user at.*gears/);
    expect(context).toContain('Plan accepted, replaced since by another: Plan: gears');
  });

  it('whose file is gone is told from the transcript, asked of nobody, and holds nothing back [case 17]', async () => {
    const plan = acceptPlan(rig, 'brave-otter.md', longPlan);
    rmSync(plan);
    const context = await told();
    expect(context).toContain(plan);
    expect(context).toMatch(/brave-otter\.md is gone: the plan is told from the transcript/);
    expect(context).not.toMatch(/Missing:|Ask the user|ask the user for it/);
    expect((await rig.send('PreToolUse', editCall('toolu_2'))).raw).toBe('');
  });

  it('whose file goes after the compaction holds nothing back either [case 17]', async () => {
    const plan = acceptPlan(rig, 'brave-otter.md', longPlan);
    await told();
    rmSync(plan);
    expect((await rig.send('PreToolUse', editCall('toolu_2'))).raw).toBe('');
  });

  it('that was only proposed, or refused, is no approval and holds nothing back [case 17] [R29]', async () => {
    const path = rig.write('../home/.claude/plans/shy.md', longPlan);
    rig.callRows(
      'toolu_p',
      'ExitPlanMode',
      { plan: longPlan, planFilePath: path },
      { text: 'The user doesn’t want to proceed with this tool use.', failed: true },
    );
    rig.userRow('No, think again.');
    const context = await told();
    expect(context).not.toContain('Approved by the user');
    expect((await rig.send('PreToolUse', editCall('toolu_2'))).denied).toBe('');
  });
});
