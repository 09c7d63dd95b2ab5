import { describe, expect, it } from 'vitest';
import { beganIn, endedIn, lastPlaceOf, movedBy } from '../../../src/core/ledger/agent-spans.ts';
import { begunCall, endedCall } from '../../../src/core/ledger/call-entry.ts';
import type { AnswerEntry, CallEntry, LedgerEntry } from '../../../src/core/ledger/entry.ts';
import { never } from '../../../src/core/ledger/entry.ts';
import { reconcile } from '../../../src/core/ledger/reconcile.ts';
import type { ToolCall, ToolResult } from '../../../src/core/tool.ts';
import { agent, edit, type Loose, says, session, sh, tool } from '../snapshot/build.ts';
import { type Disk, digest, linesOf, place } from './kit.ts';

const now = '2026-02-01T00:00:00Z';
const ports = (disk: Disk = {}) => ({ digest, readText: (path: string) => disk[path]?.text, now });
const call = (more: Partial<ToolCall>): ToolCall => ({
  name: 'Bash',
  kind: 'shell',
  paths: [],
  ...more,
});
const begun = (more: Partial<ToolCall>, place: Partial<CallEntry> = {}): CallEntry =>
  begunCall(call(more), { id: 'c', source: 'record', began: 3, ...place });
const done = (
  known: CallEntry,
  more: Partial<ToolResult> = {},
  disk: Disk = {},
  time?: string,
): CallEntry => {
  const text = more.text ?? '';
  const result: ToolResult = { callId: 'c', outcome: 'ok', length: text.length, ...more, text };
  return endedCall(known, result, 4, time, ports(disk));
};
const ran = (command: string, more: Partial<ToolResult> = {}) =>
  done(begun({ command }, { cwd: '/w' }), more);
const changes = (command: string, outcome: ToolResult['outcome'] = 'ok') =>
  (ran(command, { outcome }).changed ?? []).map(({ path }) => path);

describe('the entry of a call that began', () => {
  it('holds what the call asks for and no more', () => {
    expect(begun({ command: 'ls' })).toEqual({
      v: 1,
      kind: 'call',
      id: 'c',
      source: 'record',
      began: 3,
      tool: 'Bash',
      does: 'shell',
      paths: [],
      outcome: 'unknown',
      command: 'ls',
    });
    expect(Object.keys(begun({}))).not.toContain('command');
    expect(Object.keys(begun({}))).not.toContain('cwd');
  });

  it('tells its agent, time and lines, and finds paths from the folder of the call', () => {
    const read = { name: 'Read', kind: 'read' as const, paths: ['a.ts'], range: { start: 2 } };
    const where = { agent: 'a1', time: now, cwd: '/w' };
    expect(begun({ ...read, cwd: 'sub' }, where)).toMatchObject({
      agent: 'a1',
      time: now,
      cwd: '/w/sub',
      paths: ['/w/sub/a.ts'],
      range: { start: 2 },
    });
    expect(begun(read, where)).toMatchObject({ cwd: '/w', paths: ['/w/a.ts'] });
    expect(Object.keys(begun({ background: true }))).toContain('background');
  });

  it('holds fifty paths at most', () => {
    const paths = Array.from({ length: 60 }, (_, at) => `/w/${at}`);
    expect(begun({ paths }).paths).toEqual(paths.slice(0, 50));
  });

  it('is not judged where its command is too long, or for a shell of another kind', () => {
    expect(begun({ command: 'x'.repeat(4_000) }).unjudged).toBeUndefined();
    expect(begun({ command: 'x'.repeat(4_001) }).unjudged).toBe(true);
    expect(begun({ command: 'ls', otherShell: true }).unjudged).toBe(true);
  });
});

