import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextStep, rewindRun, showRun } from '../../../src/app/workflow/actions.ts';
import { redact } from '../../../src/core/trust/redact.ts';
import type { WorkflowAnswer } from '../../../src/core/workflow/run-entry.ts';
import { type Bench, openBench, plainSteps } from './kit.ts';

const steps = 6;
const action = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ do: 'next' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('old' as const), which: fc.nat(30) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('rewind' as const), to: fc.nat(steps - 1) }),
  },
);

/** Does what is asked, and gives every token with the answer that it was given the last time. */
async function play(
  bench: Bench,
  run: string,
  first: string,
  actions: readonly { do: string; which?: number; to?: number }[],
) {
  const tokens = [first];
  let current = first;
  const given = new Map<string, { answer: WorkflowAnswer; rewinds: number }>();
  let rewinds = 0;
  const use = async (token: string) => {
    const answer = await nextStep(bench.deps, { run, token });
    const before = given.get(token);
    // As long as nothing was taken back, the same token gives the same answer.
    if (before !== undefined && before.rewinds === rewinds) {
      expect(answer).toEqual({ ...before.answer, again: true });
    }
    if (answer.outcome === 'pending') return;
    // A branch takes the run to another line too.
    if (answer.branch !== undefined && !answer.again) rewinds += 1;
    if (!answer.again) given.set(token, { answer, rewinds });
    const next = answer.view?.token;
    if (next !== undefined && !answer.again) {
      tokens.push(next);
      current = next;
    }
  };
  for (const one of actions) {
    if (one.do === 'next') await use(current);
    else if (one.do === 'old') await use(tokens[one.which! % tokens.length]!);
    else {
      const back = await rewindRun(bench.deps, { run, to: `s${one.to}` }).catch(() => undefined);
      if (back === undefined) continue;
      rewinds += 1;
      current = back.view!.token;
      tokens.push(current);
    }
  }
}

describe('runs under any sequence of tokens and rewinds', () => {
  it('answer a token the same, and never lose the way', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (actions) => {
        const bench = openBench();
        try {
          const started = await bench.start(plainSteps(steps));
          await play(bench, started.run, started.view!.token, actions);
          const shown = await showRun(bench.deps, started.run);
          const past = shown.view?.past.map(({ step }) => step) ?? [];
          // What is behind the pending step is all that comes before it, in order.
          if (shown.view) {
            expect([...past, shown.view.step]).toEqual(
              Array.from({ length: past.length + 1 }, (_, at) => `s${at}`),
            );
          } else expect(shown.outcome).toBe('done');
        } finally {
          bench.close();
        }
      }),
      { numRuns: 60 },
    );
  });

  it('go on from any byte at which the log was cut off, with the token of the step that is pending then', async () => {
    const bench = openBench();
    try {
      const started = await bench.start(plainSteps(steps));
      await play(bench, started.run, started.view!.token, [
        { do: 'next' },
        { do: 'next' },
        { do: 'rewind', to: 1 },
        { do: 'old', which: 2 },
        { do: 'next' },
      ]);
      const path = bench.log(started.run);
      const whole = readFileSync(path);
      const first = whole.indexOf('\n') + 1;
      const ends = [...whole.toString('latin1').matchAll(/\n/g)].map(({ index }) => index);
      // Right before, at and behind the end of a line is where it is easiest to be wrong.
      const lineEnds = fc.constantFrom(...ends.slice(1).flatMap((at) => [at - 1, at, at + 1]));
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(fc.integer({ min: first, max: whole.length }), lineEnds),
          async (cut) => {
            writeFileSync(path, whole);
            truncateSync(path, cut);
            rmSync(join(dirname(path), 'state.json'), { force: true });
            const shown = await showRun(bench.deps, started.run);
            const next = await nextStep(bench.deps, { run: started.run, token: shown.view!.token });
            expect(next.outcome).toMatch(/^(advanced|done)$/);
            expect(
              await nextStep(bench.deps, { run: started.run, token: shown.view!.token }),
            ).toEqual({ ...next, again: true });
          },
        ),
        { numRuns: 60 },
      );
    } finally {
      bench.close();
    }
  });

  it('skip and count lines that are torn, newer or strange', async () => {
    const bench = openBench();
    try {
      const started = await bench.start(plainSteps(steps));
      const path = bench.log(started.run);
      appendFileSync(
        path,
        '{"v":2,"kind":"advanced","time":"x"}\n{"v":1,"kind":"adv\nnull\n{"v":1,"kind":"other","time":"x"}\n{"v":1,"kind":"advanced","time":"x","from":0}\n',
      );
      const next = await bench.next(started);
      expect(next).toMatchObject({ outcome: 'advanced', view: { step: 's1' } });
      expect(bench.deps.runs.load(started.run)?.skipped).toBe(5);
    } finally {
      bench.close();
    }
  });

  it('come to the same from a checkpoint as from the whole log', async () => {
    const bench = openBench();
    try {
      const started = await bench.start(plainSteps(steps));
      const path = bench.log(started.run);
      const filler = {
        v: 1,
        time: 'x',
        kind: 'noted',
        state: 0,
        step: 's0',
        text: 'n'.repeat(500),
      };
      appendFileSync(path, `${JSON.stringify(filler)}\n`.repeat(100));
      const folded = bench.deps.runs.load(started.run);
      const kept = join(dirname(path), 'state.json');
      expect(readFileSync(kept, 'utf8')).toContain('"entries":102');
      const next = await bench.next(started);
      const fromCheckpoint = bench.fresh().load(started.run);
      rmSync(kept);
      expect(bench.fresh().load(started.run)).toEqual(fromCheckpoint);
      expect(folded?.state.head).toBe(0);
      // One that belongs to another log counts as absent.
      bench.fresh().load(started.run);
      const before = readFileSync(path, 'utf8').split('\n');
      writeFileSync(path, before.slice(0, 3).join('\n'));
      expect(bench.fresh().load(started.run)?.state.entries).toBe(3);
      expect(next.view?.step).toBe('s1');
    } finally {
      bench.close();
    }
  });

  it('have tokens that are told as they are, and that nobody can make', async () => {
    const bench = openBench();
    try {
      const started = await bench.start(plainSteps(1));
      for (let state = 0; state < 500; state += 1) {
        const token = `hfw1.${started.run}.${state.toString(36)}.0123456789abc.${bench.deps.runs.sign(String(state))}`;
        expect(redact(`next --token ${token}`)).toContain(token);
        await expect(nextStep(bench.deps, { run: started.run, token })).rejects.toThrow(
          'was not issued by Holdfast',
        );
      }
    } finally {
      bench.close();
    }
  });
});
