import { describe, expect, it } from 'vitest';
import type { ConversationItem } from '../../../src/core/conversation.ts';
import { isDeniedTurnOver } from '../../../src/core/recovery/denied-turn.ts';
import { denialStep } from '../../../src/core/recovery/gate.ts';
import { newRecordView, viewItem } from '../../../src/core/recovery/record-view.ts';
import type { Recovery } from '../../../src/core/recovery/recovery.ts';

const at = { offset: 0, line: 1 };
const second = (seconds: number) => `2026-01-01T00:00:${String(seconds).padStart(2, '0')}.000Z`;
const call = (seconds: number): ConversationItem => ({
  ...{ type: 'call', at, time: second(seconds) },
  call: { name: 'x', kind: 'shell', paths: [] },
});
const result = (seconds: number): ConversationItem => ({
  ...{ type: 'result', at, time: second(seconds) },
  result: { callId: 'a', outcome: 'denied', text: '', length: 0 },
});

function over(items: ConversationItem[], deniedAt: number, hasRecord = true): boolean {
  const view = newRecordView();
  for (const item of items) viewItem(view, item);
  const denials = [{ at: second(deniedAt), id: 'a', tool: 'x' }];
  return isDeniedTurnOver({ denials, deniedThisTurn: 1 } as unknown as Recovery, view, hasRecord);
}

describe('a turn with denials, where no event tells its end', () => {
  it('is over when the model answered after it was given the denial', () => {
    expect(over([call(1), result(3), call(4)], 2)).toBe(true);
  });

  it('goes on for calls of the same message, however late they come', () => {
    expect(over([call(1), call(3)], 2)).toBe(false);
    expect(over([call(1), call(3), result(4)], 2)).toBe(false);
  });

  it('is not ended by what happened before the denial', () => {
    expect(over([result(1), call(2)], 3)).toBe(false);
  });

  it('of which a record is written late is over once every call of it was answered', () => {
    const late = (resultAt: number | undefined, open: string[], more: object = {}) => {
      const view = newRecordView();
      if (resultAt !== undefined) view.resultAt = second(resultAt);
      for (const id of open) view.open.add(id);
      const denials = [{ at: second(2), id: 'a', tool: 'x' }];
      const recovery = { denials, deniedThisTurn: 1, ...more } as unknown as Recovery;
      return isDeniedTurnOver(recovery, view, true, true);
    };
    expect([late(2, []), late(3, []), late(1, []), late(undefined, [])]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(late(3, ['b'])).toBe(false);
    expect([late(3, [], { deniedThisTurn: 0 }), late(3, [], { denials: [] })]).toEqual([
      false,
      false,
    ]);
  });

  it('is not over by an answer of the moment of the denial, nor without a denial', () => {
    const view = newRecordView();
    view.turnedAt = second(2);
    const of = (at: number, more: object = {}) => {
      const denials = [{ at: second(at), id: 'a', tool: 'x' }];
      const recovery = { denials, deniedThisTurn: 1, ...more } as unknown as Recovery;
      return isDeniedTurnOver(recovery, view, true);
    };
    expect([of(1), of(2)]).toEqual([true, false]);
    expect([of(1, { deniedThisTurn: 0 }), of(1, { denials: [] })]).toEqual([false, false]);
  });

  it('counts each denial where no record is there to tell, so that nobody is locked out', () => {
    expect(over([], 1, false)).toBe(true);
  });
});

it('the denial that carries the text comes earlier where the host leaves less room', () => {
  const recovery = { deniedTurns: 2, deniedThisTurn: 0, escalated: false } as Recovery;
  expect(denialStep(recovery)).toBe('point');
  expect(denialStep(recovery, 2)).toBe('escalate');
});
