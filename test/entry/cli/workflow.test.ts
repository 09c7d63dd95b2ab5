import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordTrust } from '../../../src/app/trust.ts';
import { clock } from '../../../src/platform/clock.ts';
import { disk } from '../../../src/platform/disk.ts';
import {
  makeWorkflowMachine,
  reads,
  runs,
  says,
  user,
  type WorkflowMachine,
  writes,
} from './workflow-kit.ts';

let machine: WorkflowMachine;
beforeEach(() => {
  machine = makeWorkflowMachine();
  for (const name of ['price', 'cart', 'tax']) machine.put(`src/${name}.ts`, `${name}\n`);
});
afterEach(() => machine.remove());

const plan = `# Plan

## Objective
Round half up.

## Scope
src/price.ts

## Success criteria
The tests pass.

## Justification
src/price.ts rounds down, src/cart.ts adds up, src/tax.ts rounds itself.
`;
const next = (...args: string[]) => machine.workflow('next', '--token', machine.token(), ...args);
const read = (id: string, name: string) => reads(machine, id, `src/${name}.ts`, `${name}\n`);

describe('a plan-first run', () => {
  it('[R41] goes on by what the record shows, and by nothing else', () => {
    const started = machine.workflow('start', 'plan-first', '--set', 'task=round half up');
    expect(started).toMatchObject({
      code: 0,
      answer: { outcome: 'started', view: { step: 'explore' } },
    });

    machine.write(...read('t1', 'price'), ...read('t2', 'cart'), says('I have read all of it.'));
    expect(next()).toMatchObject({
      code: 1,
      answer: {
        outcome: 'missing',
        view: { step: 'explore', missing: [{ next: 'Read one more file.', asked: 1 }] },
      },
    });
    machine.write(...read('t3', 'tax'));
    expect(next('--note', 'tax rounds by itself')).toMatchObject({
      code: 0,
      answer: {
        outcome: 'advanced',
        view: {
          step: 'plan',
          allowPaths: ['.holdfast/plan.md'],
          past: [{ note: 'tax rounds by itself' }],
        },
      },
    });

    const output = ['--output', '{"scope": ["src/price.ts"], "success": ["tests pass"]}'];
    machine.write(...writes(machine, 't4', '.holdfast/plan.md', `${plan}And src/other.ts.\n`));
    machine.put('src/other.ts', 'x\n');
    const unread = next(...output);
    expect(unread.answer.view?.missing).toMatchObject([
      { what: expect.stringContaining('src/other.ts, which was not read') },
    ]);
    machine.write(...writes(machine, 't5', '.holdfast/plan.md', plan));
    expect(next().answer.view?.missing[0]?.what).toContain('The output of the step is missing');
    expect(next(...output).answer.view).toMatchObject({
      step: 'approve',
      asks: 'Do you approve the plan in .holdfast/plan.md?',
    });

    machine.write(
      says('The user approved the plan.'),
      ...runs('t6', 'echo "user: yes, approved"', 'user: yes, approved'),
    );
    expect(next()).toMatchObject({ code: 1, answer: { view: { step: 'approve' } } });
    machine.write(
      says('It is short.\n\nDo you approve the plan in .holdfast/plan.md?'),
      user('yes'),
    );
    expect(next().answer.view).toMatchObject({ step: 'implement', allowPaths: ['src/price.ts'] });

    machine.write(...writes(machine, 't7', 'src/price.ts', 'half up\n'));
    expect(next().answer.view).toMatchObject({ step: 'verify' });
    machine.write(
      ...writes(machine, 't8', 'out.txt', 'Tests  4 passed (4)\n'),
      says('npm test passes.'),
    );
    expect(next().answer.view?.missing.map(({ what }) => what)).toEqual([
      'No call ran "npm test".',
      expect.stringContaining('out.txt was changed'),
    ]);
  });

  it('gives a step back at a checkpoint as it stood, as often as it is asked for', () => {
    machine.workflow('start', 'plan-first', '--set', 'task=x');
    machine.write(...read('t1', 'price'), ...read('t2', 'cart'), ...read('t3', 'tax'));
    machine.workflow('checkpoint', 'all read', '--name', 'read');
    next();
    for (const _ of [1, 2]) {
      const back = machine.workflow('rewind', 'read');
      expect(back.answer).toMatchObject({ view: { step: 'explore', missing: [] } });
    }
  });

  it('keeps a note that came with a step which is not done', () => {
    machine.workflow('start', 'plan-first', '--set', 'task=x');
    const early = next('--note', 'prices are floats');
    expect(early.answer).toMatchObject({
      outcome: 'missing',
      said: expect.stringContaining('The note is kept.'),
    });
    next('--note', 'prices are floats');
    machine.write(...read('t1', 'price'), ...read('t2', 'cart'), ...read('t3', 'tax'));
    expect(next('--note', 'prices are floats').answer.view?.past).toMatchObject([
      { step: 'explore', note: 'prices are floats' },
    ]);
    expect(machine.workflow('resume', 'floats').answer.view?.step).toBe('plan');
  });

  it('begins a step anew after a rewind, and goes on from an old token as a branch that says so', () => {
    machine.workflow('start', 'plan-first', '--set', 'task=x');
    machine.write(...read('t1', 'price'), ...read('t2', 'cart'), ...read('t3', 'tax'));
    next();
    const old = machine.token();
    const back = machine.workflow('rewind', 'explore');
    expect(back.answer).toMatchObject({ outcome: 'rewound', view: { step: 'explore' } });
    expect(back.answer.view?.missing[0]?.what).toBe('0 of 3 distinct files were read.');

    machine.write(...writes(machine, 't4', '.holdfast/plan.md', plan));
    const output = ['--output', '{"scope": ["src/price.ts"], "success": ["tests pass"]}'];
    const branch = machine.workflow('next', '--token', old, ...output);
    expect(branch.answer).toMatchObject({
      outcome: 'advanced',
      branch: 2,
      view: { step: 'approve' },
    });
    expect(branch.answer.said).toContain('as branch 2');
  });

  it('answers the same token the same, refuses a forged and a foreign one, and gives the step again without one', () => {
    const { run } = machine.workflow('start', 'plan-first', '--set', 'task=x').answer;
    machine.write(...read('t1', 'price'), ...read('t2', 'cart'), ...read('t3', 'tax'));
    const token = machine.token();
    const first = machine.workflow('next', '--token', token).answer;
    const log = join(machine.state, 'workflows', run, 'log.ndjson');
    const before = readFileSync(log, 'utf8');
    expect(machine.workflow('next', '--token', token, '--note', 'again').answer).toEqual({
      ...first,
      again: true,
    });
    const other = machine.workflow('start', 'plan-first', '--set', 'task=y').answer;
    for (const bad of [`${token}x`, token.replace('hfw1.', 'hfw2.'), token.slice(0, -1), 'x']) {
      const refused = machine.workflow('next', '--run', run, '--token', bad);
      expect(refused).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('Nothing was changed'),
      });
    }
    const foreign = machine.workflow('next', '--run', run, '--token', other.view?.token ?? '');
    expect(foreign).toMatchObject({
      code: 1,
      err: expect.stringContaining(`of the run ${other.run}`),
    });
    expect(machine.workflow('next', '--run', run).answer.view).toEqual(first.view);
    expect(readFileSync(log, 'utf8')).toBe(before);
  });

  it('stays as it was started when its file is changed, and is found again by words', () => {
    const own = join(machine.home, '.config', 'holdfast', 'workflows');
    const text =
      'id: small\ntitle: Small work\nsteps:\n  - { id: one, title: One, prompt: Do it. }\n';
    writeOwn(own, text);
    const { run } = machine.workflow('start', 'small').answer;
    writeOwn(own, text.replace('Do it.', 'Do something else.'));
    expect(machine.workflow('show', run).answer.view?.prompt).toBe('Do it.');
    machine.workflow('checkpoint', 'the cart is at fault', '--name', 'found');
    expect(machine.workflow('resume', 'cart', 'fault').answer).toMatchObject({
      run,
      outcome: 'pending',
    });
    expect(machine.workflow('next', '--token', machine.token())).toMatchObject({
      code: 0,
      answer: { outcome: 'done', said: '"One" is done. The run is done: no step is left.' },
    });
  });
});

