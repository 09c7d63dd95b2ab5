import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runAsPerson } from '../../harness/outside-session.ts';
import { Rig } from '../cases/rig.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const stateFile = '00-system/.cache/precompact_state.json';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

function project(id: string, more: string[] = []): string {
  rig.write(`02-projects/${id}/01-planning/plan.md`, `# Plan of ${id}\n`);
  return rig.write(
    `02-projects/${id}/01-planning/_resume.md`,
    [
      '---',
      'files_to_load: [01-planning/plan.md]',
      'next_action: Run the saw test',
      'current_task: 16',
      'current_section: "3"',
      ...more,
      '---',
      `# Resume ${id}`,
      '',
    ].join('\n'),
  );
}

const now = (ms = 0) => new Date(Date.now() + ms).toISOString();

function state(values: object): string {
  return rig.write(
    stateFile,
    JSON.stringify({
      active_project_id: 'saw',
      confidence: 'high',
      created_at: now(),
      fallback_chain: [],
      last_tool_calls: [],
      ...values,
    }),
  );
}

let calls = 0;
function touch(path: string, times: number): void {
  for (let index = 0; index < times; index += 1) {
    calls += 1;
    rig.callRows(`toolu_n${calls}`, 'Edit', { file_path: path }, { text: 'updated' });
  }
}

const orders = 'To resume, in this order';

function configure(values: object): void {
  const folder = join(rig.home, '.config', 'holdfast');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.json'), JSON.stringify(values));
}

/** `brief --json` of the session. */
function data(): Record<string, never> & { resume_mode: Record<string, unknown> } {
  const ran = runAsPerson(process.execPath, [cli, 'brief', rig.session, '--json'], {
    cwd: rig.project,
    env: rig.env,
  });
  return JSON.parse(ran.out);
}

