import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decision, edit } from '../cases/kit.ts';
import { Rig, readPayload } from '../cases/rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const base = '02-projects/saw';
const big = (name: string) =>
  `# ${name}\n${`- a line of ${name} that makes it long\n`.repeat(160)}`;

function project(frontMatter = ''): Record<'manifest' | 'plan' | 'overview' | 'code', string> {
  const manifest = rig.write(
    `${base}/01-planning/_resume.md`,
    frontMatter ||
      [
        '---',
        '# how to go on',
        'files_to_load:',
        '  - 01-planning/plan.md',
        '  - "overview.md"',
        '  - 03-working/x.py',
        'next_action: "Run the saw test"',
        'current_task: Cut the plank',
        'current_section: Blades',
        'progress: 3/7',
        'project_id: saw',
        'current_phase: Phase 2',
        'unknown_key: kept',
        '---',
        '# Resume',
        '',
      ].join('\r\n'),
  );
  return {
    manifest,
    plan: rig.write(`${base}/01-planning/plan.md`, big('plan')),
    overview: rig.write(`${base}/overview.md`, big('overview')),
    code: rig.write(`${base}/03-working/x.py`, big('code')),
  };
}

let calls = 0;
function touch(path: string, times: number, tool = 'Edit'): void {
  for (let index = 0; index < times; index++) {
    calls += 1;
    rig.callRows(`toolu_t${calls}`, tool, { file_path: path }, { text: 'updated' });
  }
}

