import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../../../src/core/ledger/entry.ts';
import { readLines } from '../../../src/core/ledger/lines.ts';
import { reconcile } from '../../../src/core/ledger/reconcile.ts';
import { agent, edit, says, session, sh } from '../snapshot/build.ts';
import { linesOf, place } from './kit.ts';

const step = fc.constantFrom(
  () => [edit('src/a.ts')],
  () => [sh('npm test', 'Tests  3 passed (3)')],
  () => [sh('npm test', '1 failed', 1)],
  () => [agent('Shall I push to main?'), says('yes')],
  () => [edit('src/b.ts').slice(0, 1)],
);
const lines = fc
  .array(step, { minLength: 1, maxLength: 12 })
  .map((steps) => linesOf(session(place, ...steps.flatMap((make) => make()))));

/** The same lines, some of them twice, in another order. */
const shuffled = lines.chain((all) =>
  fc.record({
    all: fc.constant(all),
    mixed: fc
      .array(fc.nat({ max: all.length - 1 }), { maxLength: 8 })
      .map((again) => [...all, ...again.map((at) => all[at]!)])
      .chain((doubled) =>
        fc.shuffledSubarray(doubled, { minLength: doubled.length, maxLength: doubled.length }),
      ),
  }),
);

describe('one call, one entry', () => {
  it('whatever arrives twice, late or out of order', () => {
    fc.assert(
      fc.property(shuffled, ({ all, mixed }) => {
        const entries = reconcile(mixed);
        expect(entries).toEqual(reconcile(all));
        expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length);
        expect(reconcile([...entries, ...mixed])).toEqual(entries);
      }),
    );
  });

  it('in the order of the record, though the clock goes backwards', () => {
    fc.assert(
      fc.property(
        lines,
        fc.array(fc.date({ noInvalidDate: true }), { minLength: 40 }),
        (all, times) => {
          const order = (entries: LedgerEntry[]) => reconcile(entries).map((entry) => entry.id);
          const moved = all.map((entry, index) => ({
            ...entry,
            time: times[index % times.length]!.toISOString(),
          }));
          expect(order(moved)).toEqual(order(all));
        },
      ),
    );
  });

  it('of a source that saw it, whatever is claimed under the same id', () => {
    const seen = linesOf(session(place, sh('npm test', '1 failed', 1)));
    const claim = { ...seen.at(-1)!, source: 'claimed', outcome: 'ok' } as LedgerEntry;
    expect(reconcile([claim, ...seen]).filter((one) => one.source === 'record')).toMatchObject([
      { outcome: 'failed' },
    ]);
  });
});

describe('the items of a record', () => {
  it('give the same entries where results stand before their calls, or twice', () => {
    const [call, result] = sh('npm test', '1 failed', 1);
    for (const parts of [
      [result!, call!],
      [call!, result!, result!],
      [result!, call!, call!, result!],
    ]) {
      const entries = reconcile(linesOf(session(place, parts)));
      expect(entries).toMatchObject([{ kind: 'call', outcome: 'failed', exitCode: 1, began: 1 }]);
      expect(entries).toHaveLength(1);
    }
  });
});

describe('the lines of a ledger', () => {
  it('are skipped and counted where they are torn, of a newer version or of no known form', () => {
    fc.assert(
      fc.property(lines, fc.array(fc.string({ unit: 'binary' })), fc.nat(), (all, noise, cut) => {
        const whole = all.map((entry) => JSON.stringify(entry));
        const last = whole[0]!;
        const torn = last.slice(0, 1 + (cut % (last.length - 1)));
        const bad = [
          torn,
          last.replace('"v":1', '"v":2'),
          '{"v":1,"kind":"call"}',
          'null',
          ...noise.map((text) => JSON.stringify(text)),
        ];
        const reading = readLines([...whole, ...bad].join('\n'));
        expect(reading.entries).toEqual(all.map((entry) => JSON.parse(JSON.stringify(entry))));
        expect(reading.skipped).toBe(bad.length);
      }),
    );
  });
});
