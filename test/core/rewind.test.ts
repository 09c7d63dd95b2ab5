import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConversationItem } from '../../src/core/conversation.ts';
import { collectItem, newCollectState } from '../../src/core/ledger/collect.ts';
import type { LedgerEntry } from '../../src/core/ledger/entry.ts';
import { judge } from '../../src/core/ledger/judge.ts';
import { parsePredicate } from '../../src/core/ledger/predicate.ts';
import { reconcile } from '../../src/core/ledger/reconcile.ts';
import { TakenBack, withoutTakenBack } from '../../src/core/ledger/taken-back.ts';
import { isLeft, type Left, withLeft } from '../../src/core/rewind/left.ts';
import { Tree } from '../../src/core/rewind/tree.ts';
import { foldAnew, foldItem, newFold, snapshotOf } from '../../src/core/snapshot/fold.ts';
import type { Snapshot } from '../../src/core/snapshot/snapshot.ts';
import { digest, treeOf } from './ledger/kit.ts';
import {
  agent,
  boundary,
  edit,
  type Loose,
  ofKind,
  read,
  says,
  session,
  sh,
  tool,
  values,
} from './snapshot/build.ts';

/** The session with a row at its end that takes rows back, by their numbers. */
function rewound(parts: (Loose | Loose[])[], from: number, to: number): ConversationItem[] {
  const items = session(...parts);
  const left: Left = [[from * 100, to * 100]];
  return [
    ...items,
    { type: 'rewind', left, at: { offset: items.length * 100, line: items.length + 1 } },
  ];
}

/** Folds as whoever reads a record does: once more where turns were taken back that had counted. */
function snapshotAnew(items: readonly ConversationItem[]): Snapshot {
  const first = newFold();
  for (const item of items) foldItem(first, item);
  if (!first.rewound?.stale) return snapshotOf(first);
  const anew = foldAnew(first);
  for (const item of items) foldItem(anew, item);
  expect(anew.rewound?.stale).toBeUndefined();
  return snapshotOf(anew);
}

/** Facts and summary without files, and without what counts calls. */
function withoutFiles({ facts, summary }: Snapshot): unknown {
  const { calls: _, edits: _edits, taskReferences, ...rest } = summary;
  return {
    facts: facts.filter(({ kind }) => !kind.startsWith('file.')),
    references: taskReferences.map(({ path, kind }) => ({ path, kind })),
    rest,
  };
}

const part: fc.Arbitrary<Loose[]> = fc.oneof(
  fc
    .constantFrom('never push', 'always lint', 'yes', 'You may push now.', 'A.', 'go on', 'no')
    .map((text) => [says(text)]),
  fc.constantFrom('Shall I push?', 'A. one\nB. two\nWhich?', 'Done.').map((text) => [agent(text)]),
  fc.constantFrom('/w/a.ts', '/w/b.ts').map((path) => edit(path)),
  fc.constantFrom('/w/a.ts', '/w/PLAN.md').map(read),
  fc
    .constantFrom(
      ['npm test', '--- FAIL: TestA (0.0s)', 1] as const,
      ['npm test', 'ok', 0] as const,
    )
    .map(([command, output, code]) => sh(command, output, code)),
  fc
    .constant(tool('skill', { detail: 'worker' }))
    .map((items) => items.map((item): Loose => ({ ...item }))),
  fc.constant<Loose[]>([
    { type: 'todos', mode: 'patch', items: [{ id: '1', text: 'one', status: 'pending' }] },
  ]),
  fc
    .constantFrom('# Plan A', '# Plan B')
    .map((text) => tool('plan', {}, { acceptedPlan: { text } })),
  fc
    .constantFrom('Which?', 'When?')
    .map((question) =>
      tool(
        'question',
        { detail: question },
        { answers: [{ question, answer: 'yes', rejected: [] }] },
      ),
    ),
);
const stays: fc.Arbitrary<Loose[]> = fc.oneof(part, fc.constant<Loose[]>([boundary()]));

