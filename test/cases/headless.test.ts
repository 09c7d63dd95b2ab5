import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bash, edit, tree } from './kit.ts';
import { longPlan, Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

describe('[case 64] a one-shot run in a folder with a plan', () => {
  it('is told nothing, held back by nothing, and the folder is left as it was', async () => {
    rig.write('PLAN.md', longPlan);
    rig.write('.planning/a/task_plan.md', longPlan);
    const before = tree(rig.project);
    const headless = { permission_mode: 'bypassPermissions' };
    const answers = [await rig.send('SessionStart', { source: 'startup', ...headless })];
    rig.userRow('Review this change.');
    answers.push(
      await rig.send('UserPromptSubmit', { prompt: 'Review.', source: 'sdk', ...headless }),
      await rig.send('PreToolUse', { ...bash('toolu_1', 'rm -r build'), ...headless }),
      await rig.send('PreToolUse', { ...edit('toolu_2'), ...headless }),
      await rig.send('PostToolBatch', { tool_calls: [], ...headless }),
    );
    rig.answerRow('Looks good.');
    answers.push(await rig.send('Stop', { last_assistant_message: 'Looks good.', ...headless }));
    answers.push(await rig.send('SessionEnd', { reason: 'other' }));
    expect(answers.map((answer) => answer.raw)).toEqual(answers.map(() => ''));
    expect(tree(rig.project)).toEqual(before);
    expect(rig.watched).toBe(false);
    expect(rig.kinds().every((kind) => kind === 'session' || kind === 'ended')).toBe(true);
  });

  it('is told of the task when a person named one', async () => {
    rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    const start = await rig.send('SessionStart', { source: 'startup' });
    expect(start.context).toContain('the task here is PLAN.md.');
    expect(start.context.split('\n')).toHaveLength(1);
  });

  it.each([
    ['is gone', 'it does not exist', () => {}],
    ['is a folder', 'it is a folder', (path: string) => mkdirSync(path)],
    ...(process.platform === 'win32'
      ? []
      : [
          [
            'is a pipe',
            'it is not a regular file',
            (path: string) => void execFileSync('mkfifo', [path]),
          ] as const,
        ]),
  ] as const)('is told why the task cannot be read where it %s', async (_, why, make) => {
    rig.setTask('PLAN.md');
    make(join(rig.project, 'PLAN.md'));
    for (const source of ['startup', 'clear', 'resume']) {
      const start = await rig.send('SessionStart', { source });
      const cleared =
        source === 'clear' ? /The conversation was cleared; earlier facts: `.+`\./ : '';
      const told = `Holdfast: the task here is set to PLAN.md, which cannot be read: ${why}. Ask the user which task this is.`;
      expect(start.context.includes('cleared')).toBe(source === 'clear');
      expect(start.context.replace(cleared, '').trim()).toBe(told);
    }
  });
});
