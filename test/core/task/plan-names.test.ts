import { describe, expect, it } from 'vitest';
import { isPlainPlanName, isPlanName } from '../../../src/core/task/plan-names.ts';
import { bash, edit } from '../../cases/kit.ts';
import { Rig, readPayload } from '../../cases/rig.ts';

const plans = [
  'PLAN.md',
  'task_plan.md',
  'implementation-plan.md',
  'plan.auth.md',
  'Umsetzungsplan.md',
  'Projekt-Plan.md',
  'plano_de_testes.md',
  'ПЛАН.md',
  'план работ.md',
  '計画.md',
  '実装計画.md',
  '計画書.md',
  '重构方案.md',
  '项目计划.md',
  '개발계획.md',
  'แผนงาน.md',
  'kế hoạch.md',
  'خطة العمل.md',
  'תוכנית.md',
  'योजना.md',
  'Plán.md',
  'toteutussuunnitelma.md',
];

describe('the name of a plan', () => {
  it.each(plans)('is %s, in either Unicode form', (name) => {
    expect([isPlanName(name), isPlanName(name.normalize('NFD'))]).toEqual([true, true]);
  });

  it.each(['README.md', 'planet.md', 'explanation.md', 'notes.md', 'plan.txt', 'airplane.md'])(
    'is not %s',
    (name) => expect(isPlanName(name)).toBe(false),
  );

  it('alone is a convention', () => {
    expect(['計画.md', 'Plano.md', '実装計画.md', 'notes.md'].map(isPlainPlanName)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it.each(['PLAN.md', '計画.md', 'Plán.md', 'план работ.md'])(
    '%s is found as the task of a session that reads and edits it',
    async (name) => {
      const rig = new Rig();
      try {
        const plan = `# Widgets\n\n- [x] measure\n- [ ] cut\n`;
        const path = rig.write(name, plan);
        await rig.send('SessionStart', { source: 'startup' });
        rig.userRow('Go on with the plan.');
        rig.callRows('toolu_1', 'Read', { file_path: path }, { text: plan });
        await rig.send('PostToolUse', readPayload(path, plan));
        for (let step = 2; step < 5; step += 1) {
          const call = edit(`toolu_${step}`, path);
          rig.callRows(`toolu_${step}`, 'Edit', call.tool_input, { text: 'updated' });
          await rig.send('PostToolUse', { ...call, tool_response: { filePath: path } });
        }
        rig.callRows('toolu_9', 'Bash', bash('', 'ls').tool_input, { text: 'ok' });
        const { context } = await rig.send('SessionStart', { source: 'compact' });
        expect(context).toContain(`Task: Widgets`);
        expect(context).toContain(name);
      } finally {
        rig.remove();
      }
    },
  );
});
