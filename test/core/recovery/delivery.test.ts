import { describe, expect, it } from 'vitest';
import { deliveredBrief, needsBrief, proveDelivery } from '../../../src/core/recovery/delivery.ts';
import { newRecordView, type RecordView } from '../../../src/core/recovery/record-view.ts';
import type { Recovery } from '../../../src/core/recovery/recovery.ts';
import { deliveryMark } from '../../../src/core/recovery/token.ts';
import { openRecoveryWith } from './recoveries.ts';

const sentAt = '2026-01-01T00:00:05.000Z';
const text = `${deliveryMark('c1-abcdef')} What the user wants, and how far it is.`;
const brief = { at: sentAt, via: 'x', text, stub: false };
const recovery = (more: Partial<Recovery> = {}) =>
  openRecoveryWith([], { briefs: [brief], ...more });
const view = (more: Partial<RecordView>): RecordView => ({
  ...newRecordView(),
  boundaries: [{ id: 'B', trigger: 'auto' }],
  ...more,
});

describe('what a record proves of a brief', () => {
  it('is that it arrived where its text was put before the model, or stands in the summary', () => {
    expect(proveDelivery(recovery(), view({ injected: [text] }))).toBe('delivered');
    expect(proveDelivery(recovery(), view({ summary: `Before. ${text}` }))).toBe('delivered');
    expect(proveDelivery(recovery(), view({ injected: [text], summary: 'x' }))).toBe('delivered');
    expect(deliveredBrief(recovery(), view({ injected: [text.slice(0, 40)] }))).toBeUndefined();
    const two = recovery({ briefs: [brief, { ...brief, text: `${text} Once more.` }] });
    expect(deliveredBrief(two, view({ injected: [text] }))).toBe(0);
  });

  it('is that it did not where the model answered after it went out, and nothing where it did not', () => {
    const answered = (at?: string, more: Partial<RecordView> = {}) =>
      proveDelivery(recovery(), view({ answered: true, ...(at && { answeredAt: at }), ...more }));
    expect(answered('2026-01-01T00:00:05.001Z')).toBe('undelivered');
    expect(answered()).toBe('undelivered');
    expect(answered(sentAt)).toBe('unknown');
    expect(answered('2026-01-01T00:00:04.000Z')).toBe('unknown');
    expect(answered('2026-01-01T00:00:06.000Z', { answered: false })).toBe('unknown');
    expect(answered('2026-01-01T00:00:06.000Z', { boundaries: [] })).toBe('unknown');
    const unsent = recovery({ briefs: [] });
    expect(proveDelivery(unsent, view({ answered: true }))).toBe('unknown');
  });
});

describe('a brief', () => {
  const briefs = (count: number) => Array.from({ length: count }, () => brief);
  const needs = (more: Partial<Recovery>) => needsBrief(recovery(more));

  it('goes out once, and up to three times where it did not arrive', () => {
    expect([needs({ briefs: [] }), needs({})]).toEqual([true, false]);
    expect([1, 2, 3].map((count) => needs({ briefs: briefs(count), undelivered: true }))).toEqual([
      true,
      true,
      false,
    ]);
    const delivered = { at: sentAt, proof: 'x' };
    expect(needs({ delivered, undelivered: true })).toBe(false);
    expect(needs({ delivered, briefs: [] })).toBe(false);
  });

  it('goes out once more for each that the user took back', () => {
    const again = (count: number) =>
      needs({ briefs: briefs(count), undelivered: true, undoneBriefs: 1 });
    expect([again(3), again(4)]).toEqual([true, false]);
  });
});
