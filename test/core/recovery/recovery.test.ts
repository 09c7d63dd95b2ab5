import { describe, expect, it } from 'vitest';
import {
  isRepeatedAnnouncement,
  isThrash,
  judgeClaim,
  rapidCount,
} from '../../../src/core/recovery/arm.ts';
import { countedCall } from '../../../src/core/recovery/counted-call.ts';
import { needsBrief, proveDelivery } from '../../../src/core/recovery/delivery.ts';
import { isExpired } from '../../../src/core/recovery/expiry.ts';
import { newRecordView, viewItem } from '../../../src/core/recovery/record-view.ts';
import { newAgentState } from '../../../src/core/recovery/session-state.ts';
import { deliveryMark, recoveryId } from '../../../src/core/recovery/token.ts';
import { mustContinue } from '../../../src/core/recovery/turn-end.ts';
import type { ToolCall, ToolResult } from '../../../src/core/tool.ts';
import { openRecoveryWith } from './recoveries.ts';

const armedMs = Date.parse('2026-01-01T00:00:00.000Z');
const id = openRecoveryWith([]).id;
const text = `[${deliveryMark(id)}] what must be known\nand a line more`;
const brief = { at: '2026-01-01T00:00:00.000Z', via: 'session start', text, stub: false };

describe('which events belong to one compaction', () => {
  const armed = { ...newAgentState(), recoveries: [openRecoveryWith([])] };

  it('[R8] takes a second identical event of the same compaction as a repeat', () => {
    expect(judgeClaim(armed, { by: 'session-start', tail: '10', nowMs: armedMs + 40 })).toBe(
      'repeat',
    );
  });

  it('takes the after-event of a compaction as the same one, once', () => {
    expect(judgeClaim(armed, { by: 'after-event', tail: '10', nowMs: armedMs + 40 })).toBe('same');
    const seen = { ...armed, recoveries: [openRecoveryWith([], { afterEvent: true })] };
    expect(judgeClaim(seen, { by: 'after-event', tail: '10', nowMs: armedMs + 80 })).toBe('repeat');
  });

  it('takes an announced compaction as new, however soon it comes', () => {
    const announced = {
      ...armed,
      expected: { at: brief.at, trigger: 'auto', tail: '10', steered: 0 },
    };
    expect(judgeClaim(announced, { by: 'session-start', tail: '10', nowMs: armedMs + 40 })).toBe(
      'new',
    );
  });

  it('[case 32] arms nothing by an announcement alone, and steers once for two configurations', () => {
    const announced = {
      ...newAgentState(),
      expected: { at: brief.at, trigger: 'auto', tail: '10', steered: 0 },
    };
    expect(announced.recoveries).toEqual([]);
    expect(isRepeatedAnnouncement(announced, '10', armedMs + 40)).toBe(true);
    expect(isRepeatedAnnouncement(announced, '99', armedMs + 40)).toBe(false);
    expect(isRepeatedAnnouncement(announced, '10', armedMs + 60_000)).toBe(false);
  });
});

describe('compactions that follow each other closely', () => {
  it('[case 2] become a burst by calls and time, and calm ends it', () => {
    const first = openRecoveryWith([]);
    expect(rapidCount(undefined, 100, armedMs)).toBe(0);
    expect(rapidCount(first, 2, armedMs + 30_000)).toBe(1);
    expect(rapidCount({ ...first, rapid: 1 }, 2, armedMs + 30_000)).toBe(2);
    expect(rapidCount({ ...first, rapid: 7 }, 2, armedMs + 31 * 60_000)).toBe(0);
    expect(rapidCount({ ...first, rapid: 7 }, 60, armedMs + 30_000)).toBe(0);
    expect([0, 1, 2, 3].map(isThrash)).toEqual([false, false, true, true]);
  });
});

