import { describe, expect, it } from 'vitest';
import type { CallEntry, LedgerEntry } from '../../../src/core/ledger/entry.ts';
import { judge } from '../../../src/core/ledger/judge.ts';
import { parsePredicate } from '../../../src/core/ledger/predicate.ts';
import { reconcile } from '../../../src/core/ledger/reconcile.ts';
import { digest, treeOf } from './kit.ts';

const text = 'one\ntwo\n';
const base = { v: 1 as const, kind: 'call' as const, cwd: '/w', paths: [], outcome: 'ok' as const };
const run: CallEntry = {
  ...base,
  id: 'run',
  source: 'record',
  began: 1,
  ended: 2,
  tool: 'Bash',
  does: 'shell',
  command: 'npm test',
};
const look: CallEntry = {
  ...base,
  id: 'look',
  source: 'record',
  began: 3,
  ended: 4,
  tool: 'Read',
  does: 'read',
  paths: ['/w/PLAN.md'],
  shown: [{ path: '/w/PLAN.md', sha256: digest(text), lines: 2, ranges: [[1, 2]] }],
};
const change: CallEntry = {
  ...base,
  id: 'change',
  source: 'record',
  began: 5,
  ended: 6,
  tool: 'Edit',
  does: 'edit',
  paths: ['/w/src/a.ts'],
  changed: [{ path: '/w/src/a.ts' }],
};
/** The same as an event tells it, which anybody can who reaches us. */
const told = (entry: CallEntry, at = 1): CallEntry => ({ ...entry, source: 'hook', told: at });

async function holds(predicate: object, entries: LedgerEntry[]): Promise<boolean> {
  const tree = treeOf({ '/w/PLAN.md': { text }, '/w/src/a.ts': { text: 'x' } });
  return (await judge(parsePredicate(predicate), reconcile(entries), tree)).holds;
}

describe('what only an event told of', () => {
  it.each<[object, CallEntry]>([
    [{ ran: 'npm test' }, run],
    [{ read: 'PLAN.md' }, look],
    [{ explored: 1 }, look],
    [{ changed: 'src/**' }, change],
  ])('proves no %j, which the record of the client does [R41]', async (predicate, entry) => {
    expect(await holds(predicate, [told(entry)])).toBe(false);
    expect(await holds(predicate, [entry])).toBe(true);
    expect(await holds(predicate, [told(entry), entry])).toBe(true);
  });

  it('makes stale what was proved before it', async () => {
    const predicate = { ran: 'npm test', after: ['src/**'] };
    expect(await holds(predicate, [run])).toBe(true);
    expect(await holds(predicate, [run, told({ ...change, began: 5 }, 9)])).toBe(false);
  });

  it('adds no lines to those that the record shows', async () => {
    const part = {
      ...look,
      shown: [{ ...look.shown![0]!, ranges: [[1, 1]] as [number, number][] }],
    };
    expect(await holds({ read: 'PLAN.md' }, [part, told(look)])).toBe(false);
  });

  it('takes no word back of a run that the record shows', async () => {
    expect(
      await holds({ ran: 'npm test' }, [run, told({ ...run, id: 'again', began: 7 }, 9)]),
    ).toBe(true);
  });
});
