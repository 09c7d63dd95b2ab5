import { cpSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { makeCliMachine } from '../entry/cli/machine.ts';
import { arrived, beginWork, decision, edit, reason } from './kit.ts';
import { longPlan, Rig } from './rig.ts';

let rig: Rig;
let old: string;
beforeEach(async () => {
  rig = new Rig();
  old = rig.project;
  rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  await beginWork(rig);
  for (const name of ['a.ts', 'b.ts']) {
    rig.callRows(`edit-${name}`, 'Edit', { file_path: join(old, 'src', name) }, { text: 'ok' });
  }
});
afterEach(() => rig.remove());

/** The folder has another name from now on; the session's record stays where it is. */
function moveTo(name: string): void {
  renameSync(old, join(rig.root, name));
  Object.assign(rig, { project: join(rig.root, name) });
}

/** Work after the first compaction, and a second one. */
async function compactAgain(): Promise<string> {
  rig.userRow('Go on.');
  rig.callRows('toolu_on', 'Bash', { command: 'npm test' }, { text: 'ok' });
  return (await rig.compact()).context;
}

describe('a project whose folder was moved between two starts of a session', () => {
  it('keeps its task, its gate and its files, under the names that they have now', async () => {
    arrived(rig, await rig.compact());
    moveTo('renamed');
    const { context } = await rig.send('SessionStart', { source: 'resume' });
    expect(context).not.toContain(`${old}/`);
    const denied = await rig.send('PreToolUse', edit('toolu_1'));
    expect(decision(denied)).toBe('deny');
    expect(reason(denied)).toContain(`${rig.project}/PLAN.md`);
    const brief = await compactAgain();
    expect(brief).toContain(`was ${old} before and is ${rig.project} now`);
    expect(brief).toContain('Task: Plan: widgets');
    expect(brief).toContain('- src/a.ts (modified)');
    expect(brief.split('\n').filter((line) => line.includes(`${old}/`))).toEqual([]);
  });

  it('says that the task is lost where another folder stands in its place', async () => {
    await rig.compact();
    cpSync(old, join(rig.root, 'copy'), { recursive: true });
    removeFolder(old);
    Object.assign(rig, { project: join(rig.root, 'copy') });
    await rig.send('SessionStart', { source: 'resume' });
    const context = await compactAgain();
    expect(context).toContain(`This session worked in ${old}, which is gone`);
    expect(context).toContain('The task that was set there, PLAN.md, is not known here');
    expect(context).toContain('holdfast task set FILE');
  });

  it('is nothing to a session that goes on in another folder while the first is there', async () => {
    await rig.compact();
    cpSync(old, join(rig.root, 'other'), { recursive: true });
    Object.assign(rig, { project: join(rig.root, 'other') });
    await rig.send('SessionStart', { source: 'resume' });
    const context = await compactAgain();
    expect(existsSync(old)).toBe(true);
    expect(context).not.toMatch(/which is gone|before and is/);
    expect(context).toContain(`${old}/src/a.ts`);
  });
});

it('a task that was set is shown by the command line under the new name of its folder', () => {
  const machine = makeCliMachine();
  try {
    cpSync(join(old, 'PLAN.md'), join(machine.project, 'PLAN.md'));
    machine.run(['task', 'set', 'PLAN.md']);
    const cwd = `${machine.project}-renamed`;
    renameSync(machine.project, cwd);
    const { out, code } = machine.run(['task', 'show'], { cwd });
    expect(out).toContain(`${cwd}/PLAN.md`);
    expect(out).toContain(`for ${machine.project}, which is this folder now`);
    expect(code).toBe(0);
    expect(machine.run(['task', 'set', 'PLAN.md'], { cwd }).code).toBe(0);
    expect(machine.run(['task', 'show'], { cwd }).out).not.toContain('which is this folder now');
  } finally {
    machine.remove();
  }
});