describe('turns that were taken back', () => {
  it('leave no fact but those of files: the rest is as if they had never been', () => {
    fc.assert(
      fc.property(
        fc.array(stays, { maxLength: 12 }),
        fc.array(part, { minLength: 1, maxLength: 8 }),
        fc.array(stays, { maxLength: 12 }),
        (before, left, after) => {
          const unique = (parts: Loose[][], mark: string) =>
            parts.map((items, at) =>
              items.map((item): Loose => {
                if (item.type === 'call') {
                  return { ...item, call: { ...item.call, id: `${mark}${at}` } };
                }
                if (item.type !== 'result') return item;
                return { ...item, result: { ...item.result, callId: `${mark}${at}` } };
              }),
            );
          const head = unique(before, 'h').flat();
          const middle = unique(left, 'm').flat();
          const tail = unique(after, 't').flat();
          const to = head.length + middle.length;
          const items = rewound([head, middle, tail], head.length, to);
          // The same rows in the same places, without those that were taken back.
          const kept = items.filter(
            ({ type, at }) =>
              type !== 'rewind' && (at.offset < head.length * 100 || at.offset >= to * 100),
          );
          const state = newFold();
          for (const item of kept) foldItem(state, item);
          expect(withoutFiles(snapshotAnew(items))).toEqual(withoutFiles(snapshotOf(state)));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('keep the files that they changed, marked, and count nothing as read', () => {
    const work = [
      says('Fix it.'),
      edit('/w/kept.ts'),
      says('never push'),
      edit('/w/left.ts'),
      read('/w/seen.ts'),
      sh('rm /w/gone.ts'),
    ].flat();
    const snapshot = snapshotAnew(rewound([work, says('go on')], 3, work.length));
    expect(values(snapshot, 'prohibition', 'file.read')).toEqual([]);
    const files = ofKind(snapshot, 'file.modified', 'file.deleted');
    expect(files.map(({ value, takenBack }) => [value, takenBack])).toEqual([
      ['/w/kept.ts', undefined],
      ['/w/left.ts', true],
      ['/w/gone.ts', true],
    ]);
  });

  it('count again where the person goes back to them', () => {
    const items = rewound([says('never push'), says('always lint')], 0, 1);
    const back: ConversationItem = { type: 'rewind', left: [], at: { offset: 900, line: 9 } };
    expect(values(snapshotAnew([...items, back]), 'prohibition')).toEqual(['never push']);
  });

  it('prove nothing and answer nothing, while what they changed makes older proof stale', async () => {
    const parts = [
      { type: 'place', cwd: '/w' } as Loose,
      ...sh('npm test', '3 passing'),
      says('never mind'),
      agent('Shall I push to main?'),
      says('yes'),
      ...edit('/w/src/a.ts'),
      ...sh('npm run lint', 'ok'),
    ];
    const items = rewound([...parts, says('Do it otherwise.')], 3, parts.length);
    const left = (items.at(-1) as ConversationItem & { type: 'rewind' }).left;
    const found = new TakenBack(left);
    for (const item of items) found.take(item);
    const lines: LedgerEntry[] = [];
    const state = { ...newCollectState(), left };
    const ports = { digest, readText: () => undefined, now: '2026-02-01T00:00:00Z' };
    for (const item of items) collectItem(state, item, ports, (entry) => lines.push(entry));
    const entries = withoutTakenBack(reconcile(lines), new Map([['', found.line(undefined)]]));
    const holds = async (predicate: unknown) =>
      (await judge(parsePredicate(predicate), entries, treeOf({}))).holds;
    expect(await holds({ ran: 'npm test' })).toBe(true);
    expect(await holds({ ran: 'npm run lint' })).toBe(false);
    expect(await holds({ approved: 'push main' })).toBe(false);
    expect(await holds({ changed: ['src/**'] })).toBe(false);
    expect(await holds({ ran: 'npm test', after: ['src/**'] })).toBe(false);
    expect(await holds({ unchanged: ['src/**'] })).toBe(false);
  });
});

describe('ranges that do not count', () => {
  const range = fc
    .tuple(fc.nat(60), fc.nat(20))
    .map(([from, length]): [number, number] => [from, from + length]);

  it('hold each place of every range and no other, in order and apart', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 10 }), (ranges) => {
        const left = ranges.reduce<Left>((all, [from, to]) => withLeft(all, from, to), []);
        for (let place = 0; place < 90; place += 1) {
          expect(isLeft(left, place)).toBe(
            ranges.some(([from, to]) => from <= place && place < to),
          );
        }
        for (const [at, [from]] of left.entries()) {
          if (at > 0) expect(from).toBeGreaterThan(left[at - 1]![1]);
        }
      }),
    );
  });
});

describe('a record whose rows name their parents', () => {
  it('counts exactly what is on the way from the root to its last row, read in one or in two', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1000), { minLength: 1, maxLength: 40 }),
        fc.nat(40),
        (picks, cut) => {
          const parents = picks.map((pick, at) => (pick % 3 > 0 ? at - 1 : (pick % (at + 1)) - 1));
          const path = new Set<number>();
          for (let at = parents.length - 1; at >= 0; at = parents[at]!) path.add(at);
          for (const parts of [[parents.length], [Math.min(cut, parents.length), parents.length]]) {
            let left: Left = [];
            let tree = new Tree();
            let at = 0;
            for (const end of parts) {
              for (; at < end; at += 1) {
                const parent = parents[at]! < 0 ? null : `r${parents[at]}`;
                const item = tree.row(`r${at}`, parent, at * 10);
                if (item?.type === 'rewind') left = item.left;
              }
              const memory: unknown = JSON.parse(JSON.stringify(tree.memory()));
              tree = new Tree();
              tree.restore(memory);
            }
            const counts = parents.map((_, row) => !isLeft(left, row * 10));
            expect(counts).toEqual(parents.map((_, row) => path.has(row)));
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
