import { describe, expect, test } from 'vitest';
import type { TaskQuestion } from '../../../src/app/task/resolution.ts';
import { resolveTask } from '../../../src/app/task/resolve.ts';
import type { TaskReference } from '../../../src/core/snapshot/snapshot.ts';
import { memoryFiles } from './memory-files.ts';

type Tree = Parameters<typeof memoryFiles>[0];

const plan = '# Move the importer\n- [x] read\n- [ ] write\n';
const manifest = (files: string) =>
  `---\nfiles_to_load: [${files}]\nnext_action: go on\n---\n# M\n`;

function resolve(tree: Tree, question: Partial<TaskQuestion> = {}) {
  const files = memoryFiles({ '/p/.git/HEAD': 'x', ...tree });
  return resolveTask({ files, root: '/p', cwd: '/p', home: '/home/u', ...question });
}

const uses = (path: string, times = 4, kind: TaskReference['kind'] = 'edit'): TaskReference[] =>
  Array.from({ length: times }, (_, index) => ({ path, kind, index, tool: 'Edit' }));

describe('the task of a session', () => {
  test('is what a person named, before all else and wherever it lies', () => {
    const found = resolve(
      { '/elsewhere/work.md': plan, '/p/PLAN.md': plan },
      {
        explicit: '/elsewhere/work.md',
        acceptedPlans: [{ text: plan }],
        references: uses('/p/PLAN.md'),
        calls: 4,
      },
    );
    expect(found).toMatchObject({
      none: false,
      task: { path: '/elsewhere/work.md', confidence: 'high', method: 'explicit' },
    });
    const home = resolve({ '/home/u/work.md': plan }, { explicit: '~/work.md' });
    expect(home).toMatchObject({ none: false, task: { path: '/home/u/work.md' } });
  });

  test('[case 17] [R29] is the plan accepted last, with its approval; its file has to be read', () => {
    const found = resolve(
      { '/home/u/plans/a.md': plan, '/home/u/plans/b.md': '# B\n- [ ] b1\n' },
      {
        plansFolder: '/home/u/plans',
        acceptedPlans: [
          { path: '/home/u/plans/a.md', text: plan },
          { path: '/home/u/plans/b.md', text: '# B\n- [ ] b1\n', time: '2026-01-02T03:04:05Z' },
        ],
      },
    );
    expect(found).toMatchObject({
      none: false,
      task: {
        path: '/home/u/plans/b.md',
        method: 'plan-accepted',
        approval: { what: 'B', time: '2026-01-02T03:04:05Z' },
        document: { source: 'plan', step: 'b1' },
        required: [{ path: '/home/u/plans/b.md', role: 'plan' }],
      },
    });
  });

  test('[case 17] is the accepted text where the plan file is gone: that is said and gates nothing', () => {
    const found = resolve({}, { acceptedPlans: [{ path: '/p/PLAN.md', text: plan }] });
    expect(found).toMatchObject({
      none: false,
      task: {
        path: '',
        text: plan,
        required: [],
        missing: [],
        document: { step: 'write' },
      },
    });
    expect(found.notes).toEqual(['PLAN.md is gone: the plan is told from the transcript.']);
    const unfiled = resolve({}, { acceptedPlans: [{ text: plan }] });
    expect(unfiled).toMatchObject({ none: false, task: { text: plan, missing: [] }, notes: [] });
  });

  test('[R14] [R15] is the document that the tool calls speak for, when they do so enough', () => {
    const tree = { '/p/PLAN.md': plan };
    const high = resolve(tree, { references: uses('/p/PLAN.md'), calls: 4 });
    expect(high).toMatchObject({ none: false, task: { confidence: 'high', method: 'tool-calls' } });
    const medium = resolve(tree, { references: uses('PLAN.md', 1), calls: 1 });
    expect(medium).toMatchObject({ none: false, task: { confidence: 'medium' } });
    const low = resolve(tree, { references: uses('/p/PLAN.md', 1), calls: 10 });
    expect(low).toMatchObject({ none: true, shown: { confidence: 'low' } });
    expect(low.notes).toEqual([
      'PLAN.md may be the task of this session, but the evidence is weak.',
    ]);
    expect(!high.none && high.task.evidence).toContain('score 9.75 (high) from 4 calls');
  });

  test('[R29] found by tool calls carries the approval when it is the accepted plan', () => {
    const found = resolve(
      { '/p/PLAN.md': plan },
      { explicit: 'PLAN.md', acceptedPlans: [{ path: '/p/PLAN.md', text: plan, time: 't' }] },
    );
    expect(found).toMatchObject({ task: { method: 'explicit', approval: { time: 't' } } });
  });

  test('[case 44] is never a finished or shelved plan, whatever was touched last', () => {
    const tree = {
      '/p/a-plan.md': '- [x] all\n',
      '/p/b-plan.md': plan,
      '/p/c-plan.md': 'Status: shelved\n- [ ] c\n',
    };
    const references = [
      ...uses('/p/a-plan.md', 9),
      ...uses('/p/b-plan.md', 3),
      ...uses('/p/c-plan.md', 6),
    ];
    const found = resolve(tree, { references, calls: 9 });
    expect(found).toMatchObject({ none: false, task: { path: '/p/b-plan.md' } });
    expect(found.notes).toEqual([
      'a-plan.md is closed (all steps done).',
      'c-plan.md is closed (shelved).',
    ]);
    const accepted = resolve(tree, {
      acceptedPlans: [{ path: '/p/a-plan.md', text: '- [ ] all' }],
    });
    expect(accepted).toMatchObject({
      none: true,
      notes: ['The accepted plan, a-plan.md, is closed (all steps done).'],
    });
  });

  test('is the one last known when nothing better is there, and then medium', () => {
    const found = resolve({ '/p/docs/work.md': plan }, { lastKnown: '/p/docs/work.md' });
    expect(found).toMatchObject({
      none: false,
      task: { method: 'last-known', confidence: 'medium' },
    });
    const better = resolve(
      { '/p/docs/work.md': plan, '/p/PLAN.md': plan },
      { lastKnown: '/p/docs/work.md', references: uses('/p/PLAN.md'), calls: 4 },
    );
    expect(better).toMatchObject({ task: { path: '/p/PLAN.md' } });
    const outside = resolve({ '/etc/work.md': plan }, { lastKnown: '/etc/work.md' });
    expect(outside.none).toBe(true);
  });

  test('[case 64] that only lies there by convention is shown and never acted on', () => {
    const found = resolve({ '/p/PLAN.md': plan });
    expect(found).toMatchObject({
      none: true,
      shown: { path: '/p/PLAN.md', confidence: 'low', method: 'convention' },
    });
    expect(found.notes).toHaveLength(1);
  });

  test('[case 71] of several that lie there none is chosen and all are named', () => {
    const tree = { '/w/.planning/a/task_plan.md': plan, '/w/proj/.planning/b/task_plan.md': plan };
    const files = memoryFiles(tree);
    for (const cwd of ['/w/proj', '/w/proj/src']) {
      expect(resolveTask({ files, root: '/w', cwd })).toEqual({
        none: true,
        shown: undefined,
        notes: [
          'proj/.planning/b/task_plan.md, .planning/a/task_plan.md may each be the task; none was chosen. A person can set one.',
        ],
      });
    }
    const bound = resolveTask({
      files,
      root: '/w',
      cwd: '/w',
      explicit: '/w/proj/.planning/b/task_plan.md',
    });
    expect(bound).toMatchObject({
      none: false,
      task: { path: '/w/proj/.planning/b/task_plan.md' },
    });
    expect(resolveTask({ files, root: '/w', cwd: '/w', discover: false })).toMatchObject({
      none: true,
      shown: undefined,
    });
  });

  test('is not read through a link that leads out of the project', () => {
    const tree = { '/secret/PLAN.md': plan, '/p/PLAN.md': { link: '/secret/PLAN.md' } };
    expect(resolve(tree)).toMatchObject({ none: true, shown: undefined });
    const referred = resolve(tree, { references: uses('/p/PLAN.md'), calls: 4 });
    expect(referred.none).toBe(true);
    const listing = {
      '/secret/key.md': 'k',
      '/p/x/_resume.md': manifest('key.md, ../../secret/key.md'),
      '/p/x/key.md': { link: '/secret/key.md' },
    };
    const found = resolve(listing, { explicit: 'x/_resume.md' });
    expect(found).toMatchObject({
      task: { required: [{ role: 'manifest' }], missing: ['key.md', '../../secret/key.md'] },
    });
  });
});