/** Names of the kept records of last known tasks, with what they hold. */
function lastKnown(): Record<string, string>[] {
  const folder = join(rig.state, 'tasks');
  return readdirSync(folder)
    .filter((name) => name.includes('.last-'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

describe('a project with a resume manifest', () => {
  it('[R16] [R17] [R18] is resumed in order: manifest, files, questions, next action', async () => {
    const { manifest, plan, overview, code } = project();
    rig.userRow('Resume the project.');
    touch(manifest, 4);
    touch(code, 2);
    const { context } = await rig.compact();
    const steps = context.slice(context.indexOf('To resume, in this order'));
    const order = [
      `[ ] read ${manifest}`,
      `[ ] 1. read ${plan}`,
      `[ ] 2. read ${overview}`,
      `[ ] 3. read ${code}`,
      'What problem',
      'Which task comes next',
      'Which approach',
      'then run the next action: Run the saw test',
    ].map((part) => steps.indexOf(part));
    expect(order.every((place) => place >= 0)).toBe(true);
    expect([...order].sort((a, b) => a - b)).toEqual(order);
    const first = context.slice(0, 1_900);
    for (const part of ['step: Cut the plank', 'Phase 2', 'Blades', '3/7', 'Run the saw test']) {
      expect(first).toContain(part);
    }
    for (const path of [plan, overview, code]) {
      expect((await rig.send('PreToolUse', edit(`toolu_e${path.length}`))).denied).toContain(path);
      await rig.send('PostToolUse', readPayload(path, readFileSync(path, 'utf8')));
    }
    expect((await rig.send('PreToolUse', edit('toolu_last'))).raw).toBe('');
  });

  it('[R19] asks the manifest’s own questions where it has some, and what cannot be answered means re-read', async () => {
    const { manifest } = project(
      '---\nfiles_to_load: [plan.md]\nvalidation: [How many blades are left?]\n---\n# Resume\n',
    );
    rig.userRow('Resume.');
    touch(manifest, 4);
    const { context } = await rig.compact();
    expect(context).toContain('How many blades are left? (if you cannot, read the files again)');
    expect(context).not.toContain('What problem');
  });

  it('[R14] leaves a record that a person can read: path, confidence, method and the calls', async () => {
    const { manifest } = project();
    rig.userRow('Resume.');
    touch(manifest, 4);
    await rig.compact();
    expect(lastKnown()).toEqual([
      expect.objectContaining({ path: manifest, confidence: 'high', method: 'tool-calls' }),
    ]);
    expect(lastKnown()[0]!.evidence).toMatch(/score .* \(high\) from 4 calls.*Edit _resume\.md/);
    expect(rig.journal().find((entry) => entry.kind === 'task')).toMatchObject({ path: manifest });
  });

  it('[R15] is resumed by itself at medium, which the agent is told to say', async () => {
    const { manifest } = project();
    rig.userRow('Resume.');
    touch(manifest, 1);
    const { context } = await rig.compact();
    expect(context).toContain('confidence medium: tell the user');
    expect(context).toContain('To resume, in this order');
  });

  it('[R15] is only shown at low: nothing is held back and no order is given', async () => {
    const { manifest } = project();
    rig.userRow('Look around.');
    for (let index = 0; index < 40; index++) {
      if (index === 2) touch(manifest, 1, 'Read');
      rig.callRows(`toolu_o${index}`, 'Bash', { command: 'npm test' }, { text: 'ok' });
    }
    const { context } = await rig.compact();
    expect(context).not.toContain('To resume, in this order');
    expect(context).toContain('Perhaps related (unsure, not acted on)');
    expect(decision(await rig.send('PreToolUse', edit('toolu_1')))).toBe('');
  });
});

describe('[R20] what is wrong with a project is one line and a normal start', () => {
  async function told(): Promise<string> {
    rig.userRow('Resume.');
    touch(`${rig.project}/${base}/01-planning/_resume.md`, 4);
    const { context } = await rig.compact();
    expect(rig.faults).toBe('');
    return context;
  }

  it('no record at all', async () => {
    const { context } = await rig.compact();
    expect(context).toContain('Holdfast c1-');
    expect(decision(await rig.send('PreToolUse', edit('toolu_1')))).toBe('');
  });

  it('a record of the task that is damaged', async () => {
    const plan = rig.write('PLAN.md', '# Plan\n- [ ] one\n');
    rig.setTask('PLAN.md');
    const { writeFileSync } = await import('node:fs');
    const folder = join(rig.state, 'tasks');
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '{ "half');
    rig.userRow('Go.');
    const { context } = await rig.compact();
    expect(context).toMatch(/task record .* is damaged; set the task again/);
    expect(context).not.toContain(`Task: Plan (${plan})`);
  });

  it('no manifest where the calls wrote one', async () => {
    const context = await told();
    expect(context).toMatch(/_resume\.md, which this session worked on, no longer exists/);
    expect(decision(await rig.send('PreToolUse', edit('toolu_1')))).toBe('');
  });

  it('front matter that cannot be read', async () => {
    project('---\nfiles_to_load: [unclosed\n---\n# Resume\n');
    const context = await told();
    expect(context).toMatch(/_resume\.md:\d+ cannot be read as front matter/);
    expect(decision(await rig.send('PreToolUse', edit('toolu_1')))).toBe('');
  });

  it('a listed file that is missing: stop and tell the person; what exists is still to be read', async () => {
    project('---\nfiles_to_load: [plan.md, gone.md]\nnext_action: cut\n---\n# Resume\n');
    const context = await told();
    expect(context.slice(0, 1_900)).toMatch(/Missing: gone\.md\. Stop and ask the user/);
    const denial = await rig.send('PreToolUse', edit('toolu_1'));
    expect(denial.denied).toContain('plan.md');
    expect(denial.denied).not.toContain('gone.md');
  });

  it('anything unexpected', async () => {
    rig.write(`${base}/01-planning/_resume.md/is-a-folder.md`, 'x');
    const context = await told();
    expect(context).toContain('Holdfast c1-');
    expect(decision(await rig.send('PreToolUse', edit('toolu_1')))).toBe('');
  });
});

describe('[R21] the record of the last known task', () => {
  it('serves its own session once and never another one', async () => {
    const { manifest } = project();
    rig.userRow('Resume.');
    touch(manifest, 4);
    await rig.compact();
    expect(lastKnown()).toHaveLength(1);
    const first = rig.session;
    rig.session = 'dddddddd-2222-4333-8444-555555555555';
    rig.userRow('Hello.');
    rig.callRows('toolu_0', 'Bash', { command: 'npm test' }, { text: 'ok' });
    expect((await rig.send('SessionStart', { source: 'startup' })).raw).toBe('');
    const other = await rig.compact();
    expect(other.context).not.toContain('To resume, in this order');
    rig.session = first;
    expect(lastKnown()).toHaveLength(1);
  });
});