describe('the entry of a call that ended', () => {
  it('holds the end, a hash of the output and its length', () => {
    expect(ran('ls', { text: 'a b' })).toEqual({
      ...begun({ command: 'ls' }, { cwd: '/w' }),
      ended: 4,
      outcome: 'ok',
      output: { sha256: digest('a b'), characters: 3 },
    });
    expect(done(begun({}), {}, {}, now).time).toBe(now);
    expect(done(begun({}, { time: '2026-01-01T00:00:00Z' })).time).toBe('2026-01-01T00:00:00Z');
  });

  it('failed where the exit code says so, whatever the host tells', () => {
    expect(ran('ls', { exitCode: 2 })).toMatchObject({ outcome: 'failed', exitCode: 2 });
    expect(ran('ls', { exitCode: 0 })).toMatchObject({ outcome: 'ok', exitCode: 0 });
    expect(ran('ls', { exitCode: 2, outcome: 'interrupted' }).outcome).toBe('interrupted');
    expect(ran('ls', { outcome: 'denied' }).outcome).toBe('denied');
  });

  it('tells what goes on behind it, and what it started', () => {
    expect(ran('npm start', { backgroundId: 'b1', agentId: 'a1' })).toMatchObject({
      background: true,
      backgroundId: 'b1',
      spawned: 'a1',
    });
    expect(done({ ...begun({}), over: 3 }).over).toBeUndefined();
  });

  it('says whether the output was cut, by the host or by the reader', () => {
    expect(ran('ls', { text: 'a' }).output).not.toHaveProperty('cut');
    expect(ran('ls', { text: 'a', length: 2 }).output).toMatchObject({ cut: true, characters: 2 });
    expect(ran('ls', { text: 'a', partial: true }).output).toMatchObject({ cut: true });
  });

  it('knows a failure again whose output differs in digits and blanks, and no other', () => {
    const alike = (text: string) => ran('make', { text, outcome: 'failed' }).output?.alike;
    expect(alike('took 12 ms\n\n at 3:4')).toBe(alike('took 7 ms  at 10:41'));
    expect(alike('took 12 ms')).not.toBe(alike('took ms'));
    expect(alike('one two')).not.toBe(alike('onetwo'));
    expect(alike('one')).not.toBe(alike('two'));
    expect(ran('make', { text: 'x' }).output).not.toHaveProperty('alike');
    const failed = done(begun({ kind: 'edit' }), { outcome: 'failed' });
    expect(failed.output).not.toHaveProperty('alike');
  });

  it('counts tests of a test runner, red where the command failed', () => {
    const text = 'Tests  3 passed (3)';
    expect(ran('npx vitest run', { text }).tests).toMatchObject({ verdict: 'green' });
    expect(ran('npx vitest run', { text, outcome: 'failed' }).tests).toMatchObject({
      verdict: 'red',
    });
    expect(ran('ls', { text })).not.toHaveProperty('tests');
  });

  it('keeps the scripts that a package manager printed, twenty at most', () => {
    const printed = (count: number) =>
      Array.from({ length: count }, (_, at) => `\n> a@1.0.0 s${at}\n> node s${at}.js\n`).join('');
    expect(ran('npm run s0', { text: printed(2) }).scripts).toEqual(['node s0.js', 'node s1.js']);
    expect(ran('npm run s0', { text: printed(30) }).scripts).toHaveLength(20);
    expect(ran('npm run s0', { text: 'done' })).not.toHaveProperty('scripts');
  });

  it('tells which files it changed and how they are now', () => {
    const disk = { '/w/a.ts': { text: 'new' } };
    const one = begun({ kind: 'edit', paths: ['a.ts', 'gone.ts'] }, { cwd: '/w' });
    expect(done(one, {}, disk).changed).toEqual([
      { path: '/w/a.ts', sha256: digest('new'), taken: now },
      { path: '/w/gone.ts', taken: now },
    ]);
    expect(done(begun({ kind: 'write', paths: ['/w/a.ts'] })).changed).toHaveLength(1);
    expect(done(one, { outcome: 'failed' })).not.toHaveProperty('changed');
    expect(done(one, { outcome: 'denied' })).not.toHaveProperty('changed');
    expect(done(begun({ kind: 'read', paths: ['/w/a.ts'] }))).not.toHaveProperty('changed');
  });

  it('tells which files a shell command changed, once each, though it failed midway', () => {
    expect(changes('mv a.ts b.ts')).toEqual(['/w/a.ts', '/w/b.ts']);
    expect(changes('rm a.ts && touch a.ts')).toEqual(['/w/a.ts']);
    expect(changes('rm a.ts', 'failed')).toEqual(['/w/a.ts']);
    expect(changes('rm a.ts', 'denied')).toEqual([]);
    expect(changes('cat a.ts')).toEqual([]);
    expect(changes('git add a.ts')).toEqual([]);
    expect(changes('echo x > /tmp/scratch.txt')).toEqual([]);
    const many = Array.from({ length: 250 }, (_, at) => `f${at}`).join(' ');
    expect(changes(`rm ${many}`).length).toBeLessThanOrEqual(200);
  });

  it('tells which lines of a file were shown, as the file is now', () => {
    const text = 'one\ntwo\nthree\n';
    const disk = { '/w/a.ts': { text } };
    const read = begun({ kind: 'read', name: 'Read', paths: ['a.ts'] }, { cwd: '/w' });
    const shown = { path: '/w/a.ts', startLine: 2, text: 'two' };
    expect(done(read, { shown }, disk).shown).toEqual([
      { path: '/w/a.ts', sha256: digest(text), lines: 3, ranges: [[2, 2]] },
    ]);
    expect(done(read, { shown })).not.toHaveProperty('shown');
    expect(done(begun({ command: 'ls' }))).not.toHaveProperty('shown');
  });
});

