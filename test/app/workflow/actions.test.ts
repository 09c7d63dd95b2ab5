import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  abandonRun,
  checkpointRun,
  chooseRun,
  findRuns,
  nextStep,
  resumeRun,
  rewindRun,
  showRun,
  startRun,
} from '../../../src/app/workflow/actions.ts';
import { missingOf } from '../../../src/app/workflow/missing.ts';
import { meaningOf } from '../../../src/core/workflow/resolve-token.ts';
import { readToken } from '../../../src/core/workflow/token.ts';
import { type Bench, openBench, plainSteps, workflowOf } from './kit.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

const explore = `id: look
title: Look around
parameters: [{ name: mode, choices: [slow, fast] }]
steps:
  - { id: look, title: Look, prompt: Look., requires: [{ explored: 2 }] }
  - { id: again, title: Look again, prompt: Look again., requires: [{ explored: 1 }] }
`;

describe('evidence of a step', () => {
  it('[R41] counts what came since the step began', async () => {
    bench.reads('a', 'early.ts');
    const started = await bench.start(explore);
    expect(started.view?.missing[0]?.what).toBe('0 of 2 distinct files were read.');
    bench.reads('a', 'one.ts');
    bench.reads('a', 'two.ts');
    const next = await bench.next(started);
    expect(next.view).toMatchObject({
      step: 'again',
      past: [{ step: 'look', evidence: ['a3', 'a5'] }],
      missing: [{ what: '0 of 1 distinct files were read.', asked: 0 }],
    });
  });

  it('counts that of each session that worked on the run, and nothing that another one did before', async () => {
    const started = await bench.start(explore);
    bench.reads('a', 'one.ts');
    bench.reads('b', 'elsewhere.ts');
    const taken = await resumeRun(bench.as('b'), started.run);
    expect(taken.view?.missing[0]?.what).toBe('1 of 2 distinct files were read: one.ts.');
    bench.reads('b', 'two.ts');
    const next = await nextStep(bench.as('b'), {
      run: started.run,
      token: taken.view?.token ?? '',
    });
    expect(next).toMatchObject({ outcome: 'advanced', view: { step: 'again' } });
    bench.reads('b', 'three.ts');
    const back = await resumeRun(bench.as('a'), started.run);
    expect(back.view?.missing).toEqual([]);
  });

  it('is asked for as often as it lacks, and told to a hook without being written', async () => {
    const started = await bench.start(explore);
    await bench.next(started);
    const second = await bench.next(started);
    expect(second.view?.missing).toMatchObject([{ asked: 2, next: 'Read 2 more files.' }]);
    expect(await missingOf(bench.deps, started.run)).toEqual(second.view?.missing);
    expect(await missingOf(bench.deps, 'none')).toEqual([]);
  });

  it('runs the command of a check only when the step is said to be done', async () => {
    const text = `id: c\ntitle: C\nsteps:\n  - { id: a, title: A, prompt: P, requires: [{ check: 'false' }] }\n`;
    const started = await bench.start(text);
    await showRun(bench.deps, started.run);
    await missingOf(bench.deps, started.run);
    expect(bench.ran).toEqual([]);
    expect(started.view?.missing[0]?.what).toContain('is run when the step is said to be done');
    expect(await bench.next(started)).toMatchObject({ outcome: 'missing' });
    expect(bench.ran).toEqual(['false']);
  });
});

describe('the journal of a session', () => {
  it('is told each step, that another session took the run up, and the end', async () => {
    const started = await bench.start(plainSteps(2));
    const second = await bench.next(started);
    const taken = await resumeRun(bench.as('b'), started.run);
    await nextStep(bench.as('b'), { run: started.run, token: taken.view?.token ?? '' });
    expect(
      bench.told.map(([session, entry]) => [
        session,
        entry.kind,
        'view' in entry ? entry.view.step : 'why' in entry && entry.why,
      ]),
    ).toEqual([
      ['a', 'workflow', 's0'],
      ['a', 'workflow', 's1'],
      ['a', 'workflow.left', 'elsewhere'],
      ['b', 'workflow', 's1'],
      ['b', 'workflow.left', 'done'],
    ]);
    expect(second.view?.step).toBe('s1');
  });

  it('is told of the session that goes on with the token, though it did not take the run up', async () => {
    const started = await bench.start(plainSteps(3));
    const next = await nextStep(bench.as('b'), {
      run: started.run,
      token: started.view?.token ?? '',
    });
    expect(next.said).toContain('This session works on the run from now on.');
    expect(bench.told.map(([session, entry]) => `${session} ${entry.kind}`)).toEqual([
      'a workflow',
      'a workflow.left',
      'b workflow',
    ]);
  });
});

