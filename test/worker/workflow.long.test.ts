import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkflowAnswer } from '../../src/core/workflow/run-entry.ts';
import { openWorkerBench, until, type WorkerBench } from '../fake-client/bench.ts';

let bench: WorkerBench;
beforeEach(() => {
  bench = openWorkerBench();
});
afterEach(() => bench.close());

const outer = `id: outer
title: Outer work
parameters: [{ name: part, required: true }]
steps:
  - id: measure
    title: Measure {{part}}
    prompt: Measure {{part}} and say the figure.
    delegate: { host: claude-code }
  - { id: close, title: Close, prompt: 'It is {{measure.result}}.' }
`;
const calling = `id: calling
title: Calling work
steps:
  - id: inner
    title: Do the inner part
    subworkflow: { id: inner, parameters: { what: the cart } }
    delegate: { host: claude-code }
`;
const inner = `id: inner
title: Inner work
parameters: [{ name: what, required: true }]
steps:
  - { id: one, title: 'Look at {{what}}', prompt: Look. }
  - { id: two, title: Say it, prompt: Say. }
`;

async function workflow(...args: string[]): Promise<WorkflowAnswer & { text: string }> {
  const ran = await bench.holdfast(['workflow', ...args, '--json']);
  expect(ran.out, ran.err).not.toBe('');
  return { ...(JSON.parse(ran.out) as WorkflowAnswer), text: ran.err };
}

