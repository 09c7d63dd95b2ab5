import { describe, expect, it } from 'vitest';
import { clearedFiles, clearedNotice, forgetRead } from '../../../src/core/recovery/cleared.ts';
import { essenceOf } from '../../../src/core/recovery/essence.ts';
import { keepPlace } from '../../../src/core/recovery/moved-places.ts';
import {
  type Receipt,
  receiptLines,
  receiptOf,
  receiptPhrase,
  receiptsOf,
} from '../../../src/core/recovery/receipt.ts';
import type { Recovery } from '../../../src/core/recovery/recovery.ts';
import { holdsSent, sentText } from '../../../src/core/recovery/sent-text.ts';
import { newAgentState } from '../../../src/core/recovery/session-state.ts';
import { deliveryMark, recoveryId } from '../../../src/core/recovery/token.ts';
import { openRecoveryWith } from './recoveries.ts';

const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
const shownAt = (second: number) => `2026-01-01 00:00:0${second} UTC`;
const file = (path: string, more: object = {}) => ({ path, role: 'task', hash: 'h', ...more });
const bare = (more: Partial<Recovery> = {}) => openRecoveryWith([], more);
const brief = (more: object = {}) => ({
  at: at(2),
  via: 'session start',
  text: 'x'.repeat(40),
  stub: false,
  ...more,
});

describe('the receipt of a recovery', () => {
  it('holds what was done, and nothing that was not', () => {
    expect(JSON.parse(JSON.stringify(receiptOf(bare(), 1)))).toEqual({
      recovery: 'c1-abcdef',
      number: 1,
      status: 'armed',
      trigger: 'auto',
      armedAt: at(0),
      armedBy: 'session-start',
      fired: true,
      sent: [],
      reading: [],
      missing: [],
      denials: 0,
      deniedTurns: 0,
      continued: false,
    });
  });

  it('holds each part that happened', () => {
    const recovery = openRecoveryWith([file('/w/a')], {
      boundary: 'B1',
      announced: { at: at(1), steered: 30 },
      snapshot: { at: at(1), hash: 'h' },
      briefs: [brief()],
      delivered: { at: at(3), proof: 'record' },
      missing: ['/w/gone'],
      questions: ['a', 'b', 'c'],
      answered: ['b'],
      loss: { text: 'gone', items: 2, sent: at(4) },
      broughtUp: [{ at: at(5), via: 'call', keys: ['k', 'l'], length: 12 }],
      met: at(6),
      released: { at: at(7), why: 'person' },
      continued: true,
    });
    expect(receiptOf(recovery, 3)).toMatchObject({
      number: 3,
      status: 'released',
      boundary: 'B1',
      announced: at(1),
      steered: { at: at(1), characters: 30 },
      snapshotted: { at: at(1), hash: 'h' },
      sent: [{ at: at(2), via: 'session start', characters: 40, tokens: 10, stub: false }],
      delivered: { at: at(3), proof: 'record' },
      reading: [{ path: '/w/a', role: 'task', met: undefined }],
      missing: ['/w/gone'],
      questions: { asked: 3, open: 2 },
      loss: { items: 2, sent: at(4) },
      broughtUp: [{ at: at(5), via: 'call', pieces: 2, characters: 12 }],
      met: at(6),
      released: { at: at(7), why: 'person' },
      continued: true,
    });
    expect(receiptOf(bare({ announced: { at: at(1), steered: 0 } }), 1)).toMatchObject({
      announced: at(1),
      steered: undefined,
    });
  });

  it('counts a call once that two configurations denied, and a turn as one call at least', () => {
    const denied = (id: string, second: number) => ({ at: at(second), id, tool: 'Edit' });
    const count = (denials: Recovery['denials'], deniedTurns = 0) =>
      receiptOf(bare({ denials, deniedTurns }), 1).denials;
    expect(count([denied('t1', 1), denied('t1', 2)])).toBe(1);
    expect(count([denied('', 1), denied('', 2)])).toBe(2);
    expect(count([denied('t1', 1), denied('t1', 2)], 3)).toBe(3);
  });

  it('is numbered among compactions, and a handoff is none', () => {
    const state = {
      ...newAgentState(),
      recoveries: [bare(), bare({ id: 'h1' }), bare({ id: 'c2' })],
      handedHere: [{ at: at(0), id: 'h1', bundle: 'b.zip' }],
    };
    expect(receiptsOf(state).map(({ number, handoff }) => [number, handoff?.bundle])).toEqual([
      [1, undefined],
      [0, 'b.zip'],
      [2, undefined],
    ]);
    expect(receiptsOf({ ...state, handedHere: undefined })).toHaveLength(3);
  });

  it('is a short phrase in a list', () => {
    const two = [file('/w/a'), file('/w/b')];
    expect(receiptPhrase(bare())).toBe('armed');
    expect(receiptPhrase(openRecoveryWith(two))).toBe('armed, 2 to read');
    const asked = { questions: ['a', 'b'], answered: ['a'] };
    expect(receiptPhrase(openRecoveryWith(two, asked))).toBe('armed, 2 to read');
    expect(receiptPhrase(bare({ ...asked, delivered: { at: at(1), proof: 'x' } }))).toBe(
      'delivered, 1 to answer',
    );
    expect(receiptPhrase(bare({ met: at(1) }))).toBe('met');
    const released = (why: never) => receiptPhrase(bare({ released: { at: at(1), why } }));
    expect(released('person' as never)).toBe('released (user)');
    expect(released('expired' as never)).toBe('released (expired)');
  });
});

