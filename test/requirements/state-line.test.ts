import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { arrived } from '../cases/kit.ts';
import { Rig } from '../cases/rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const plan = `---
objective: Build every widget
scope: [src/widgets, test/widgets]
success: [all tests pass]
---
# Plan: widgets
## Phase 1: measure
- [x] measure
## Phase 2: cut
- [ ] cut
- [ ] join
`;

const prompt = (id: string) =>
  rig.send('UserPromptSubmit', { prompt: `go on ${id}`, prompt_id: id });

function work(path = 'work/PLAN.md'): string {
  const full = rig.write(path, plan);
  rig.setTask(path);
  rig.userRow('Do the plan.');
  rig.callRows(
    'toolu_1',
    'Edit',
    { file_path: `${rig.project}/src/a.ts`, old_string: 'a', new_string: 'b' },
    { text: 'The file has been updated.' },
  );
  return full;
}

describe('the line that each prompt carries', () => {
  it('[R24] tells session, plan, objective, phase, scope, success, edits and what is uncommitted', async () => {
    const path = work();
    const { context } = await prompt('p1');
    expect(context.split('\n')).toHaveLength(1);
    for (const part of [
      'session 1111111',
      `plan ${path}`,
      'objective: Build every widget',
      'phase: Phase 2: cut',
      'scope: src/widgets, test/widgets',
      'success: all tests pass',
      '1 edits',
      'dirty (1 files)',
    ]) {
      expect(context).toContain(part);
    }
    expect(context.length).toBeLessThanOrEqual(300);
  });

  it('[R24] is clean once the change is committed', async () => {
    work();
    rig.callRows(
      'toolu_2',
      'Bash',
      { command: 'git add -A && git commit -m "Cut"' },
      { text: '[main 1234567] Cut\n 1 file changed' },
    );
    expect((await prompt('p1')).context).toContain('| clean');
  });

  it('[R24] keeps every field within 300 characters under a long path', async () => {
    work(`${'a-long-folder-name/'.repeat(12)}PLAN.md`);
    const { context } = await prompt('p1');
    expect(context.length).toBeLessThanOrEqual(300);
    for (const part of [
      'PLAN.md',
      'objective:',
      'phase:',
      'scope:',
      'success:',
      '1 edits',
      'dirty',
    ]) {
      expect(context).toContain(part);
    }
  });

  it('[R27] has the same bytes prompt after prompt, and the same again behind a compaction', async () => {
    work();
    const first = await prompt('p1');
    rig.answerRow('Yes.');
    const second = await prompt('p2');
    expect(second.raw).toBe(first.raw);
    const started = await rig.compact({ trigger: 'manual' });
    arrived(rig, started);
    const warned = await prompt('p3');
    expect(warned.context.startsWith('CONTEXT WAS COMPACTED')).toBe(true);
    expect(warned.context.endsWith(first.context)).toBe(true);
    rig.answerRow('Going on.');
    expect((await prompt('p4')).raw).toBe(first.raw);
  });

  it('[R27] is nothing at all where no task was named and no plan approved', async () => {
    rig.write('PLAN.md', plan);
    rig.userRow('Just look.');
    expect((await prompt('p1')).raw).toBe('');
  });

  it('[R24] [R29] stands for an approved plan too, and is gone when the person approved none', async () => {
    const path = `${rig.home}/.claude/plans/widgets.md`;
    const { mkdirSync, writeFileSync } = await import('node:fs');
    mkdirSync(`${rig.home}/.claude/plans`, { recursive: true });
    writeFileSync(path, plan);
    rig.userRow('Plan it.');
    rig.callRows('toolu_w', 'Write', { file_path: path, content: plan }, { text: 'created' });
    expect((await prompt('p1')).raw).toBe('');
    rig.callRows(
      'toolu_plan',
      'ExitPlanMode',
      {},
      {
        text: 'User has approved your plan.',
        structured: { plan, isAgent: false, filePath: path },
      },
    );
    expect((await prompt('p2')).context).toContain(`plan ${path}`);
  });
});

describe('a task that only the tool calls speak for', () => {
  it('[R24] is in the brief, and never in a state line', async () => {
    const path = rig.write('work/PLAN.md', plan);
    rig.userRow('Do the plan.');
    for (const id of ['a', 'b', 'c', 'd']) {
      rig.callRows(`toolu_${id}`, 'Edit', { file_path: path }, { text: 'updated' });
    }
    const started = await rig.compact();
    expect(started.context).toContain(`(${path})`);
    const { context } = await prompt('p1');
    expect(context).toContain('CONTEXT WAS COMPACTED');
    expect(context).not.toContain('Holdfast: session');
  });
});

describe('the warning at the first prompt after a compaction', () => {
  it('[R25] [R26] comes first, with plan, diff, files in scope and the snapshot behind it', async () => {
    const path = work();
    rig.boundaryRows('B1');
    const { context } = await prompt('p1');
    const order = [
      'CONTEXT WAS COMPACTED',
      `Read ${path}`,
      'git diff --stat',
      'files in scope for changes that are already made',
      'Rebuild your position from the snapshot that follows',
      'Holdfast c1-',
      'src/a.ts',
      'Holdfast: session',
    ];
    const places = order.map((part) => context.indexOf(part));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    expect(places[0]).toBe(0);
  });

  it('[R25] is found by comparing the record with what was told last, without any event', async () => {
    work();
    await prompt('p1');
    rig.boundaryRows('B1');
    expect((await prompt('p2')).context).toContain('CONTEXT WAS COMPACTED');
    rig.answerRow('Going on.');
    expect((await prompt('p3')).context).not.toContain('COMPACTED');
    rig.boundaryRows('B2');
    expect((await prompt('p4')).context).toContain('CONTEXT WAS COMPACTED');
  });
});