describe('places of an entry', () => {
  const own: CallEntry = { ...begun({}), began: 5, ended: 7 };
  const below: CallEntry = { ...own, agent: 'a1', within: { from: 2, to: 9 } };
  const answered: AnswerEntry = {
    v: 1,
    kind: 'answer',
    id: 'q',
    source: 'record',
    began: 4,
    ended: 4,
    by: 'prompt',
    question: 'Shall I?',
    answer: 'yes',
  };

  it('of an agent are those of the session between which it ran', () => {
    expect([beganIn(own), endedIn(own), lastPlaceOf(own)]).toEqual([5, 7, 7]);
    expect([beganIn(below), endedIn(below), lastPlaceOf(below)]).toEqual([2, 9, 2]);
    const unknown = { ...below, within: undefined };
    expect([beganIn(unknown), endedIn(unknown), lastPlaceOf(unknown)]).toEqual([
      0,
      Number.POSITIVE_INFINITY,
      0,
    ]);
  });

  it('end where a call is known to be over, else never', () => {
    const open = { ...own, ended: undefined };
    expect([endedIn(open), lastPlaceOf(open)]).toEqual([Number.POSITIVE_INFINITY, 5]);
    expect([endedIn({ ...open, over: 8 }), lastPlaceOf({ ...open, over: 8 })]).toEqual([8, 8]);
    expect(lastPlaceOf(answered)).toBe(4);
  });

  it('all move together', () => {
    expect(movedBy({ ...below, over: 8 }, 10)).toEqual({
      ...below,
      began: 15,
      ended: 17,
      over: 18,
      within: { from: 12, to: 19 },
    });
    const open: LedgerEntry = { ...begun({}), within: { from: 1, to: never } };
    expect(movedBy(open, 10)).toEqual({ ...open, began: 13, within: { from: 11, to: never } });
    expect(movedBy(own, 1)).not.toHaveProperty('within');
    expect(movedBy(answered, 1)).toEqual({ ...answered, began: 5, ended: 5 });
  });
});