describe('a receipt that a person reads', () => {
  const lines = (more: Partial<Recovery>, files: object[] = []) =>
    receiptLines(receiptOf(openRecoveryWith(files as never, more), 1));

  it('says what did not happen', () => {
    expect(lines({})).toEqual([
      'compaction 1 (auto), recovery c1-abcdef: armed',
      '  heard        from the client',
      '  snapshotted  no: the transcript could not be read',
      '  steered      no: no before-event came',
      '  delivered    not proved yet',
    ]);
    expect(lines({ by: 'record', announced: undefined })[1]).toBe(
      '  heard        by no event: found in the transcript later',
    );
    expect(lines({ announced: { at: at(1), steered: 0 } })[3]).toBe(
      '  steered      no: the client takes no text before a compaction, or there was nothing to keep',
    );
  });

  it('says when each part happened', () => {
    const told = lines(
      {
        announced: { at: at(1), steered: 30 },
        snapshot: { at: at(1), hash: 'h' },
        briefs: [brief(), brief({ at: at(3), via: 'prompt', stub: true })],
        delivered: { at: at(4), proof: 'record' },
        missing: ['/w/gone'],
        questions: ['a', 'b'],
        answered: ['a'],
        denials: [{ at: at(5), id: 't1', tool: 'Edit' }],
        continued: true,
        loss: { text: 'gone', items: 1 },
        broughtUp: [
          { at: at(6), via: 'call', keys: ['k'], length: 12 },
          { at: at(6), via: 'prompt', keys: ['k', 'l'], length: 30 },
        ],
        met: at(7),
        released: { at: at(8), why: 'person' },
      },
      [file('/w/a'), file('/w/b', { inlined: true })],
    );
    expect(told).toEqual([
      'compaction 1 (auto), recovery c1-abcdef: released',
      '  heard        from the client',
      `  snapshotted  ${shownAt(1)}`,
      `  steered      ${shownAt(1)}  30 characters`,
      `  told         ${shownAt(2)}  40 characters at session start`,
      '  in tokens    about 10',
      `  told         ${shownAt(3)}  40 characters at prompt, stub`,
      '  in tokens    about 10',
      `  delivered    ${shownAt(4)}  proof: record`,
      '  re-read      not yet  /w/a',
      '  re-read      yes (inlined)  /w/b',
      '  missing      /w/gone',
      '  answered     1 of 2 questions',
      '  denied       1 call',
      '  continued    the turn, once',
      '  loss report  1 fact, not told yet',
      `  brought up   ${shownAt(6)}  1 line at a call, 12 characters`,
      `  brought up   ${shownAt(6)}  2 passages at a prompt, 30 characters`,
      `  met          ${shownAt(7)}`,
      `  released     ${shownAt(8)}  user`,
    ]);
    const more = lines({
      denials: [1, 2].map((second) => ({ at: at(second), id: `t${second}`, tool: 'Edit' })),
      loss: { text: 'gone', items: 2, sent: at(9) },
    });
    expect(more).toContain('  denied       2 calls');
    expect(more).toContain(`  loss report  2 facts, told ${shownAt(9)}`);
  });

  it('names the session or the bundle that a handoff came from', () => {
    const handed = (handoff: object) =>
      receiptLines({ ...receiptOf(bare(), 0), handoff } as Receipt)[0];
    expect(handed({ from: { host: 'codex', session: 's1' } })).toBe(
      'handoff c1-abcdef from the codex session s1: armed',
    );
    expect(handed({ bundle: 'b.zip' })).toBe('handoff c1-abcdef from the bundle b.zip: armed');
    expect(handed({})).toBe('handoff c1-abcdef from the bundle : armed');
  });
});