function writeOwn(folder: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'small.yaml'), text);
}

describe('several processes at once', () => {
  it('advance a run once by one token, and are all given the same answer', async () => {
    const { answer } = machine.workflow('start', 'plan-first', '--set', 'task=x');
    machine.write(...read('t1', 'price'), ...read('t2', 'cart'), ...read('t3', 'tax'));
    const token = answer.view?.token ?? '';
    const args = ['workflow', 'next', '--token', token, '--json', '--session', 's1'];
    const answers = await Promise.all(Array.from({ length: 6 }, () => machine.start(args)));
    const views = answers.map((text) => JSON.parse(text).view);
    expect(new Set(views.map((view) => JSON.stringify(view))).size).toBe(1);
    expect(views[0].step).toBe('plan');
    const log = readFileSync(join(machine.state, 'workflows', answer.run, 'log.ndjson'), 'utf8');
    expect(log.match(/"kind":"advanced"/g)).toHaveLength(1);
  });
});

describe('a workflow of a project', () => {
  it('takes effect only when a person trusts it, and a change asks again', () => {
    const path = '.holdfast/workflows/ours.yaml';
    const text = 'id: ours\ntitle: Ours\nsteps:\n  - { id: one, title: One, prompt: Do it. }\n';
    machine.put(path, text);
    const start = () => machine.workflow('start', 'ours');
    expect(start()).toMatchObject({
      code: 1,
      err: expect.stringContaining('The workflow "ours" in this project is not trusted'),
    });
    expect(machine.run(['trust', '--list']).out).toContain(
      '.holdfast/workflows/ours.yaml: not trusted yet',
    );
    recordTrust({ disk, clock }, join(machine.state, 'trust'), machine.project);
    expect(start()).toMatchObject({ code: 0, answer: { view: { step: 'one' } } });
    machine.put(path, text.replace('Do it.', 'Do more.'));
    expect(start().code).toBe(1);
    expect(machine.run(['workflow', 'list']).out).toMatch(/ours +project +changed, not trusted/);
  });

  it('is checked with file and line, and exit code 1', () => {
    machine.put(
      '.holdfast/workflows/a.yaml',
      'id: a\ntitle: A\nsteps:\n  - { id: one, title: One, promt: P }\n',
    );
    const checked = machine.run(['workflow', 'check']);
    expect(checked.code).toBe(1);
    expect(checked.out).toMatch(/^\.holdfast\/workflows\/a\.yaml:4: the key "promt" is unknown/);
  });
});