describe('the proof of a delivery', () => {
  const sent = openRecoveryWith([], { briefs: [brief] });

  it('[case 47] is the text in the record; an answer without it proves the contrary; a lag proves nothing', () => {
    const view = newRecordView();
    expect(proveDelivery(sent, view)).toBe('unknown');
    viewItem(view, { type: 'boundary', id: 'B1', trigger: 'auto', at: { offset: 1, line: 1 } });
    expect(proveDelivery(sent, view)).toBe('unknown');
    viewItem(view, { type: 'assistant', text: 'hello', at: { offset: 2, line: 2 } });
    expect(proveDelivery(sent, view)).toBe('undelivered');
    viewItem(view, { type: 'injected-context', text, at: { offset: 3, line: 3 } });
    expect(proveDelivery(sent, view)).toBe('delivered');
  });

  const judged = (...texts: string[]) => {
    const view = newRecordView();
    const at = { offset: 1, line: 1 };
    viewItem(view, { type: 'boundary', id: 'B1', trigger: 'auto', at });
    for (const one of texts) viewItem(view, { type: 'injected-context', text: one, at });
    viewItem(view, { type: 'assistant', text: 'hello', at });
    return proveDelivery(sent, view);
  };

  it.each([
    ['the mark alone', `[${deliveryMark(id)}]`],
    ['the mark in a text of another hook', `Remember [${deliveryMark(id)}] and go on.`],
    ['a beginning of the text', text.slice(0, -3)],
    ['the text with a word changed', text.replace('must', 'need not')],
    ['the text without its mark', text.slice(text.indexOf(']'))],
  ])('[case 47] is not %s', (_, recorded) => {
    expect(judged(recorded)).toBe('undelivered');
  });

  it.each([
    ['among texts of other hooks', `a word\n${text}\nanother word`],
    ['behind a text that repeats its mark', `[${deliveryMark(id)}] no\n${text}`],
    ['without the blanks at its end', text.trimEnd()],
  ])('[case 47] is the whole text %s', (_, recorded) => {
    expect(judged('other', recorded)).toBe('delivered');
  });

  it('costs no time in a text that repeats the mark without end', () => {
    const started = performance.now();
    expect(judged(`${deliveryMark(id)} `.repeat(1_000_000))).toBe('undelivered');
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('[case 47] is tried again at most twice', () => {
    expect(needsBrief(openRecoveryWith([]))).toBe(true);
    expect(needsBrief(sent)).toBe(false);
    expect(needsBrief({ ...sent, undelivered: true })).toBe(true);
    expect(needsBrief({ ...sent, undelivered: true, briefs: [brief, brief, brief] })).toBe(false);
  });

  it('has a mark of its own for each compaction, session and subagent', () => {
    const ids = [
      recoveryId('h', 's', undefined, 1),
      recoveryId('h', 's', undefined, 2),
      recoveryId('h', 's', 'a', 1),
      recoveryId('h', 't', undefined, 1),
    ];
    expect(new Set(ids).size).toBe(4);
    expect(recoveryId('h', 's', undefined, 1)).toBe(ids[0]);
  });
});

describe('the end of a turn', () => {
  const interrupted = openRecoveryWith([]);
  const owing = openRecoveryWith([{ path: '/p/PLAN.md', role: 'plan', hash: 'h' }]);
  const plain = { asked: false, stopped: false };

  it('[R6] is continued once after a mid-turn compaction without a tool call, whatever the host says', () => {
    expect(mustContinue(interrupted, plain)).toBe(true);
    expect(mustContinue({ ...interrupted, continued: true }, plain)).toBe(false);
    expect(mustContinue({ ...interrupted, callIds: ['toolu_1'] }, plain)).toBe(false);
  });

  it('[R5] [R6] is continued once, whatever was called, while a file is unread', () => {
    expect(mustContinue({ ...owing, callIds: ['toolu_1'] }, plain)).toBe(true);
    expect(mustContinue({ ...owing, callIds: ['toolu_1'], continued: true }, plain)).toBe(false);
  });

  it('[R1] is never forced without a task, after a compaction a person asked for, around an open question or against a stop', () => {
    expect(mustContinue({ ...interrupted, task: false }, plain)).toBe(false);
    expect(mustContinue({ ...interrupted, trigger: 'manual' }, plain)).toBe(false);
    expect(mustContinue({ ...interrupted, midTurn: false }, plain)).toBe(false);
    expect(mustContinue(interrupted, { asked: true, stopped: false })).toBe(false);
    expect(mustContinue(owing, { asked: false, stopped: true })).toBe(false);
    expect(mustContinue(undefined, plain)).toBe(false);
  });
});

describe('a call that is counted', () => {
  const call: ToolCall = { id: 'call_0', name: 'Bash', kind: 'shell', paths: [], command: 'ls' };
  const result: ToolResult = { callId: 'call_0', outcome: 'ok', text: 'a', length: 1 };
  const toldAgain = (ms: number, one = call, recovery = openRecoveryWith([])) => {
    const first = countedCall(recovery, call, result, armedMs)!;
    recovery.callIds.push(first.id);
    recovery.callTimes[first.same] = brief.at;
    return countedCall(recovery, one, result, armedMs + ms)?.id;
  };

  it('is one that is told twice within seconds, and another one later, whatever its id', () => {
    expect(toldAgain(9_000)).toBeUndefined();
    const longer = { ...result, text: `${'a'.repeat(500)}b`, length: 501 };
    const other = { ...result, text: `${'a'.repeat(500)}c`, length: 501 };
    const key = (one: ToolResult) => countedCall(openRecoveryWith([]), call, one, armedMs)?.same;
    expect(key(longer)).toBe(key(other));
    expect(key(longer)).not.toBe(key(result));
    expect(toldAgain(11_000)).toBe('call_0 1');
    expect(toldAgain(0, { ...call, command: 'pwd' })).toBe('call_0 1');
    expect(toldAgain(0, { ...call, id: 'call_1' })).toBe('call_1');
    expect(toldAgain(0, { ...call, id: '' })).toBe('call-1');
  });
});

describe('a recovery that never finishes', () => {
  it('expires after 200 tool calls or 24 hours', () => {
    const recovery = openRecoveryWith([]);
    expect(isExpired(recovery, armedMs + 3_600_000)).toBe(false);
    expect(isExpired(recovery, armedMs + 24 * 3_600_000)).toBe(true);
    expect(isExpired(recovery, armedMs + 24 * 3_600_000 - 1)).toBe(false);
    const calls = Array.from({ length: 200 }, (_, index) => `toolu_${index}`);
    expect(isExpired({ ...recovery, callIds: calls }, armedMs)).toBe(true);
    expect(isExpired({ ...recovery, callIds: calls.slice(1) }, armedMs)).toBe(false);
  });

  it('counts its hours from when its brief arrived, and from its beginning while none has', () => {
    const hour = 3_600_000;
    const at = new Date(armedMs + 20 * hour).toISOString();
    const recovery = openRecoveryWith([], { delivered: { proof: 'the record', at } });
    expect(isExpired(recovery, armedMs + 44 * hour - 1)).toBe(false);
    expect(isExpired(recovery, armedMs + 44 * hour)).toBe(true);
  });
});