describe('a text that the host cleared', () => {
  const read = (path: string, ...shownBy: string[]) =>
    file(path, { met: 'read', metAt: at(1), shownBy, shown: { hash: 'h', ranges: [] } });
  const cleared = new Set(['t1']);
  const files = (more: Partial<Recovery> = {}) =>
    clearedFiles(
      openRecoveryWith([], {
        obligations: [read('/w/a', 't0', 't1'), read('/w/b', 't2'), file('/w/c')],
        ...more,
      }),
      { cleared },
    );

  it('is found by the calls that had shown it', () => {
    expect(files()).toEqual(['/w/a']);
    expect(files({ met: at(2) })).toEqual(['/w/a']);
    expect(files({ released: { at: at(2), why: 'person' } })).toEqual([]);
    expect(clearedFiles(undefined, { cleared })).toEqual([]);
    expect(clearedFiles(bare(), {})).toEqual([]);
  });

  it('is asked for three times at most', () => {
    expect(files({ clearedTimes: 2 })).toEqual(['/w/a']);
    expect(files({ clearedTimes: 3 })).toEqual([]);
  });

  it('has to be read again, in a recovery that is open again by it', () => {
    const recovery = bare({ met: at(2), obligations: [read('/w/a', 't1'), read('/w/b', 't2')] });
    forgetRead(recovery, []);
    expect(recovery).toMatchObject({ met: at(2) });
    expect(recovery.clearedTimes).toBeUndefined();
    forgetRead(recovery, ['/w/a']);
    expect(recovery).not.toHaveProperty('met');
    expect(recovery).toMatchObject({ reopened: true, clearedTimes: 1 });
    expect(recovery.obligations).toEqual([{ ...file('/w/a'), cleared: true }, read('/w/b', 't2')]);
    forgetRead(recovery, ['/w/b']);
    expect(recovery.clearedTimes).toBe(2);
    const open = bare({ obligations: [read('/w/a', 't1')] });
    forgetRead(open, ['/w/a']);
    expect(open.reopened).toBeUndefined();
  });

  it('is named to the agent, four files at most', () => {
    const notice = (count: number, more: Partial<Recovery> = {}) =>
      clearedNotice(
        bare({
          obligations: [
            ...Array.from({ length: count }, (_, at) => file(`/w/${at}`, { cleared: true })),
            file('/w/other'),
          ] as Recovery['obligations'],
          ...more,
        }),
      );
    expect(notice(0)).toBe('');
    expect(clearedNotice(undefined)).toBe('');
    expect(notice(1, { met: at(1) })).toBe('');
    expect(notice(1)).toBe(
      'Holdfast: the client cleared what you had read of /w/0 from the context. Read it again before any change.',
    );
    expect(notice(4)).toContain('/w/0, /w/1, /w/2, /w/3 from the context. Read them again');
    expect(notice(6)).toContain('/w/0, /w/1, /w/2, /w/3 and 2 more from the context.');
  });
});