describe('steps that are more than one after the other', () => {
  it('can be done beside each other, each by its own token', async () => {
    const text = `id: p
title: P
steps:
  - id: both
    title: Both
    parallel:
      - { id: left, title: Left, prompt: L }
      - { id: right, title: Right, prompt: R }
  - { id: last, title: Last, prompt: E }
`;
    const started = await bench.start(text);
    const [right] = started.beside ?? [];
    const half = await nextStep(bench.deps, { run: started.run, token: right?.token ?? '' });
    expect(half.view).toMatchObject({ step: 'both/left', past: [{ step: 'both/right' }] });
    // The token of before is still that of a pending step.
    expect((await bench.next(started)).view?.step).toBe('last');
    expect(await nextStep(bench.deps, { run: started.run, token: right?.token ?? '' })).toEqual({
      ...half,
      again: true,
    });
  });

  it('are those of another workflow, with parameters of this one', async () => {
    const outer = `id: o
title: O
parameters: [{ name: p, default: cart }]
steps:
  - { id: call, title: C, subworkflow: { id: i, parameters: { q: 'the {{p}}' } } }
`;
    const inner = `id: i\ntitle: I\nparameters: [{ name: q }]\nsteps:\n  - { id: do, title: D, prompt: 'Fix {{q}}.' }\n`;
    const started = await startRun(bench.deps, {
      workflow: workflowOf(outer, inner),
      set: {},
      project: '/w',
    });
    expect(started.view).toMatchObject({ step: 'call/do', prompt: 'Fix the cart.' });
    expect(await bench.next(started)).toMatchObject({ outcome: 'done' });
  });

  it('are passed over where their condition does not hold, by outputs of steps before', async () => {
    const text = `id: w
title: W
steps:
  - { id: a, title: A, prompt: P, outputs: { type: object, required: [ok], properties: { ok: { type: boolean } } } }
  - { id: b, title: B, prompt: P, when: { of: a.ok, equals: false } }
  - { id: c, title: C, prompt: P, when: { of: a.ok, equals: true } }
`;
    const started = await bench.start(text);
    expect((await bench.next(started)).view?.missing[0]?.what).toContain('none was given');
    expect(
      (await bench.next(started, { outputs: { ok: 'yes' } })).view?.missing[0]?.what,
    ).toContain('is no boolean');
    expect((await bench.next(started, { outputs: { ok: true } })).view?.step).toBe('c');
  });

  it('are repeated until it holds, and the run is stuck where it never does', async () => {
    const text = `id: w
title: W
steps:
  - id: r
    title: Try
    prompt: P
    repeat: { until: { explored: 1 }, most: 3 }
  - { id: e, title: E, prompt: P }
`;
    const first = await bench.start(text);
    const second = await bench.next(first);
    expect(second.view?.step).toBe('r[2]');
    bench.reads('a', 'x.ts');
    expect((await bench.next(second)).view?.step).toBe('e');

    let other = await bench.start(text);
    for (let round = 0; round < 3; round += 1) other = await bench.next(other);
    expect(other).toMatchObject({ outcome: 'stuck' });
    expect(other.view).toBeUndefined();
    expect(bench.told.at(-1)?.[1]).toMatchObject({ kind: 'workflow.left', why: 'stuck' });
    expect(await rewindRun(bench.deps, { run: other.run, to: 'r' })).toMatchObject({
      outcome: 'rewound',
      view: { step: 'r[3]' },
    });
  });
});

