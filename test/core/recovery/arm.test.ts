import { describe, expect, it } from 'vitest';
import {
  isRepeatedAnnouncement,
  isThrash,
  judgeClaim,
  rapidCount,
} from '../../../src/core/recovery/arm.ts';
import type { Recovery } from '../../../src/core/recovery/recovery.ts';
import { agentState, newSessionState } from '../../../src/core/recovery/session-state.ts';
import { openRecoveryWith } from './recoveries.ts';

const armedMs = Date.parse('2026-01-01T00:00:00.000Z');
const brief = { at: '2026-01-01T00:00:01.000Z', via: 'x', characters: 1, stub: false };

function agentWith(last?: Partial<Recovery>, expected?: { at: string; tail: string }) {
  const agent = agentState(newSessionState(), undefined);
  if (last !== undefined) agent.recoveries.push(openRecoveryWith([], last));
  if (expected !== undefined)
    agent.expected = { trigger: 'auto', midTurn: true, steered: 0, ...expected };
  return agent;
}

describe('an event that tells of a compaction', () => {
  const claim = (by: 'session-start' | 'after-event', tail: string, ms: number) => ({
    by,
    tail,
    nowMs: armedMs + ms,
  });
  /** What was armed last, by which event the next comes, the record's end then (it was 10), how much later, what that means. */
  it.each<[Partial<Recovery>, 'session-start' | 'after-event', string, number, string]>([
    // The after-event of what the start told of.
    [{ by: 'session-start' }, 'after-event', '10', 1_000, 'same'],
    [{ by: 'session-start' }, 'after-event', '99', 86_400_000, 'same'],
    [{ by: 'session-start', afterEvent: true }, 'after-event', '10', 86_400_000, 'repeat'],
    [{ by: 'session-start', afterEvent: true }, 'after-event', '99', 9_999, 'repeat'],
    [{ by: 'session-start', afterEvent: true }, 'after-event', '99', -9_999, 'repeat'],
    [{ by: 'session-start', afterEvent: true }, 'after-event', '99', 10_000, 'new'],
    [{ by: 'session-start', afterEvent: true, boundary: 'B' }, 'after-event', '99', 10_000, 'new'],
    // The after-event of what only the record told of.
    [{ by: 'record', boundary: 'B' }, 'after-event', '99', 10_000, 'same'],
    [{ by: 'record', boundary: 'B', met: brief }, 'after-event', '99', 10_000, 'new'],
    [{ by: 'record' }, 'after-event', '99', 10_000, 'new'],
    [{ by: 'after-event' }, 'after-event', '10', 10_000, 'repeat'],
    [{ by: 'after-event' }, 'after-event', '99', 9_999, 'repeat'],
    // The start behind an after-event, or behind the record.
    [{ by: 'after-event' }, 'session-start', '10', 86_400_000, 'same'],
    [{ by: 'after-event', briefs: [brief] }, 'session-start', '10', 86_400_000, 'repeat'],
    [{ by: 'after-event', briefs: [brief] }, 'session-start', '99', 9_999, 'repeat'],
    [{ by: 'after-event' }, 'session-start', '99', 10_000, 'new'],
    [{ by: 'record' }, 'session-start', '10', 86_400_000, 'same'],
    [{ by: 'record', briefs: [brief] }, 'session-start', '10', 1_000, 'new'],
    [{ by: 'record' }, 'session-start', '99', 10_000, 'new'],
    // A start behind a start.
    [{ by: 'session-start' }, 'session-start', '10', 9_999, 'repeat'],
    [{ by: 'session-start' }, 'session-start', '10', 10_000, 'new'],
    [{ by: 'session-start' }, 'session-start', '99', 9_999, 'new'],
  ] as [Partial<Recovery>, 'session-start' | 'after-event', string, number, string][])(
    '%j, then %s at %s after %i ms: %s',
    (last, by, tail, ms, meaning) => {
      expect(judgeClaim(agentWith(last), claim(by, tail, ms))).toBe(meaning);
    },
  );

  it('is of a new one where none is known, or one was announced', () => {
    for (const by of ['session-start', 'after-event'] as const) {
      expect(judgeClaim(agentWith(), claim(by, '10', 0))).toBe('new');
      const announced = agentWith({ by: 'session-start' }, { at: brief.at, tail: '10' });
      expect(judgeClaim(announced, claim(by, '10', 0))).toBe('new');
    }
  });
});

describe('an announcement', () => {
  const expected = { at: '2026-01-01T00:00:00.000Z', tail: '10' };
  it('is the same as that before it within five seconds at the same end of the record', () => {
    const is = (tail: string, ms: number, agent = agentWith(undefined, expected)) =>
      isRepeatedAnnouncement(agent, tail, armedMs + ms);
    expect([is('10', 4_999), is('10', -4_999), is('10', 5_000)]).toEqual([true, true, false]);
    expect(is('11', 0)).toBe(false);
    expect(is('10', 0, agentWith())).toBe(false);
  });
});

describe('compactions that are close on each other', () => {
  const last = (rapid: number) => openRecoveryWith([], { rapid });
  const minutes = 60_000;

  it('are counted within five calls and ten minutes', () => {
    const count = (calls: number, ms: number) => rapidCount(last(3), calls, armedMs + ms);
    expect([count(5, 0), count(6, 0)]).toEqual([4, 0]);
    expect([count(0, 10 * minutes), count(0, 10 * minutes + 1)]).toEqual([4, 0]);
    expect([count(0, -10 * minutes), count(0, -10 * minutes - 1)]).toEqual([4, 0]);
    expect(rapidCount(undefined, 0, armedMs)).toBe(0);
  });

  it('are a burst from the third on', () => {
    expect([0, 1, 2, 3].map(isThrash)).toEqual([false, false, true, true]);
  });
});
