import { describe, expect, it } from 'vitest';
import { needsBrief } from '../../../src/core/recovery/delivery.ts';
import type { EntryBody } from '../../../src/core/recovery/entry.ts';
import { newRecordView, viewAnew, viewItem } from '../../../src/core/recovery/record-view.ts';
import { isOpen, isOwed } from '../../../src/core/recovery/recovery.ts';
import { isNewRewind, undoneBy } from '../../../src/core/recovery/rewound.ts';
import { sentText } from '../../../src/core/recovery/sent-text.ts';
import { applyEntry, newSessionState } from '../../../src/core/recovery/session-state.ts';
import { deliveryMark } from '../../../src/core/recovery/token.ts';
import { agent, boundary, type Loose, read, says, session } from '../snapshot/build.ts';

const recovery = 'c1-abcdef';
const brief = `${deliveryMark(recovery)} The state of the work.`;
const time = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();

/** A recovery that was delivered, whose plan was read in second 5, and that is met. */
function met() {
  const state = newSessionState();
  const apply = (second: number, body: EntryBody) =>
    applyEntry(state, { v: 1, at: time(second), ...body });
  const file = { path: '/w/PLAN.md', role: 'plan', hash: 'h' };
  apply(0, {
    kind: 'armed',
    recovery,
    by: 'session-start',
    trigger: 'auto',
    tail: '10',
    midTurn: false,
    task: true,
    calls: 0,
    rapid: 0,
  });
  apply(0, { kind: 'obligations', recovery, files: [file], missing: [] });
  const sent = sentText(brief, deliveryMark(recovery));
  apply(2, { kind: 'brief', recovery, via: 'prompt', text: brief, stub: false, inlined: [], sent });
  apply(3, { kind: 'delivered', recovery, proof: 'injected text in the record', brief: 0 });
  apply(5, { kind: 'shown', recovery, path: file.path, hash: 'h', ranges: [[1, 9]], how: 'x' });
  apply(5, { kind: 'read', recovery, path: file.path, hash: 'h', how: 'read' });
  apply(6, { kind: 'met', recovery });
  return { apply, one: state.agents['']!.recoveries[0]! };
}

/** The record since the compaction, as it is looked at where rows from one on were taken back. */
function viewed(rows: (Loose | Loose[])[], from: number, since: number) {
  const items = session(...rows);
  const rewind = {
    type: 'rewind' as const,
    left: [[from * 100, items.length * 100]] as const,
    since: time(since),
    at: { offset: items.length * 100, line: 99 },
  };
  let view = newRecordView();
  for (const item of [...items, rewind]) viewItem(view, item);
  view = viewAnew(view)!;
  for (const item of [...items, rewind]) viewItem(view, item);
  return view;
}

const injected: Loose = { type: 'injected-context', event: 'UserPromptSubmit', text: brief };
const rows = [boundary(), says('go on'), injected, agent('Reading.'), read('/w/PLAN.md')];

describe('a recovery whose turns were taken back', () => {
  it('owes the brief again that had come in them, and the reading that was done in them', () => {
    const { apply, one } = met();
    const view = viewed(rows, 1, 1);
    expect(isNewRewind(one, view)).toBe(true);
    const undone = undoneBy(one, view, false);
    expect(undone).toEqual({ brief: true, files: ['/w/PLAN.md'], questions: [] });
    apply(9, { kind: 'rewound', recovery, place: view.rewound!.at, ...undone });
    expect([isOpen(one), isOwed(one), needsBrief(one), one.warned]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(one.obligations[0]?.shown).toBeUndefined();
    // Once for each rewind: what was told and read again counts.
    expect(isNewRewind(one, view)).toBe(false);
    apply(10, { kind: 'brief', recovery, via: 'prompt', text: brief, stub: false, inlined: [] });
    expect(needsBrief(one)).toBe(false);
  });

  it('keeps the brief that stands before them, and asks for the reading alone', () => {
    const { apply, one } = met();
    const view = viewed([boundary(), injected, says('go on'), read('/w/PLAN.md')], 2, 4);
    const undone = undoneBy(one, view, false);
    expect(undone).toEqual({ brief: false, files: ['/w/PLAN.md'], questions: [] });
    apply(9, { kind: 'rewound', recovery, place: view.rewound!.at, ...undone });
    expect([isOpen(one), isOwed(one), needsBrief(one)]).toEqual([true, true, false]);
    expect(one.delivered).toBeDefined();
  });

  it('stays as it is where neither happened in them, and where it was released', () => {
    const { apply, one } = met();
    const later = [...rows, says('more'), agent('Done.')];
    const view = viewed(later, 6, 8);
    const undone = undoneBy(one, view, false);
    expect(undone).toEqual({ brief: false, files: [], questions: [] });
    apply(9, { kind: 'rewound', recovery, place: view.rewound!.at, ...undone });
    expect(isOpen(one)).toBe(false);
    apply(9, { kind: 'released', recovery, why: 'person' });
    expect(isNewRewind(one, viewed([...later, says('x')], 1, 1))).toBe(false);
  });

  it('goes by the times where the record need not show what was told', () => {
    const { one } = met();
    expect(undoneBy(one, viewed([boundary(), says('x')], 1, 1), true).brief).toBe(true);
    expect(undoneBy(one, viewed([boundary(), says('x')], 1, 3), true).brief).toBe(false);
  });
});