describe('a project’s folder', () => {
  const state = () => ({
    ...newAgentState(),
    recoveries: [
      bare({
        obligations: [file('/old/a'), file('/other/b'), file('/older/c')],
        missing: ['/old/gone'],
        worktree: '/old/tree',
      }),
    ],
    task: { path: '/old/T.md', confidence: 'sure', method: 'set', reason: 'x' },
    guarded: ['/old/a', '/other/b'],
  });

  it('that has another name now is read there', () => {
    const agent = state();
    keepPlace(agent, '/old', 7);
    keepPlace(agent, '/new', 7);
    expect(agent).toMatchObject({
      project: '/new',
      places: [
        { path: '/old', inode: 7 },
        { path: '/new', inode: 7 },
      ],
      task: { path: '/new/T.md' },
      guarded: ['/new/a', '/other/b'],
      recoveries: [{ missing: ['/new/gone'], worktree: '/new/tree' }],
    });
    expect(agent.recoveries[0]?.obligations.map(({ path }) => path)).toEqual([
      '/new/a',
      '/other/b',
      '/older/c',
    ]);
    keepPlace(agent, '/old', 7);
    expect((agent as { places?: object[] }).places).toEqual([
      { path: '/new', inode: 7 },
      { path: '/old', inode: 7 },
    ]);
    expect(agent.task.path).toBe('/old/T.md');
  });

  it('that is another one, or that nothing tells from others, moves nothing', () => {
    for (const inode of [8, undefined]) {
      const agent = state();
      keepPlace(agent, '/old', inode === undefined ? undefined : 7);
      keepPlace(agent, '/new', inode);
      expect(agent.task.path).toBe('/old/T.md');
      expect(agent.guarded).toEqual(['/old/a', '/other/b']);
    }
    const bareAgent = newAgentState();
    keepPlace(bareAgent, '/a', 1);
    keepPlace(bareAgent, '/b', 1);
    expect(bareAgent).toMatchObject({ project: '/b' });
    expect(bareAgent).not.toHaveProperty('task');
    expect(bareAgent).not.toHaveProperty('guarded');
  });
});

describe('a task document that is too long', () => {
  it('is reduced to its rules, its next action and its open steps', () => {
    const text =
      '---\nstatus: active\nnext_action: write the test\n---\n# T\n\n## Rules\n\n- Never push.\n\n## Steps\n\n- [x] one\n- [ ] two\n- [ ] three\n';
    expect(essenceOf(text, 'T.md')).toEqual([
      ...essenceOf(text, 'T.md').filter((line) => line.includes('Never push')),
      'next action: write the test',
      '[ ] two',
      '[ ] three',
    ]);
    expect(essenceOf('# T\n\n- [ ] two\n', 'T.md')).toEqual(['[ ] two']);
  });
});

describe('a text that went out', () => {
  const mark = deliveryMark('c1-abcdef');
  const text = `before [${mark}] what must be known\nand more  \n`;
  const sent = sentText(text, mark);

  it('is known again in the record, from its mark to its end', () => {
    expect(mark).toBe('Holdfast c1-abcdef');
    for (const recorded of [text, `x ${text.trimEnd()}`, `${mark} ${text}`, text.slice(8)])
      expect(holdsSent(recorded, mark, sent)).toBe(true);
    for (const recorded of ['', mark, text.replace('known', 'knowm'), text.slice(0, -12)])
      expect(holdsSent(recorded, mark, sent)).toBe(false);
    expect(sentText('no mark', mark)).toEqual(sentText('no mark', 'no'));
  });

  it('is known where the record lost what no file can hold', () => {
    for (const lone of ['\ud800', '\udc00', '\udbff', '\udfff']) {
      const odd = `${mark} a${lone}b`;
      expect(holdsSent(`${mark} a\ufffdb`, mark, sentText(odd, mark))).toBe(true);
    }
    const pair = sentText(`${mark} 😀`, mark);
    expect(holdsSent(`${mark} 😀`, mark, pair)).toBe(true);
    expect(holdsSent(`${mark} \ufffd\ufffd`, mark, pair)).toBe(false);
  });

  it('is not looked for behind more than 32 marks', () => {
    expect(holdsSent(`${`${mark}\n`.repeat(31)}${text}`, mark, sent)).toBe(true);
    expect(holdsSent(`${`${mark}\n`.repeat(32)}${text}`, mark, sent)).toBe(false);
  });

  it('has an id of its own for each compaction, the same in every run', () => {
    const ids = [
      recoveryId('claude-code', 's1', undefined, 1),
      recoveryId('claude-code', 's1', undefined, 2),
      recoveryId('claude-code', 's1', 'a1', 1),
      recoveryId('claude-code', 's2', undefined, 1),
      recoveryId('codex', 's1', undefined, 1),
    ];
    expect(new Set(ids.map((id) => id.split('-')[1])).size).toBe(ids.length);
    expect(ids[0]).toMatch(/^c1-.{6}$/);
    expect(ids[1]).toMatch(/^c2-.{6}$/);
    expect(recoveryId('claude-code', 's1', '', 1)).toBe(ids[0]);
  });
});
