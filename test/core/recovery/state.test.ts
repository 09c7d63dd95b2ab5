import { describe, expect, it } from 'vitest';
import type { EntryBody, JournalEntry } from '../../../src/core/recovery/entry.ts';
import type { Recovery } from '../../../src/core/recovery/recovery.ts';
import {
  isFired,
  isOwed,
  openObligations,
  openQuestions,
  statusOf,
} from '../../../src/core/recovery/recovery.ts';
import {
  agentState,
  compactionsOf,
  foldEntries,
  lastRecovery,
} from '../../../src/core/recovery/session-state.ts';

const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`;
const journal = (...bodies: (EntryBody & { agent?: string })[]): JournalEntry[] =>
  bodies.map((body, index) => ({ v: 1, at: at(index), ...body }) as JournalEntry);
const folded = (...bodies: (EntryBody & { agent?: string })[]) => foldEntries(journal(...bodies));
const main = (...bodies: EntryBody[]) => agentState(folded(...bodies), undefined);

const armed = (recovery = 'c1', more: object = {}): EntryBody => ({
  kind: 'armed',
  recovery,
  by: 'session-start',
  trigger: 'auto',
  tail: '10',
  midTurn: true,
  task: true,
  calls: 4,
  rapid: 1,
  ...more,
});
const file = (path: string, more: object = {}) => ({ path, role: 'task', hash: 'h', ...more });
const owed: EntryBody = {
  kind: 'obligations',
  recovery: 'c1',
  files: [file('/w/a'), file('/w/b')],
  missing: ['/w/gone'],
  questions: ['Which port?', 'Which name?'],
};
const brief = (inlined: string[] = []): EntryBody => ({
  kind: 'brief',
  recovery: 'c1',
  via: 'session start',
  text: 'what must be known',
  stub: false,
  inlined,
});
const begun = (...bodies: EntryBody[]): Recovery => lastRecovery(main(armed(), owed, ...bodies))!;
const met = (recovery: Recovery) => recovery.obligations.map((one) => one.met);

describe('what a journal says of a session', () => {
  it('is nothing where it holds nothing', () => {
    expect(folded()).toEqual({ agents: {}, notes: [] });
    expect(agentState(folded(), 'a1')).toEqual({ recoveries: [], sources: [], pointers: [] });
    expect(lastRecovery(main())).toBeUndefined();
  });

  it('is kept for each agent by itself, whatever its name', () => {
    const state = folded(
      { kind: 'prompt', key: 'k1' },
      { kind: 'prompt', key: 'k2', agent: 'a1' },
      { kind: 'prompt', key: 'k3', agent: 'constructor' },
    );
    expect(agentState(state, undefined).lastPrompt).toBe('k1');
    expect(agentState(state, 'a1').lastPrompt).toBe('k2');
    expect(agentState(state, 'constructor').lastPrompt).toBe('k3');
    expect(agentState(state, 'toString').lastPrompt).toBeUndefined();
  });

  it('holds notes and what was chosen of rules for the whole session', () => {
    const state = folded(
      { kind: 'note', text: 'Use pnpm.', note: 'decision', by: 'agent', agent: 'a1' },
      { kind: 'rule', rule: 'r1', choice: 'drop' },
      { kind: 'rule', rule: 'r2', choice: 'drop' },
      { kind: 'rule', rule: 'r1', choice: 'keep' },
    );
    expect(state.notes).toEqual([{ at: at(0), text: 'Use pnpm.', note: 'decision', by: 'agent' }]);
    expect(state.rules).toEqual({
      r1: { choice: 'keep', at: at(3) },
      r2: { choice: 'drop', at: at(2) },
    });
    expect(state.agents).toEqual({});
  });

  it('holds where it began and ended', () => {
    const state = main(
      { kind: 'session', source: 'startup', cwd: '/w/s', record: '/r', project: '/w', inode: 7 },
      { kind: 'ended', reason: 'clear' },
      { kind: 'session', source: 'resume' },
    );
    expect(state).toMatchObject({
      sources: [
        { at: at(0), source: 'startup' },
        { at: at(2), source: 'resume' },
      ],
      cwd: '/w/s',
      record: '/r',
      project: '/w',
      places: [{ path: '/w', inode: 7 }],
    });
    expect(state).not.toHaveProperty('ended');
    expect(main({ kind: 'ended', reason: 'clear' }).ended).toEqual({ at: at(0), reason: 'clear' });
  });

  it('forgets an announced compaction when the session ends, or begins again', () => {
    const expected: EntryBody = { kind: 'expected', trigger: 'auto', tail: '9', length: 12 };
    expect(main(expected).expected).toEqual({ at: at(0), trigger: 'auto', tail: '9', steered: 12 });
    expect(main({ ...expected, midTurn: false }).expected).toMatchObject({ midTurn: false });
    for (const next of [
      { kind: 'ended', reason: 'clear' },
      { kind: 'session', source: 'resume' },
    ] as const)
      expect(main(expected, next)).not.toHaveProperty('expected');
  });

  it('holds the task, git and what else was learned', () => {
    const git = { branch: 'main', head: 'abc', changed: ['a'], unpushed: 2 };
    const task = { path: '/w/T.md', confidence: 'sure', method: 'set', reason: 'by the user' };
    expect(
      main(
        { kind: 'task', ...task },
        { kind: 'git', ...git },
        { kind: 'compacted' },
        { kind: 'course', stops: true },
        { kind: 'pointer', what: 'p1' },
        { kind: 'pointer', what: 'p2' },
        { kind: 'near', full: 80 },
        { kind: 'held', key: 'k', how: 'ask' },
        { kind: 'held', key: 'k', how: 'deny' },
        { kind: 'held', key: 'l', how: 'deny' },
        { kind: 'snapshot', hash: 'h', cursor: { offset: 3 }, state: { x: 1 } },
        { kind: 'snapshot.same', hash: 'other' },
      ),
    ).toMatchObject({
      task,
      git: { ...git, at: at(1) },
      compacted: true,
      stopAsked: true,
      pointers: ['p1', 'p2'],
      near: true,
      held: ['k', 'l'],
      snapshot: { at: at(10), hash: 'h', cursor: { offset: 3 }, state: { x: 1 } },
    });
    expect(main({ kind: 'course', stops: true }, { kind: 'course', stops: false }).stopAsked).toBe(
      false,
    );
  });

  it('holds handoffs in both directions', () => {
    const from = { host: 'codex', session: 's1' } as never;
    const state = main(
      { kind: 'handed.over', id: 'h1', to: 'codex' },
      { kind: 'handed.over', id: 'h2', to: 'gemini' },
      { kind: 'handed.told', id: 'h2' },
      { kind: 'handed.here', id: 'h3', from },
      { kind: 'handed.here', id: 'h4', bundle: 'b.zip' },
    );
    expect(state.handedOver).toEqual([
      { at: at(0), id: 'h1', to: 'codex' },
      { at: at(1), id: 'h2', to: 'gemini', told: at(2) },
    ]);
    expect(state.handedHere).toEqual([
      { at: at(3), id: 'h3', from },
      { at: at(4), id: 'h4', bundle: 'b.zip' },
    ]);
    expect(main({ kind: 'handed.told', id: 'h2' })).toEqual(main());
  });
});

describe('a recovery', () => {
  it('begins with what was announced and kept before it, which the next one gets anew', () => {
    const state = main(
      { kind: 'expected', trigger: 'auto', tail: '9', length: 12 },
      { kind: 'snapshot', hash: 'h', cursor: {}, state: {} },
      { kind: 'held', key: 'k', how: 'ask' },
      { kind: 'near', full: 80 },
      armed('c1', { boundary: 'B1', planMode: true, worktree: '/w/t', cursor: { offset: 1 } }),
      armed('c2', { by: 'record', planMode: undefined }),
    );
    expect(state.recoveries).toMatchObject([
      {
        id: 'c1',
        armedAt: at(4),
        by: 'session-start',
        announced: { at: at(0), steered: 12 },
        snapshot: { at: at(1), hash: 'h' },
        trigger: 'auto',
        tail: '10',
        boundary: 'B1',
        midTurn: true,
        task: true,
        planMode: true,
        worktree: '/w/t',
        cursor: { offset: 1 },
        calls: 4,
        rapid: 1,
        afterEvent: false,
        undelivered: false,
        warned: false,
        escalated: false,
        continued: false,
        obligations: [],
        missing: [],
        briefs: [],
        callIds: [],
        denials: [],
        deniedTurns: 0,
        deniedThisTurn: 0,
      },
      { id: 'c2', planMode: false, by: 'record' },
    ]);
    expect(state.recoveries[1]?.announced).toBeUndefined();
    for (const gone of ['expected', 'held', 'near']) expect(state).not.toHaveProperty(gone);
    expect(state.recoveries.map(isFired)).toEqual([true, false]);
    expect(isFired({ ...state.recoveries[1]!, announced: { at: at(0), steered: 0 } })).toBe(true);
  });

  it('is counted as a compaction, but for a handoff', () => {
    const state = main(armed('c1'), armed('h1', { by: 'handoff' }), armed('c2'));
    expect(compactionsOf(state).map(({ id }) => id)).toEqual(['c1', 'c2']);
  });

  it('after its event is known by its boundary', () => {
    expect(
      begun(
        { kind: 'after-event', recovery: 'c1' },
        { kind: 'boundary', recovery: 'c1', boundary: 'B9' },
      ),
    ).toMatchObject({ afterEvent: true, boundary: 'B9' });
  });

  it('that the journal does not know changes nothing', () => {
    expect(begun({ kind: 'met', recovery: 'c9' })).toEqual(begun());
    expect(
      begun({ kind: 'shown', recovery: 'c1', path: '/x', hash: 'h', ranges: [], how: 'read' }),
    ).toEqual(begun());
    expect(begun({ kind: 'read', recovery: 'c1', path: '/x', hash: 'h', how: 'read' })).toEqual(
      begun(),
    );
    expect(begun({ kind: 'loss.sent', recovery: 'c1', via: 'prompt' })).toEqual(begun());
  });

  it('lists what is to be read and answered', () => {
    expect(begun()).toMatchObject({
      obligations: [file('/w/a'), file('/w/b')],
      missing: ['/w/gone'],
      questions: ['Which port?', 'Which name?'],
    });
    expect(begun().obligations[0]).not.toHaveProperty('met');
    const inlined: EntryBody = { ...owed, files: [file('/w/a', { inlined: true })] };
    expect(met(begun(inlined))).toEqual(['inlined']);
    const without: EntryBody = { ...owed, questions: undefined };
    expect(begun(without).questions).toEqual(['Which port?', 'Which name?']);
  });

  it('counts files that a brief held as read, until it is known not to have arrived', () => {
    expect(met(begun(brief(['/w/a'])))).toEqual(['inlined', undefined]);
    const read: EntryBody = { kind: 'read', recovery: 'c1', path: '/w/a', hash: 'h', how: 'shell' };
    expect(met(begun(read, brief(['/w/a'])))).toEqual(['shell', undefined]);
    const lost: EntryBody = { kind: 'undelivered', recovery: 'c1' };
    expect(begun(brief(['/w/a']), lost)).toMatchObject({ undelivered: true });
    expect(met(begun(brief(['/w/a']), lost))).toEqual([undefined, undefined]);
    expect(met(begun(read, lost))).toEqual(['shell', undefined]);
    expect(begun(lost, brief())).toMatchObject({ undelivered: false });
    expect(begun(brief(['/w/a'])).briefs).toEqual([
      {
        at: at(2),
        via: 'session start',
        text: 'what must be known',
        stub: false,
        inlined: ['/w/a'],
        sent: undefined,
      },
    ]);
  });

  it('counts only what the brief held that arrived', () => {
    const arrived = (index?: number): EntryBody => ({
      kind: 'delivered',
      recovery: 'c1',
      proof: 'record',
      brief: index,
    });
    const two = [brief(['/w/a']), brief(['/w/b'])] as const;
    expect(met(begun(...two, arrived()))).toEqual(['inlined', 'inlined']);
    expect(met(begun(...two, arrived(0)))).toEqual(['inlined', undefined]);
    expect(met(begun(...two, arrived(1)))).toEqual([undefined, 'inlined']);
    expect(met(begun(...two, arrived(5)))).toEqual(['inlined', 'inlined']);
    const read: EntryBody = { kind: 'read', recovery: 'c1', path: '/w/b', hash: 'h', how: 'read' };
    expect(met(begun(read, ...two, arrived(0)))).toEqual(['inlined', 'read']);
    const again = begun({ kind: 'undelivered', recovery: 'c1' }, arrived(), arrived());
    expect(again).toMatchObject({
      delivered: { at: at(3), proof: 'record' },
      undelivered: false,
    });
  });

  it('adds up the lines that calls showed of a file, as long as it is the same', () => {
    const shown = (from: number, to: number, hash = 'h', call?: string): EntryBody => ({
      kind: 'shown',
      recovery: 'c1',
      path: '/w/a',
      hash,
      ranges: [[from, to]],
      how: 'read',
      call,
    });
    const a = (...bodies: EntryBody[]) => begun(...bodies).obligations[0]!;
    expect(a(shown(1, 5), shown(4, 9))).toMatchObject({
      shown: { hash: 'h', ranges: [[1, 9]], at: at(3) },
    });
    expect(a(shown(1, 5), shown(4, 9, 'other')).shown).toMatchObject({ ranges: [[4, 9]] });
    expect(a(shown(1, 5, 'h', 't1'), shown(6, 9), shown(6, 9, 'h', 't2')).shownBy).toEqual([
      't1',
      't2',
    ]);
    expect(a(shown(1, 5))).not.toHaveProperty('shownBy');
  });

  it('tells a file that a call read from one that the host put back', () => {
    const read = (how: string) =>
      begun({ kind: 'read', recovery: 'c1', path: '/w/a', hash: 'h', how }).obligations[0]!;
    expect(read('read')).toMatchObject({ met: 'read', metAt: at(2) });
    expect(read('re-attached')).toMatchObject({ met: 're-attached' });
    expect(read('re-attached')).not.toHaveProperty('metAt');
  });

  it('counts calls once each, and denials by the turn', () => {
    const call = (id: string, same?: string): EntryBody => ({
      kind: 'call',
      recovery: 'c1',
      id,
      same,
    });
    const counted = begun(call('t1', 's'), call('t1', 's'), call('t2'));
    expect(counted.callIds).toEqual(['t1', 't2']);
    expect({ ...counted.callTimes }).toEqual({ s: at(3) });
    const denied: EntryBody = { kind: 'denied', recovery: 'c1', id: 't1', tool: 'Edit' };
    const turn: EntryBody = { kind: 'turn', recovery: 'c1' };
    expect(begun(denied, turn, denied, denied, turn, turn)).toMatchObject({
      deniedTurns: 2,
      deniedThisTurn: 0,
    });
    const held = begun(turn, denied, denied);
    expect(held).toMatchObject({ deniedTurns: 0, deniedThisTurn: 2 });
    expect(held.denials).toEqual([3, 4].map((time) => ({ at: at(time), id: 't1', tool: 'Edit' })));
  });

  it('counts an answer for the one that it was given in, at its last time', () => {
    const answer = (question: string): EntryBody => ({ kind: 'answer', question, answer: '80' });
    const state = main(
      answer('Which port?'),
      armed('c1'),
      answer('Which port?'),
      answer('Which name?'),
      answer('Which port?'),
      armed('c2'),
    );
    expect(state.recoveries[0]).toMatchObject({
      answered: ['Which port?', 'Which name?'],
      answeredAt: { 'Which port?': at(4), 'Which name?': at(3) },
    });
    expect(state.recoveries[1]?.answered).toBeUndefined();
    expect(openQuestions(begun(answer('Which port?')))).toEqual(['Which name?']);
    expect([isOwed(begun()), isOwed({ ...begun(), obligations: [] })]).toEqual([true, true]);
    expect(isOwed({ ...begun(), obligations: [], questions: undefined })).toBe(false);
  });

  it('owes only files that are there and were not read', () => {
    const read: EntryBody = { kind: 'read', recovery: 'c1', path: '/w/a', hash: 'h', how: 'read' };
    expect(openObligations(begun(read)).map(({ path }) => path)).toEqual(['/w/b']);
    const gone: EntryBody = { ...owed, files: [file('/w/a'), file('/w/b', { hash: undefined })] };
    expect(openObligations(begun(gone)).map(({ path }) => path)).toEqual(['/w/a']);
  });

  it('is after its event where that made it, and knows a text that the host cleared', () => {
    expect(main(armed('c1', { by: 'after-event' })).recoveries[0]?.afterEvent).toBe(true);
    const read: EntryBody = { kind: 'read', recovery: 'c1', path: '/w/a', hash: 'h', how: 'read' };
    const cleared: EntryBody = { kind: 'cleared', recovery: 'c1', files: ['/w/a'] };
    expect(begun(read, cleared).obligations[0]).toEqual({ ...file('/w/a'), cleared: true });
    expect(begun(read, cleared, read).obligations[0]).not.toHaveProperty('cleared');
  });

  it('that is composed keeps the brief in it, and a step of a workflow belongs to the session', () => {
    const composed = {
      of: 'c2',
      length: 9,
      text: 'x',
      sent: { length: 1, hash: 'h' },
      files: [],
      missing: [],
      inlined: [],
    };
    expect(main({ kind: 'composed', ...composed }).composed).toMatchObject(composed);
    const view = { run: 'r1', step: 's1' } as never;
    expect(main({ kind: 'workflow', view }).workflow).toEqual(view);
    const left: EntryBody = { kind: 'workflow.left', run: 'r1', why: 'done' };
    expect(main({ kind: 'workflow', view }, left).workflow).toBeUndefined();
    const held: EntryBody = { kind: 'workflow.held', run: 'r1', step: 's1', by: 'tool' };
    expect(main({ kind: 'workflow', view }, held)).not.toEqual(main({ kind: 'workflow', view }));
  });

  it('keeps what became of it', () => {
    const of = { recovery: 'c1' };
    const told = begun(
      { kind: 'warned', ...of },
      { kind: 'escalated', id: 't1', ...of },
      { kind: 'continued', ...of },
      { kind: 'let-go', ...of },
      { kind: 'loss', items: 2, text: 'two are gone', ...of },
      { kind: 'loss.sent', via: 'prompt', ...of },
      { kind: 'brought-up', via: 'call', keys: ['k1'], length: 5, ...of },
      { kind: 'brought-up', via: 'prompt', keys: ['k2'], length: 6, ...of },
    );
    expect(told).toMatchObject({
      warned: true,
      escalated: true,
      continued: true,
      letGo: true,
      loss: { items: 2, text: 'two are gone', sent: at(7) },
      broughtUp: [
        { at: at(8), via: 'call', keys: ['k1'], length: 5 },
        { at: at(9), via: 'prompt', keys: ['k2'], length: 6 },
      ],
    });
    expect(begun().letGo).toBeUndefined();
    const ends: EntryBody[] = [
      { kind: 'delivered', proof: 'record', ...of },
      { kind: 'met', ...of },
      { kind: 'released', why: 'person', ...of },
    ];
    expect(ends.map((_, count) => statusOf(begun(...ends.slice(0, count))))).toEqual([
      'armed',
      'delivered',
      'met',
    ]);
    expect(statusOf(begun(...ends))).toBe('released');
    expect(begun(...ends)).toMatchObject({ met: at(3), released: { at: at(4), why: 'person' } });
  });

  it('takes what is no recovery’s own as nothing', () => {
    expect(begun({ kind: 'thrash', recovery: 'c1', count: 2 })).toEqual(begun());
  });
});