describe('what is collected from a record', () => {
  const answers = (...parts: (Loose | Loose[])[]) =>
    linesOf(session(place, ...parts)).filter(
      (entry): entry is AnswerEntry => entry.kind === 'answer',
    );

  it('is an answer with its question, its place and the time of its row', () => {
    expect(answers(agent('Shall I push?'), says('yes'))).toEqual([
      {
        v: 1,
        kind: 'answer',
        id: 'answer row-2/0',
        source: 'record',
        time: '2026-01-01T00:00:02.000Z',
        began: 1,
        ended: 1,
        by: 'prompt',
        question: 'Shall I push?',
        answer: 'yes',
        verdict: 'yes',
      },
    ]);
    const timeless = { ...says('maybe later'), time: undefined } as Loose;
    const [one] = answers(agent('Shall I push?'), timeless);
    expect(one).not.toHaveProperty('time');
    expect(one).not.toHaveProperty('verdict');
  });

  it('is no answer where something stands between it and the question', () => {
    expect(answers(agent('Shall I push?'), sh('ls'), says('yes'))).toEqual([]);
    expect(answers(agent('Shall I push?'), agent('I go on.'), says('yes'))).toEqual([]);
    expect(answers(agent('Shall I push?'), says('yes'), says('yes'))).toHaveLength(1);
  });

  it('is each answer of a dialog, each by an id of its own', () => {
    const asked = tool(
      'question',
      { id: 'q1' },
      {
        answers: [
          { question: 'Which colour?', answer: 'red', rejected: [] },
          { question: 'Shall I push?', answer: 'yes', rejected: [] },
        ],
      },
    );
    const found = answers(asked);
    expect(found.map(({ by, question, answer }) => [by, question, answer])).toEqual([
      ['dialog', 'Which colour?', 'red'],
      ['dialog', 'Shall I push?', 'yes'],
    ]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(2);
    expect(found.map(({ id }) => id.slice(-2))).toEqual(['/0', '/1']);
  });

  it('is a plan that a person accepted, by its path and title', () => {
    const plan = tool(
      'plan',
      {},
      { acceptedPlan: { text: '## Move the login\n\nSteps', path: 'PLAN.md' } },
    );
    expect(answers(plan)).toMatchObject([
      {
        by: 'dialog',
        question: 'Accept the plan PLAN.md "Move the login"?',
        answer: 'accepted',
        verdict: 'yes',
      },
    ]);
    const [bare] = answers(tool('plan', {}, { acceptedPlan: { text: '' } }));
    expect(bare?.question).toBe('Accept the plan  ""?');
  });

  it('counts a call without a result as over where the person goes on, but for one in the background', () => {
    const [open] = tool('shell', { id: 'open', command: 'sleep 9' });
    const [apart] = tool('shell', { id: 'apart', command: 'npm start', background: true });
    const [last] = [
      reconcile(linesOf(session(place, [open!, apart!], sh('ls'), says('Go on.')))),
    ] as [CallEntry[]];
    expect(last.map(({ id, over }) => [id.replace(/.*(open|apart).*/, '$1'), over])).toMatchObject([
      ['open', 5],
      ['apart', undefined],
      [expect.any(String), undefined],
    ]);
  });

  it('counts work in the background as over once, where the host tells of its end', () => {
    const starts = tool('shell', { id: 's', command: 'npm start' }, { backgroundId: 'b1' });
    const other = tool('shell', { id: 't', command: 'npm start' }, { backgroundId: 'b2' });
    const ended: Loose = { type: 'background-ended', backgroundId: 'b1', outcome: 'completed' };
    const lines = reconcile(
      linesOf(session(place, starts, other, ended, sh('ls'), ended)),
    ) as CallEntry[];
    expect(lines.map(({ over }) => over)).toEqual([5, undefined, undefined]);
  });

  it('keeps a call once, where the same row comes again, and the first of its results', () => {
    const one = tool('shell', { id: 'x', command: 'ls' }, { text: 'first' });
    const again = tool('shell', { id: 'x', command: 'ls' }, { text: 'second' });
    const lines = linesOf(session(place, one, again));
    expect(lines.map(({ began, ended }) => [began, ended])).toEqual([
      [1, undefined],
      [1, 2],
    ]);
    const copied = session(place, one).map((item) => ({ ...item, replayed: true as const }));
    expect(linesOf(copied)).toEqual([]);
  });

  it('finds a result that stands before its call, of the last two hundred', () => {
    const [call, result] = edit('src/a.ts');
    expect(linesOf(session(place, [result!, call!])).at(-1)).toMatchObject({ outcome: 'ok' });
    const others = Array.from({ length: 200 }, () => edit('b.ts')[1]!);
    const lost = linesOf(session(place, [result!, ...others, call!]));
    expect(lost.at(-1)).toMatchObject({ outcome: 'unknown' });
    const kept = linesOf(session(place, [result!, ...others.slice(1), call!]));
    expect(kept.at(-1)).toMatchObject({ outcome: 'ok' });
  });
});
