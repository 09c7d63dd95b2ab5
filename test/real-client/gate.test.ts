import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { compactThen } from '../../harness/policies/common.ts';
import { badPolicies } from '../../harness/policies/index.ts';
import { bringClient } from './client.ts';
import { openWorkplace, planOf, taskIn } from './product.ts';
import { denialsIn, executedCalls, holdsWhole, isChanging } from './witness.ts';

const client = await bringClient();
const longPlan = planOf(80);
const { tools } = claudeCodeDriver;

describe.skipIf(!client)('the gate on the real client', () => {
  it('denies nothing when the whole plan came with the brief [R5]', async () => {
    const plan = planOf(20);
    const work = await openWorkplace(client!, {
      plan,
      policy: (sandbox) => badPolicies.oblivious!(taskIn(sandbox)),
    });
    const run = await work.run('do the work');
    const last = run.requests.at(-1)!;
    expect(denialsIn(last, tools)).toEqual([]);
    const changes = executedCalls(last, tools).filter(({ call }) => isChanging(call, tools));
    expect(changes.length).toBeGreaterThan(0);
    expect(holdsWhole(changes[0]!.toldBefore, plan)).toBe(true);
  });

  it('lets no skill run its commands, or work as an agent of its own, before the plan was read', async () => {
    const work = await openWorkplace(client!, {
      plan: longPlan,
      policy: (sandbox) =>
        compactThen(taskIn(sandbox), (turn) => {
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
    expect(readdirSync(work.sandbox.project).sort()).toEqual(['.claude', '.mcp.json', 'PLAN.md']);
    expect(denialsIn(run.requests.at(-1)!, tools)).toHaveLength(2);
  });
});