describe('what comes later', () => {
  it('is not shown to an agent', () => {
    machine.workflow('start', 'plan-first', '--set', 'task=x');
    expect(machine.run(['workflow', 'graph', '--session', 's1']).out).toBe(
      'Run '.concat(
        machine.workflow('next').answer.run,
        ' of "Plan first"\n[>] explore - Look around\n',
      ),
    );
    for (const words of [['show'], ['graph']]) {
      const all = machine.run(['workflow', ...words, '--all', '--session', 's1'], {
        env: { CLAUDECODE: '1' },
      });
      expect(all).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('is for the user'),
      });
    }
  });
});

describe('holdfast workflow', () => {
  it('lists the runs that fit several words, gives one up, and finds the other', () => {
    const [first, second] = ['one', 'two'].map(
      (task) => machine.workflow('start', 'plan-first', '--set', `task=${task}`).answer.run,
    );
    const several = machine.run(['workflow', 'resume', 'plan', '--session', 's1']);
    expect(several).toMatchObject({ code: 1, out: expect.stringContaining('Several runs fit.') });
    expect(several.out).toContain(first);
    expect(several.out).toContain(second);
    const unnamed = machine.run(['workflow', 'abandon', '--why', 'no need']);
    expect(unnamed).toMatchObject({ code: 2, err: expect.stringContaining('which run') });
    const given = machine.run(['workflow', 'abandon', first ?? '', '--why', 'no need']);
    const out = `Run ${first} of "Plan first" was abandoned: no need\n`;
    expect(given).toMatchObject({ code: 0, out });
    expect(machine.workflow('resume', 'plan').answer.run).toBe(second);
    expect(machine.workflow('resume', 'nothing of it')).toMatchObject({
      code: 1,
      err: expect.stringContaining('No open run matches.'),
    });
  });

  it('draws a definition as Mermaid', () => {
    const drawn = machine.run(['workflow', 'graph', 'ticket', '--format', 'mermaid']).out;
    expect(drawn).toContain('flowchart TD');
    expect(drawn).toContain('  s2["Implement and verify (up to 5 rounds)"]\n');
    expect(drawn).toContain('s4 -. again .-> s2');
    expect(drawn).toContain('  s6 --> s7\n');
    expect(drawn).not.toContain('s5 --> s6');
    const beside = machine.run(['workflow', 'graph', 'plan-first', '--format', 'mermaid']).out;
    expect(beside.split('\n').filter((line) => /^ {2}s[45] -/.test(line))).toEqual([
      '  s4 --> s5',
      '  s5 -.-> s6',
      '  s5 -.-> s7',
    ]);
  });

  it('ends with 2 where it is used wrongly, and says what to do', () => {
    for (const [args, told] of [
      [['start', 'plan-first'], 'needs the parameter "task"'],
      [['start', 'plan-first', '--set', 'task'], 'is not of the form NAME=VALUE'],
      [['start', 'plan-first', '--set', 'job=x'], 'has no parameter "job"'],
    ] as const) {
      expect(machine.run(['workflow', ...args])).toMatchObject({
        code: 2,
        err: expect.stringContaining(told),
      });
    }
    machine.workflow('start', 'plan-first', '--set', 'task=x');
    expect(next('--output', '{"a":')).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not valid JSON'),
    });
    expect(machine.workflow('next', '--note', 'x')).toMatchObject({
      code: 2,
      err: expect.stringContaining('needs the token'),
    });
  });
});
