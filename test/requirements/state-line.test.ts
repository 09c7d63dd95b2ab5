import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
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

/** The line at the first prompt at which git answered in time, which a busy machine may miss. */
async function lineWithGit(id: string): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    const { context } = await prompt(`${id}-${tries}`);
    if (/clean|dirty/.test(context) || tries > 20) return context;
  }
}

const git = (...args: string[]) =>
  execFileSync(
    'git',
    ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgsign=false', ...args],
    {
      cwd: rig.project,
      stdio: 'ignore',
    },
  );

/** Makes a repository of the project, with all that lies in it committed. */
function repository(): void {
  removeFolder(join(rig.project, '.git'));
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'All', '--allow-empty');
}

function edited(path: string, id = path): void {
  rig.callRows(
    `toolu_${id}`,
    'Edit',
    { file_path: path, old_string: 'a', new_string: 'b' },
    { text: 'The file has been updated.' },
  );
}

function work(path = 'work/PLAN.md'): string {
  const full = rig.write(path, plan);
  rig.setTask(path);
  rig.userRow('Do the plan.');
  edited(`${rig.project}/src/a.ts`, '1');
  return full;
}

describe('the line that each prompt carries', () => {
  it('[R24] tells session, plan, approval, objective, phase, scope, success, edits, the state of the tree and what is next', async () => {
    const path = work();
    repository();
    rig.write('src/a.ts', 'b');
    const context = await lineWithGit('p1');
    expect(context).toBe(
      `Holdfast: session 11111111 | plan ${path} | not approved | objective: Build every widget | phase: Phase 2: cut | scope: src/widgets, test/widgets | success: all tests pass | 1 edit | dirty (1 file) | next: cut`,
    );
  });

  it('[R24] names what is next and how far it is where the plan has no phases', async () => {
    rig.write('PLAN.md', '# Widgets\n\n- [x] saw\n- [ ] cut\n- [ ] paint\n');
    rig.setTask('PLAN.md');
    rig.userRow('Do the plan.');
    edited(`${rig.project}/src/a.ts`);
    expect((await prompt('p1')).context).toMatch(/ \| phase: step 2 of 3 \|.* \| next: cut$/);
  });

  it('[R24] takes dirty and clean from git, not from what the session edited', async () => {
    work();
    repository();
    expect(await lineWithGit('p1')).toContain('1 edit | clean');
    rig.write('made-by-somebody.txt', 'x');
    rig.write('src/b.ts', 'x');
    git('add', 'src/b.ts');
    expect(await lineWithGit('p2')).toContain('1 edit | dirty (2 files)');
    rmSync(join(rig.project, 'made-by-somebody.txt'));
    git('reset', '-q', '--hard');
    expect(await lineWithGit('p3')).toContain('1 edit | clean');
  });

  it('[R24] says how many edits there were, and neither dirty nor clean, where git does not answer', async () => {
    work();
    const { context } = await prompt('p1');
    expect(context).toContain('| 1 edit | next');
    expect(context).not.toMatch(/clean|dirty/);
  });

  it('[R24] counts edits of the project only', async () => {
    work();
    edited('/tmp/notes.md');
    edited(`${rig.home}/.claude/plans/x.md`);
    edited(`${rig.project}-other/src/a.ts`);
    edited(`${rig.project}/src/deep/b.ts`);
    expect((await prompt('p1')).context).toContain('| 2 edits |');
  });

  it.each([4, 11, 30, 60])(
    '[R24] fills its 300 characters, keeps every field, and cuts the longest first: %i',
    async (folders) => {
      const modules = Array.from({ length: 12 }, (_, at) => `src/pricing/module-${at}`);
      const long = plan
        .replace('src/widgets, test/widgets', modules.join(', '))
        .replace(
          'all tests pass',
          '"all tests pass", "the old prices stay as they are for a year"',
        );
      const name = `${'dir/'.repeat(folders)}PLAN.md`;
      rig.write(name, long);
      rig.setTask(name);
      rig.userRow('Do the plan.');
      edited(`${rig.project}/src/a.ts`);
      repository();
      const context = await lineWithGit('p1');
      expect(context.length).toBe(300);
      for (const part of [
        'PLAN.md |',
        '| not approved | objective: Build e',
        'phase: Phase 2',
        'scope: src/pri',
        'success: all te',
        '1 edit',
        'clean',
        'next: cut',
      ])
        expect(context).toContain(part);
    },
  );

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
    expect((await prompt('p2')).context).toContain(`plan ${path} | APPROVED |`);
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