function own(name: string, text: string): void {
  const folder = join(
    bench.env.XDG_CONFIG_HOME ?? join(bench.sandbox.home, '.config'),
    'holdfast',
    'workflows',
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.yaml`), text);
}

const finish = (before: string) => [
  'sh',
  `${before} holdfast ticket done "$HOLDFAST_TICKET" --result "42 ms"`,
];
const reported = (run: string) =>
  until(() => readFileSync(logOf(run), 'utf8').includes('"kind":"reported"'), 'a report');
const logOf = (run: string) => `${bench.sandbox.holdfastHome}/workflows/${run}/log.ndjson`;

describe('[R48] a step that is handed to a worker', () => {
  it('becomes a ticket, and what came of it comes back into the run', async () => {
    own('outer', outer);
    bench.script(['init', finish(''), 'turn']);
    const started = await workflow('start', 'outer', '--set', 'part=the sum');
    expect(started.view).toMatchObject({ step: 'measure' });
    expect(started.view?.prompt).toContain('A worker does this step, and not you.');
    await reported(started.run);
    expect(bench.left('input')).toContain('Measure the sum and say the figure.');
    const next = await workflow('next', '--token', started.view?.token ?? '');
    expect(next).toMatchObject({
      outcome: 'advanced',
      view: { step: 'close', prompt: 'It is 42 ms.' },
    });
  });

  it('waits while the worker is at it, and says why when it could not go on', async () => {
    own('outer', outer);
    const block = ['sh', 'holdfast ticket block "$HOLDFAST_TICKET" "no ruler"'];
    bench.script(['init', block, 'turn', 'next', 'turn', 'next', 'turn']);
    const started = await workflow('start', 'outer', '--set', 'part=x');
    await reported(started.run);
    const next = await workflow('next', '--token', started.view?.token ?? '');
    expect(next).toMatchObject({ outcome: 'missing', view: { step: 'measure' } });
    expect(next.view?.missing[0]).toMatchObject({
      what: expect.stringMatching(/is blocked.*no ruler/),
      next: expect.stringContaining('holdfast ticket reopen'),
    });
  });

  it('can be a workflow of its own, which the worker goes through', async () => {
    own('calling', calling);
    own('inner', inner);
    const go =
      'RUN=$(sed -n "s/.*workflow resume \\([a-z0-9]*\\).*/\\1/p" "$HOLDFAST_TICKET"); for i in 1 2; do T=$(holdfast workflow next --run $RUN --json | sed -n \'s/.*"token": "\\(.*\\)".*/\\1/p\'); holdfast workflow next --run $RUN --token $T; done;';
    bench.script(['init', finish(go), 'turn']);
    const started = await workflow('start', 'calling');
    await reported(started.run);
    const runs = (await workflow('list', '--runs')) as unknown as {
      run: string;
      status: string;
      parameters: object;
    }[];
    expect(Object.values(runs).find(({ run }) => run && run !== started.run)).toMatchObject({
      status: 'done',
      parameters: { what: 'the cart' },
    });
    expect(await workflow('next', '--token', started.view?.token ?? '')).toMatchObject({
      outcome: 'done',
    });
  });

  it('does not take a ticket for done whose own run is not', async () => {
    own('calling', calling);
    own('inner', inner);
    bench.script(['init', finish(''), 'turn']);
    const started = await workflow('start', 'calling');
    await reported(started.run);
    const next = await workflow('next', '--token', started.view?.token ?? '');
    expect(next.view?.missing[0]?.what).toMatch(/done too early: its run \w+ is open at one/);
  });
});

describe('[R48] what is said of a step that was handed over', () => {
  it('names its worker, and does not say that it was handed to none', async () => {
    own('outer', outer);
    bench.script(['init', ['sleep', 600_000]]);
    const started = await bench.holdfast(['workflow', 'start', 'outer', '--set', 'part=x']);
    expect(started.out).toContain('is with the worker');
    expect(started.out).not.toContain('was not handed to a worker');
    expect(started.out).toContain('is at it');
  });
});

describe('[R48] a step that could not be handed to a worker', () => {
  it('says so once, why and what to do, and is handed over by the next try with the same ticket', async () => {
    own('outer', outer);
    bench.script(['init', finish(''), 'turn']);
    const program = join(bench.sandbox.root, 'bin', 'claude');
    renameSync(program, `${program}.away`);
    const started = await bench.holdfast(['workflow', 'start', 'outer', '--set', 'part=x']);
    const said = /The program claude .* is not on PATH/g;
    expect(started.out.match(said)).toHaveLength(1);
    expect(started.out.match(/not handed to a worker/g)).toHaveLength(1);
    const run = /workflow next --run (\w+)/.exec(started.out)?.[1] ?? '';
    expect(started.out).toMatch(/holdfast run \S+ --host NAME/);
    const shown = await bench.holdfast(['workflow', 'show', run]);
    for (const { out } of [started, shown]) {
      expect(out).toContain('The step was not handed to a worker: The program claude');
      expect(out).not.toMatch(/is at it|being started|being handed/);
    }
    renameSync(`${program}.away`, program);
    const again = await bench.holdfast(['workflow', 'next', '--run', run]);
    expect(again.out).toContain('is with the worker');
    expect(again.out).not.toContain('not handed to a worker');
    await reported(run);
    const tickets = await bench.holdfast(['ticket', 'list', '--json']);
    expect(JSON.parse(tickets.out)).toHaveLength(1);
  });

  it('is with the worker that a person starts on its ticket', async () => {
    own('outer', outer);
    bench.script(['init', finish(''), 'turn']);
    const program = join(bench.sandbox.root, 'bin', 'claude');
    renameSync(program, `${program}.away`);
    const started = await workflow('start', 'outer', '--set', 'part=x');
    const id = /holdfast run (\S+)/.exec(started.view?.missing[0]?.next ?? '')?.[1] ?? '';
    renameSync(`${program}.away`, program);
    await bench.holdfast(['run', id, '--host', 'claude-code']);
    await until(() => readFileSync(logOf(started.run), 'utf8').includes('"status":"done"'), 'done');
    const next = await workflow('next', '--token', started.view?.token ?? '');
    expect(next).toMatchObject({ outcome: 'advanced', view: { step: 'close' } });
  });
});

describe('[R48] a step whose worker ended before its ticket was done', () => {
  it('says how it ended and how to go on, until the worker is resumed', async () => {
    own('outer', outer);
    bench.script(['init', ['sleep', 600_000]], ['init', finish(''), 'turn']);
    const started = await workflow('start', 'outer', '--set', 'part=x');
    const worker = /The worker (\S+) is at it/.exec(started.view?.missing[0]?.what ?? '')?.[1];
    expect(worker).toBeDefined();
    // Its client has begun: the next one does what the script says for the second.
    await until(() => bench.left('input'), 'a start of the client');
    await bench.holdfast(['stop', worker!, '--now']);
    const commands = [
      ['next', '--run', started.run],
      ['show', started.run],
    ];
    for (const command of commands) {
      const [missing] = (await workflow(...command)).view?.missing ?? [];
      expect(missing?.what).toContain(`The worker ${worker} is interrupted`);
      expect(missing?.next).toContain(`holdfast resume ${worker}`);
      expect(missing?.waits).toBeUndefined();
    }
    await bench.holdfast(['resume', worker!]);
    await until(() => readFileSync(logOf(started.run), 'utf8').includes('"status":"done"'), 'done');
    const next = await workflow('next', '--token', started.view?.token ?? '');
    expect(next).toMatchObject({ outcome: 'advanced', view: { step: 'close' } });
  });
});
