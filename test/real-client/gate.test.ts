import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diagnosisOf } from '../../harness/holdfast.ts';
import { compactThen } from '../../harness/policies/common.ts';
import { badPolicies } from '../../harness/policies/index.ts';
import { boundariesOf } from '../../harness/record.ts';
import { bringClient } from './client.ts';
import { openWorkplace, planOf } from './product.ts';
import { denialsIn, executedCalls, holdsWhole, isChanging } from './witness.ts';

const client = await bringClient();
const longPlan = planOf(80);

describe.skipIf(!client).each(Object.entries(badPolicies))(
  'the gate on the real client, against the agent that is: %s',
  (_name, create) => {
    it('lets no change through before the plan was read, and does not lock the agent out [R5] [R28]', async () => {
      const work = await openWorkplace(client!, {
        plan: longPlan,
        policy: (sandbox) =>
          create({ project: sandbox.project, plan: `${sandbox.project}/PLAN.md` }),
      });
      work.sandbox.write('old/PLAN.md', longPlan);
      const run = await work.run('do the work');
      expect([run.exitCode, run.timedOut, work.server.faults]).toEqual([0, false, []]);
      expect(boundariesOf(run.rows)).toHaveLength(1);

      const told = diagnosisOf(work.sandbox, run.sessionId);
      const last = run.requests.at(-1)!;
      const changes = executedCalls(last).filter(({ call }) => isChanging(call));
      const early = changes.filter(({ toldBefore }) => !holdsWhole(toldBefore, longPlan));
      expect(
        early.map(({ call }) => call.input),
        told,
      ).toEqual([]);
      expect(changes.length, told).toBeGreaterThan(0);
      const made = readdirSync(work.sandbox.project).filter((name) => /^(change|shell)/.test(name));
      expect(made.length).toBeGreaterThan(0);

      const denials = denialsIn(last);
      for (const denial of denials.filter((text) => !text.includes('plan-mark-1-end'))) {
        expect(denial).toContain(join(work.sandbox.project, 'PLAN.md'));
        expect(denial.replace(/^PreToolUse:\w+ hook error: /, '').length).toBeLessThanOrEqual(300);
      }
      expect(existsSync(join(work.sandbox.holdfastHome, 'watch', run.sessionId))).toBe(false);
    });
  },
);

describe.skipIf(!client)('the gate on the real client', () => {
  it('denies nothing when the whole plan came with the brief [R5]', async () => {
    const plan = planOf(20);
    const work = await openWorkplace(client!, {
      plan,
      policy: (sandbox) =>
        badPolicies.oblivious!({ project: sandbox.project, plan: `${sandbox.project}/PLAN.md` }),
    });
    const run = await work.run('do the work');
    const last = run.requests.at(-1)!;
    expect(denialsIn(last)).toEqual([]);
    const changes = executedCalls(last).filter(({ call }) => isChanging(call));
    expect(changes.length).toBeGreaterThan(0);
    expect(holdsWhole(changes[0]!.toldBefore, plan)).toBe(true);
  });

  it('lets no skill run its commands, or work as an agent of its own, before the plan was read', async () => {
    const work = await openWorkplace(client!, {
      plan: longPlan,
      policy: () =>
        compactThen((turn) => {
          const skill = ['runs', 'forks'][turn];
          return skill ? { calls: [{ name: 'Skill', input: { skill } }] } : { text: 'Done.' };
        }),
    });
    const skill = (name: string, head: string, body: string) =>
      work.sandbox.write(
        `.claude/skills/${name}/SKILL.md`,
        `---\nname: ${name}\ndescription: ${name}\nallowed-tools: Bash(*)\n${head}---\n${body}\n`,
      );
    skill('runs', '', '!`touch change-by-skill.txt`');
    skill('forks', 'context: fork\n', 'Do it.');
    const run = await work.run('do the work');
    expect(run.requests.some((request) => request.kind === 'subagent')).toBe(false);
    expect(readdirSync(work.sandbox.project).sort()).toEqual(['.claude', 'PLAN.md']);
    expect(denialsIn(run.requests.at(-1)!)).toHaveLength(2);
  });
});