describe('a run', () => {
  it('is taken back to a checkpoint by its name', async () => {
    const started = await bench.start(plainSteps(3));
    await checkpointRun(bench.deps, { run: started.run, text: 'here it was well', name: 'well' });
    await bench.next(started);
    const back = await rewindRun(bench.deps, { run: started.run, to: 'well' });
    expect(back.view?.step).toBe('s0');
    const again = await rewindRun(bench.deps, { run: started.run, to: 'well' });
    expect(again.view?.step).toBe('s0');
    await expect(rewindRun(bench.deps, { run: started.run, to: 'nowhere' })).rejects.toThrow(
      'has not passed a step',
    );
  });

  it('says where its token leads that was used before the run was taken back', async () => {
    const started = await bench.start(plainSteps(3));
    const second = await bench.next(started);
    await bench.next(second);
    await rewindRun(bench.deps, { run: started.run, to: 's1' });
    expect(await bench.next(started)).toMatchObject({ outcome: 'pending', view: { step: 's1' } });
    const claim = readToken((text) => bench.deps.runs.sign(text), started.view?.token ?? '')!;
    expect(meaningOf(bench.deps.runs.load(started.run)!.state, claim)).toEqual({ is: 'undone' });
    const branch = await bench.next(second);
    expect(branch).toMatchObject({ outcome: 'advanced', branch: 2, view: { step: 's2' } });
    expect(await bench.next(second)).toEqual({ ...branch, again: true });
  });

  it('hands a step over anew that was taken back, and not one that stays done', async () => {
    const started = await bench.start(plainSteps(3));
    const handed = (step: string) =>
      bench.deps.runs.append(started.run, [
        { v: 1, time: 'x', kind: 'delegated', step, ticket: 't', ticketId: 't', worker: 'w' },
        { v: 1, time: 'x', kind: 'reported', step, ticketId: 't', status: 'done' },
      ]);
    handed('s0');
    const second = await bench.next(started);
    handed('s1');
    await bench.next(second);
    await rewindRun(bench.deps, { run: started.run, to: 's1' });
    const { delegated, reported } = bench.deps.runs.load(started.run)!.state;
    expect([Object.keys(delegated), Object.keys(reported)]).toEqual([['s0'], ['s0']]);
  });

  it('that was abandoned goes nowhere, and says why', async () => {
    const started = await bench.start(plainSteps(2));
    await abandonRun(bench.deps, { run: started.run, why: 'not needed' });
    expect(await bench.next(started)).toMatchObject({
      outcome: 'abandoned',
      said: `Run ${started.run} of "Plain" was abandoned: not needed`,
    });
    await expect(rewindRun(bench.deps, { run: started.run, to: 's0' })).rejects.toThrow(
      'was abandoned',
    );
  });

  it('is found by words of its notes and parameters, the session’s own before others', async () => {
    const first = await bench.start(explore, { mode: 'slow' });
    const second = await startRun(bench.as('b'), {
      workflow: workflowOf(explore),
      set: {},
      project: '/w',
    });
    await checkpointRun(bench.as('b'), { run: second.run, text: 'The Cart rounds twice' });
    expect(findRuns(bench.deps, ['cart', 'twice']).map(({ run }) => run)).toEqual([second.run]);
    expect(findRuns(bench.deps, ['slow']).map(({ run }) => run)).toEqual([first.run]);
    expect(findRuns(bench.deps, ['look'])).toHaveLength(2);
    expect(chooseRun(bench.deps, { project: '/w' })).toBe(first.run);
    expect(chooseRun(bench.as('b'), { project: '/w' })).toBe(second.run);
  });

  it('is not started with what it does not take', async () => {
    await expect(bench.start(explore, { speed: 'x' })).rejects.toThrow('has no parameter "speed"');
    await expect(bench.start(explore, { mode: 'x' })).rejects.toThrow('"x" is not a valid mode');
    const needs = plainSteps(1).replace(
      'steps:',
      'parameters: [{ name: p, required: true }]\nsteps:',
    );
    await expect(bench.start(needs)).rejects.toThrow('needs the parameter "p"');
  });

  it('keeps no secret that is noted, and no control characters', async () => {
    const key = `sk-ant-api03-${'a1B2'.repeat(12)}`;
    const text = plainSteps(2)
      .replace('steps:', `description: with ${key}\nparameters: [{ name: p }]\nsteps:`)
      .replace('P0', "'Use {{p}}'");
    const started = await bench.start(text, { p: `the ${key}` });
    expect(started.view?.prompt).toBe('Use the [redacted:anthropic-key]');
    const next = await bench.next(started, {
      note: `the key is ${key} \u001b[31mred`,
      outputs: { key },
    });
    expect(JSON.stringify([started, next])).not.toContain(key);
    expect(readFileSync(bench.log(started.run), 'utf8')).not.toContain(key);
    expect(next.view?.past[0]?.note).toBe('the key is [redacted:anthropic-key] red');
  });
});