describe('a resume manifest', () => {
  test('[R17] finds its files from its folder, then its parents up to the project', () => {
    const tree = {
      '/p/02-projects/x/01-planning/_resume.md': manifest(
        '01-planning/plan.md, overview.md, 03-working/x.py',
      ),
      '/p/02-projects/x/01-planning/plan.md': plan,
      '/p/02-projects/x/overview.md': 'o',
      '/p/overview.md': 'the wrong one',
      '/p/02-projects/x/03-working/x.py': 'x',
    };
    const found = resolve(tree, { references: uses('/p/02-projects/x/03-working/x.py'), calls: 4 });
    expect(found).toMatchObject({
      none: false,
      task: {
        path: '/p/02-projects/x/01-planning/_resume.md',
        required: [
          { path: '/p/02-projects/x/01-planning/_resume.md', role: 'manifest' },
          { path: '/p/02-projects/x/01-planning/plan.md', role: 'listed in the manifest' },
          { path: '/p/02-projects/x/overview.md', role: 'listed in the manifest' },
          { path: '/p/02-projects/x/03-working/x.py', role: 'listed in the manifest' },
        ],
        missing: [],
      },
    });
  });

  test('[R20] whose listed file is missing says: stop and tell the person; the rest is still required', () => {
    const found = resolve(
      { '/p/_resume.md': manifest('a.md, gone.md'), '/p/a.md': 'a' },
      { explicit: '_resume.md' },
    );
    expect(found).toMatchObject({
      task: { missing: ['gone.md'], required: [{}, { path: '/p/a.md' }] },
    });
    expect(found.notes).toEqual(['gone.md does not exist: stop and ask the user about it.']);
  });

  test('[R20] that is malformed is said in one line and gates nothing', () => {
    const tree = { '/p/_resume.md': '---\nfiles_to_load: [\n---\n' };
    for (const question of [
      { explicit: '_resume.md' },
      { references: uses('/p/_resume.md'), calls: 4 },
      { lastKnown: '/p/_resume.md' },
      {},
    ]) {
      const found = resolve(tree, question);
      expect(found).toMatchObject({ none: true, shown: { required: [], confidence: 'low' } });
      expect(found.notes).toEqual([
        expect.stringMatching(/^_resume\.md:\d cannot be read as front matter/),
      ]);
    }
  });

  test('[R20] that is gone, or never was, is said in one line', () => {
    expect(resolve({}, { explicit: '_resume.md' }).notes).toEqual([
      'The named task, _resume.md, cannot be read: it does not exist. Ask the user which task this is.',
    ]);
    const worked = resolve({}, { references: uses('/p/_resume.md'), calls: 4 });
    expect(worked.notes).toEqual(['_resume.md, which this session worked on, no longer exists.']);
    expect(resolve({})).toEqual({
      none: true,
      shown: undefined,
      notes: ['No task document is known for this session.'],
    });
  });

  test('[R20] never throws: the unexpected is one line, too', () => {
    const files = memoryFiles({});
    files.realPath = () => {
      throw new Error('disk on fire');
    };
    expect(resolveTask({ files, root: '/p', explicit: 'x' })).toEqual({
      none: true,
      notes: ['The task of this session could not be worked out: disk on fire.'],
    });
  });
});

describe('what has to be read', () => {
  test('[R5] is a ticket or a loop document itself, and a document over 2 MB without a look inside', () => {
    const tree = {
      '/p/tickets/1.md': '---\nstatus: open\nfiles_to_load: [x]\n---\n',
      '/p/nightly.md': 'step [CURRENT]\n',
      '/p/PLAN.md': `- [ ] x\n${'y'.repeat(3_000_000)}`,
    };
    const required = (explicit: string) => {
      const found = resolve(tree, { explicit });
      return found.none ? found.notes : found.task.required;
    };
    expect(required('nightly.md')).toEqual([{ path: '/p/nightly.md', role: 'loop document' }]);
    expect(required('PLAN.md')).toEqual([{ path: '/p/PLAN.md', role: 'plan' }]);
    expect(required('tickets/1.md')).toEqual([{ path: '/p/tickets/1.md', role: 'ticket' }]);
  });
});
