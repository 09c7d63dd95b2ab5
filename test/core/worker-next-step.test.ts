import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ticketStatuses } from '../../src/core/ticket/ticket.ts';
import {
  backoffMs,
  nextStep,
  type RunEnd,
  type Standing,
} from '../../src/core/worker/next-step.ts';

const troubles = ['limit', 'credentials', 'server', 'context', 'other'] as const;

const runEnd: fc.Arbitrary<RunEnd> = fc.record(
  {
    notStarted: fc.constant('It is not there.'),
    code: fc.integer({ min: 0, max: 255 }),
    signal: fc.constantFrom('SIGKILL', 'SIGTERM'),
    stalled: fc.constant('It stalled.'),
    garbage: fc.constant('usage'),
    trouble: fc.record({ kind: fc.constantFrom(...troubles), text: fc.string() }),
    politely: fc.boolean(),
    leftRunning: fc.boolean(),
    hadSession: fc.boolean(),
    resumed: fc.boolean(),
  },
  { requiredKeys: ['politely', 'leftRunning', 'hadSession', 'resumed'] },
);

const standing: fc.Arbitrary<Standing> = fc.record(
  {
    ticket: fc.option(fc.constantFrom(...ticketStatuses), { nil: undefined }),
    hasResult: fc.boolean(),
    lastProgress: fc.option(fc.string(), { nil: undefined }),
    stopped: fc.constant('It was stopped.'),
    restarts: fc.nat({ max: 5 }),
    mostRestarts: fc.nat({ max: 5 }),
    nudges: fc.nat({ max: 3 }),
    mostNudges: fc.nat({ max: 3 }),
    pendingMessages: fc.boolean(),
  },
  {
    requiredKeys: [
      'ticket',
      'hasResult',
      'lastProgress',
      'restarts',
      'mostRestarts',
      'nudges',
      'mostNudges',
      'pendingMessages',
    ],
  },
);

describe('[R45] what happens after a run of a client', () => {
  it('completed is said exactly where the ticket is done and its Result is written', () => {
    fc.assert(
      fc.property(runEnd, standing, (run, now) => {
        const step = nextStep(run, now);
        const completed = step.step === 'end' && step.status === 'completed';
        expect(completed).toBe(now.ticket === 'done' && now.hasResult);
      }),
    );
  });

  it('a worker that was stopped is never started again', () => {
    fc.assert(
      fc.property(runEnd, standing, (run, now) => {
        expect(nextStep(run, { ...now, stopped: 'It was stopped.' }).step).toBe('end');
      }),
    );
  });

  it('whatever a client does, it is started a bounded number of times', () => {
    fc.assert(
      fc.property(fc.array(runEnd, { minLength: 12, maxLength: 12 }), standing, (runs, first) => {
        const now = { ...first, restarts: 0, nudges: 0, pendingMessages: false };
        let starts = 0;
        for (const run of runs) {
          starts += 1;
          const step = nextStep(run, now);
          if (step.step === 'end') return;
          if (step.nudge) now.nudges += 1;
          else now.restarts += 1;
        }
        expect(starts).toBeLessThanOrEqual(now.mostRestarts + now.mostNudges + 1);
      }),
    );
  });

  it('every end has a reason, in a sentence', () => {
    fc.assert(
      fc.property(runEnd, standing, (run, now) => {
        expect(nextStep(run, now).reason).toMatch(/^\S[\s\S]*\w/);
      }),
    );
  });

  it('a session that could not be gone on with, or does not fit, is left', () => {
    const now: Standing = {
      ticket: 'in-progress',
      hasResult: false,
      lastProgress: undefined,
      restarts: 0,
      mostRestarts: 3,
      nudges: 0,
      mostNudges: 2,
      pendingMessages: false,
    };
    const run: RunEnd = { politely: false, leftRunning: false, hadSession: true, resumed: true };
    expect(nextStep({ ...run, code: 1, hadSession: false }, now)).toMatchObject({ anew: true });
    expect(nextStep({ ...run, code: 1 }, now)).toMatchObject({ anew: false });
    const trouble = { kind: 'context' as const, text: 'prompt is too long' };
    expect(nextStep({ ...run, trouble }, now)).toMatchObject({ step: 'again', anew: true });
  });

  it('the pauses grow, and stay below two minutes', () => {
    expect([0, 1, 2, 3, 9].map(backoffMs)).toEqual([2_000, 8_000, 32_000, 120_000, 120_000]);
  });
});
