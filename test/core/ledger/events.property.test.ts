import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConversationItem } from '../../../src/core/conversation.ts';
import type { HostEvent } from '../../../src/core/event.ts';
import type { CallEntry, LedgerEntry } from '../../../src/core/ledger/entry.ts';
import { entryOfEvent } from '../../../src/core/ledger/event-entry.ts';
import { readLines } from '../../../src/core/ledger/lines.ts';
import { reconcile } from '../../../src/core/ledger/reconcile.ts';
import type { ToolCall } from '../../../src/core/tool.ts';
import { edit, type Loose, session, sh, tool } from '../snapshot/build.ts';
import { type Disk, digest, linesOf, place } from './kit.ts';

/** The events that a host sends of the calls among the items, in the order of the items. */
function eventsOf(items: readonly ConversationItem[]): HostEvent[] {
  const base = { sessionId: 's', cwd: '/w' };
  const calls = new Map<string, ToolCall>();
  return items.flatMap((item): HostEvent[] => {
    if (item.type === 'call') {
      calls.set(item.call.id!, item.call);
      return [{ ...base, type: 'tool.requested', call: item.call }];
    }
    if (item.type !== 'result') return [];
    const { result } = item;
    return [{ ...base, type: 'tool.finished', call: calls.get(result.callId)!, result }];
  });
}

function told(event: HostEvent, disk: Disk = {}, nameless?: 'by-content'): CallEntry {
  const readText = (path: string) => disk[path]?.text;
  return entryOfEvent(event, { digest, readText, now: '2026-03-01T00:00:00Z' }, nameless)!;
}

/** The entries of a ledger with these lines, in this order. */
const ledgerOf = (lines: readonly LedgerEntry[]): LedgerEntry[] =>
  reconcile(readLines(lines.map((line) => JSON.stringify(line)).join('\n')).entries);

const gist = (entries: readonly LedgerEntry[]) =>
  entries.map((entry) => ({
    id: entry.id,
    outcome: entry.kind === 'call' && entry.outcome,
    command: entry.kind === 'call' && entry.command,
    ended: entry.ended !== undefined,
  }));

const step = fc.constantFrom(
  () => edit('src/a.ts'),
  () => sh('npm test', 'Tests  3 passed (3)'),
  () => sh('npm test', '1 failed', 1),
  () => edit('src/b.ts').slice(0, 1),
);
const items = fc
  .array(step, { minLength: 1, maxLength: 8 })
  .map((steps) => session(place, ...steps.map((make) => make())));

/** Lines of the record and of events in one file: each source in its own order or not, some events twice. */
const mixed = items.chain((all) => {
  const record = linesOf(all);
  const events = eventsOf(all).map((event) => told(event));
  return fc.record({
    record: fc.constant(record),
    lines: fc
      .array(fc.nat({ max: events.length - 1 }), { maxLength: 5 })
      .map((again) => [...record, ...events, ...again.map((at) => events[at]!)])
      .chain((lines) =>
        fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length }),
      ),
  });
});

describe('what both the record and events tell of', () => {
  it('is one entry a call, in the order of the record, in whatever order it arrives', () => {
    fc.assert(
      fc.property(mixed, ({ record, lines }) => {
        const alone = reconcile(record);
        const entries = ledgerOf(lines);
        expect(gist(entries)).toEqual(gist(alone));
        expect(entries.map((entry) => [entry.began, entry.ended])).toEqual(
          alone.map((entry) => [entry.began, entry.ended]),
        );
      }),
    );
  });

  it('keeps the file of the moment at which the call ended', () => {
    const all = session(place, edit('src/a.ts'));
    const then = { '/w/src/a.ts': { text: 'as the call left it' } };
    const now = { '/w/src/a.ts': { text: 'as another left it' } };
    const lines = [...linesOf(all, now), ...eventsOf(all).map((event) => told(event, then))];
    expect(ledgerOf(lines)).toMatchObject([
      { changed: [{ sha256: digest('as the call left it'), taken: '2026-03-01T00:00:00Z' }] },
    ]);
  });
});

describe('what only events tell of', () => {
  it('stands in the order in which it was told, behind what was told before it', () => {
    fc.assert(
      fc.property(items, fc.nat(), (all, cut) => {
        const record = linesOf(all);
        const events = eventsOf(all).map((event) => told(event));
        const first = record.slice(0, cut % (record.length + 1));
        const entries = ledgerOf([...first, ...events]);
        expect(gist(entries)).toEqual(gist(reconcile(record)));
        for (const entry of entries) {
          expect(entry.ended ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(entry.began);
        }
        const ends = entries.flatMap((entry) => entry.ended ?? []);
        expect([...ends].sort((a, b) => a - b)).toEqual(ends);
      }),
    );
  });

  it('is unknown where a call was asked for and no end came, though the record holds nothing', () => {
    const [asked] = eventsOf(session(place, sh('npm test', 'x')));
    expect(ledgerOf([told(asked!)])).toMatchObject([
      { outcome: 'unknown', command: 'npm test', source: 'hook' },
    ]);
  });

  it('is one entry where calls have no id, however often the same event comes', () => {
    const [, done] = eventsOf(session(place, sh('npm test', 'Tests  3 passed (3)')));
    if (done?.type !== 'tool.finished') throw new Error('an end was expected');
    const nameless: HostEvent = {
      ...done,
      call: { ...done.call, id: undefined as never },
      result: { ...done.result, callId: '' },
    };
    const line = told(nameless, {}, 'by-content');
    expect(ledgerOf([line, line])).toHaveLength(1);
    expect(told(nameless)).toBeUndefined();
  });
});

describe('a failed call [case 35]', () => {
  it('that no event told of is found in the record', () => {
    const all = session(place, edit('src/a.ts'), sh('npm test', '1 failed', 1));
    const silent = eventsOf(all).filter(
      (event) => !(event.type === 'tool.finished' && event.result.outcome === 'failed'),
    );
    const lines = silent.map((event) => told(event));
    expect(ledgerOf(lines).at(-1)).toMatchObject({ outcome: 'unknown' });
    expect(ledgerOf([...lines, ...linesOf(all)]).at(-1)).toMatchObject({
      outcome: 'failed',
      exitCode: 1,
    });
  });
});

describe('what events and the record of an agent below the session tell of', () => {
  it('is one entry a call, between the places of the call that started the agent', () => {
    const inside = session(place, edit('src/a.ts'), sh('npm test', 'Tests  3 passed (3)'));
    const start: Loose[] = tool('subagent', { id: 'start' }, { agentId: 'a1' });
    const main = linesOf(session(place, start));
    const record = linesOf(inside).map((entry) => ({
      ...entry,
      agent: 'a1',
      within: { from: 0, to: 2 },
    }));
    const events = eventsOf(inside).map((event) => told({ ...event, agentId: 'a1' }));
    const alone = reconcile([...main, ...record]);
    expect(gist(ledgerOf([...events, ...main, ...record]))).toEqual(gist(alone));
    // As long as the agent's record shows nothing, the events tell as much.
    const [asked, ...rest] = ledgerOf([...main, ...events]);
    expect(asked).toMatchObject({ id: 'start' });
    expect(rest.map(({ id, agent }) => [id, agent])).toEqual(
      alone.slice(1).map(({ id, agent }) => [id, agent]),
    );
    expect(rest.every(({ within }) => within !== undefined && within.from >= 1)).toBe(true);
  });
});