describe('precompact_state.json of a project [R14]', () => {
  it.each(['high', 'HIGH', 'medium'])(
    'is acted on at %s, and left as it is',
    async (confidence) => {
      const manifest = project('saw');
      const path = state({ confidence });
      const before = readFileSync(path, 'utf8');
      rig.userRow('Resume.');
      const { context } = await rig.compact();
      expect(context).toContain(orders);
      expect(context).toContain(manifest);
      expect(readFileSync(path, 'utf8')).toBe(before);
    },
  );

  it.each([
    ['does not parse', '{"active_project_id": ', 'is no JSON'],
    ['is a list', '[]', 'is no JSON object'],
    ['names none', '{"active_project_id": null, "created_at": "2026-01-01"}', 'no active project'],
    ['leads out', '{"active_project_id": "../..", "created_at": "2026-01-01"}', 'can be none'],
  ])('that %s is named and passed over [R20]', async (_, text, note) => {
    project('saw');
    rig.write(stateFile, text);
    rig.userRow('Resume.');
    const { context } = await rig.compact();
    expect(context).not.toContain(orders);
    expect(context).toContain(note);
  });

  it('that is low, or older than the last compaction, is named and passed over [R20]', async () => {
    project('saw');
    state({ confidence: 'low' });
    rig.userRow('Resume.');
    expect((await rig.compact()).context).toContain('names saw with low confidence');
    rig.boundaryRows('B1');
    state({ created_at: now(-3_600_000) });
    const { context } = await rig.compact();
    expect(context).not.toContain(orders);
    expect(context).toContain('before this compaction: passed over');
  });

  it('goes behind what this session surely worked on, and that is said', async () => {
    const own = project('plane');
    project('saw');
    state({});
    rig.userRow('Resume.');
    touch(own, 5);
    const { context } = await rig.compact();
    expect(context).toContain(`read ${own}`);
    expect(context).toContain('names another project');
  });

  it('is written before a compaction where a setting asks for it, and only there', async () => {
    const manifest = project('saw');
    rig.write('00-system/readme.md', 'x');
    rig.userRow('Resume.');
    touch(manifest, 5);
    await rig.send('PreCompact', { trigger: 'auto' });
    expect(() => readFileSync(join(rig.project, stateFile))).toThrow();
    configure({ precompactState: 'write' });
    touch(manifest, 1);
    rig.answerRow('On.');
    await rig.send('PreCompact', { trigger: 'auto' });
    const written = JSON.parse(readFileSync(join(rig.project, stateFile), 'utf8'));
    expect(written).toMatchObject({
      active_project_id: 'saw',
      confidence: 'high',
      resume_file: manifest,
      session_id: rig.session,
    });
    expect(written.last_tool_calls.at(-1)).toMatchObject({ tool: 'Edit', path: manifest });
  });

  it.each([
    ['another program', {}],
    ['another program, and cannot be read', undefined],
  ])('is left as it is where no project is known and it is of %s', async (_, values) => {
    configure({ precompactState: 'write' });
    const path =
      values === undefined ? rig.write(stateFile, '{"active_project_id": ') : state(values);
    const before = readFileSync(path, 'utf8');
    rig.userRow('Hello.');
    rig.answerRow('Hello.');
    await rig.send('PreCompact', { trigger: 'auto' });
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  it('is not written through a link that leads out of the project', async () => {
    const outside = join(rig.root, 'outside');
    mkdirSync(outside);
    symlinkSync(outside, join(rig.project, '00-system'));
    configure({ precompactState: 'write' });
    touch(project('saw'), 5);
    await rig.send('PreCompact', { trigger: 'auto' });
    expect(() => readFileSync(join(outside, '.cache', 'precompact_state.json'))).toThrow();
  });
});

describe('the project of a session [R14] [R15]', () => {
  it('is told by skill calls that name it, by its folder with or without the number', async () => {
    const manifest = project('07-saw');
    rig.userRow('Resume.');
    for (const id of ['1', '2', '3'])
      rig.callRows(
        `toolu_${id}`,
        'Skill',
        { skill: 'execute-project', args: 'saw' },
        { text: 'ok' },
      );
    const { context } = await rig.compact();
    expect(context).toContain(`read ${manifest}`);
  });

  it('is told by a slash command that names it', async () => {
    const manifest = project('saw');
    rig.userRow(
      '<command-message>go</command-message>\n<command-name>/execute-project</command-name>\n<command-args>saw</command-args>',
    );
    expect((await rig.compact()).context).toContain(`read ${manifest}`);
  });

  it('is less sure where two were used alike, and the other is named', async () => {
    const [saw, plane] = [project('saw'), project('plane')];
    rig.userRow('Resume.');
    for (let time = 0; time < 4; time += 1) {
      touch(plane, 1);
      touch(saw, 1);
    }
    const { context } = await rig.compact();
    expect(context).toContain('confidence medium: tell the user');
    expect(context).toContain('02-projects/plane/01-planning/_resume.md was used as much as');
    expect(data().resume_mode).toMatchObject({ confidence: 'medium', project_id: 'saw' });
  });
});

describe('two projects that were used alike [R15]', () => {
  it.each(['read', 'write'])(
    'are both named in the brief, however long their paths and whoever wrote the state file: %s',
    async (precompactState) => {
      configure({ precompactState });
      const long = ['16-umbau-der-rechnungen-und-mahnungen', '17-andere-sachen-und-aufraeumen'];
      rig.userRow('Mach weiter.');
      const paths = long.map((id) => project(id));
      for (let time = 0; time < 4; time += 1) for (const path of paths) touch(path, 1);
      await rig.send('PreCompact', { trigger: 'auto' });
      const { context } = await rig.send('SessionStart', { source: 'compact' });
      expect(context).toContain('the tool calls of this session refer to it');
      expect(context).toMatch(/Note: .*was used as much as .*: say which one you take\./);
    },
  );
});

describe('brief --json [R16] [R22]', () => {
  it('is data: task, step, rules, files with roles, questions with sources, and how to resume', async () => {
    const manifest = project('saw', ['validation: [How many blades are left?]']);
    rig.userRow('Never push to main.');
    touch(manifest, 5);
    await rig.compact();
    expect(data()).toMatchObject({
      task: { path: manifest, source: 'manifest' },
      step: 16,
      nextAction: 'Run the saw test',
      confidence: 'high',
      from: { method: 'tool-calls' },
      rules: [{ text: 'Never push to main.', kind: 'prohibition', at: { line: 1 } }],
      files: [
        { path: manifest, role: 'manifest' },
        { path: expect.stringMatching(/plan\.md$/), role: 'listed in the manifest' },
      ],
      questions: [{ text: 'How many blades are left?', source: manifest }],
      resume_mode: {
        active: true,
        project_id: 'saw',
        confidence: 'high',
        resume_file: manifest,
        files_to_load: [expect.stringMatching(/plan\.md$/)],
        next_action: 'Run the saw test',
        current_task: 16,
        current_section: '3',
      },
    });
  });

  it.each([
    ['loop document', 'current_step: 4\ncurrent_phase: "2"', { step: 4, task: { phase: '2' } }],
    [
      'ticket',
      'task: 77\ncurrent_task: 16\nphase: 2.5\nstatus: queued',
      { step: 16, task: { phase: 2.5 } },
    ],
  ])('keeps numbers of a %s numbers, and texts texts', async (kind, front, expected) => {
    const path = kind === 'ticket' ? '.holdfast/tickets/t.md' : 'loop.md';
    rig.write(path, `---\n${front}\n---\n# Saw\nphase: 9\n\nCut the saw.\n\n## Progress\n`);
    rig.setTask(path);
    rig.userRow('Go on.');
    await rig.compact();
    expect(data()).toMatchObject(expected);
  });

  it('says why it does not resume', () => {
    rig.userRow('Hello.');
    rig.write('02-projects/saw/01-planning/_resume.md', 'no front matter\n');
    expect(
      runAsPerson(process.execPath, [cli, 'brief', '--json', '--transcript', rig.transcript], {
        cwd: rig.project,
        env: rig.env,
      }).out,
    ).toContain('"active": false');
  });
});
