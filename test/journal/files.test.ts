import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { guardReason } from '../../src/core/recovery/watch-reason.ts';
import { foldVersion } from '../../src/core/snapshot/fold-version.ts';
import { openEvidenceFile } from '../../src/journal/evidence-file.ts';
import { recordFault } from '../../src/journal/fault-log.ts';
import { readFinished, writeFinished } from '../../src/journal/finished-file.ts';
import { readFold, readFoldHead, writeFold } from '../../src/journal/fold-file.ts';
import { openHandoffs } from '../../src/journal/handoffs.ts';
import { parseLines, readJournal, sealEntry } from '../../src/journal/journal.ts';
import { openMail, postMessage, postNotice } from '../../src/journal/mail.ts';
import { hasMail, hasWorkers } from '../../src/journal/mail-folders.ts';
import { openMemoryFile } from '../../src/journal/memory-file.ts';
import { folderName } from '../../src/journal/session-folder.ts';
import { openSessionIndex } from '../../src/journal/session-index.ts';
import { openSessionStore } from '../../src/journal/session-store.ts';
import {
  isNearByFile,
  showsStatusLine,
  statusLinePath,
  statusLineScript,
  toldFullness,
} from '../../src/journal/status-line.ts';
import {
  dropStaleWatches,
  endQuiet,
  isWatched,
  setQuiet,
  setWatch,
  watchBeforePath,
  watchPath,
  watchReasonsOf,
} from '../../src/journal/watch.ts';

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-files-'));
  folder = join(root, 'state');
});
afterEach(() => removeFolder(root));

const token = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6'}`;
const own = [/acme\d+/gu];
const put = (path: string, text: string): string => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
};
const lines = (...values: unknown[]) => values.map((one) => `${JSON.stringify(one)}\n`).join('');
const noon = new Date('2026-01-01T12:00:00.000Z');

describe('a kept fold', () => {
  const head = { cursor: { offset: 5 }, lastAnswer: 3, plans: 1 };
  const path = () => join(folder, 'fold.json');

  it('comes back with its state, or its head alone', () => {
    writeFold(path(), { ...head, state: { text: `x ${token} acme12` } }, own);
    expect(readFoldHead(path())).toEqual(head);
    expect(readFold(path())).toEqual({
      ...head,
      state: { text: 'x [redacted:github-token] [redacted:custom]' },
    });
    writeFold(path(), { ...head, roleOpen: true, state: null }, []);
    expect(readFold(path())).toEqual({ ...head, roleOpen: true, state: null });
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['one line', JSON.stringify({ version: foldVersion, ...head })],
    ['another version', lines({ version: foldVersion - 1, ...head }, {})],
    ['no object', lines(null, {})],
    ['no JSON', 'x\n{}\n'],
    ['a head without a cursor', lines({ version: foldVersion, ...head, cursor: null }, {})],
    ['a cursor of another form', lines({ version: foldVersion, ...head, cursor: 5 }, {})],
    [
      'a head without the last answer',
      lines({ version: foldVersion, ...head, lastAnswer: '3' }, {}),
    ],
    ['a head without plans', lines({ version: foldVersion, ...head, plans: null }, {})],
  ])('counts as absent where the file holds %s', (_, text) => {
    put(path(), text);
    expect([readFold(path()), readFoldHead(path())]).toEqual([undefined, undefined]);
  });

  it('counts as absent where only its head is whole', () => {
    put(path(), `${JSON.stringify({ version: foldVersion, ...head })}\n{"a":`);
    expect([readFold(path()), readFoldHead(path())]).toEqual([undefined, head]);
    expect(readFold(join(folder, 'none'))).toBeUndefined();
  });
});

describe('how far finished calls were taken', () => {
  const path = () => join(folder, 'finished.json');
  const call = { id: 't1', name: 'Bash', kind: 'shell', paths: [] } as const;

  it('comes back as it was written, without secrets', () => {
    const pending = [{ ...call, paths: [], command: `echo ${token} acme12` }];
    writeFinished(path(), { cursor: { offset: 1 }, pending, told: ['t0'] }, own);
    const found = readFinished(path());
    expect(found).toMatchObject({ cursor: { offset: 1 }, told: ['t0'], pending: [{ id: 't1' }] });
    expect(readFileSync(path(), 'utf8')).not.toMatch(/ghp_|acme12/);
    writeFinished(path(), { cursor: undefined, pending: [] }, []);
    expect(readFinished(path())).toEqual({ cursor: undefined, pending: [] });
  });

  it('counts as absent where it is damaged, and ids of another form as none', () => {
    const read = (value: unknown) => readFinished(put(path(), JSON.stringify(value)));
    const whole = { version: 1, cursor: { offset: 1 }, pending: [call] };
    expect(read(whole)).toEqual({ cursor: { offset: 1 }, pending: [call] });
    for (const told of [['t', 1], 't', null])
      expect(read({ ...whole, told })).toEqual({ cursor: { offset: 1 }, pending: [call] });
    for (const bad of [
      null,
      1,
      { ...whole, version: 2 },
      { ...whole, pending: call },
      { ...whole, pending: [null] },
      { ...whole, pending: [1] },
      ...['id', 'name', 'kind', 'paths'].map((name) => ({
        ...whole,
        pending: [call, { ...call, [name]: 1 }],
      })),
    ])
      expect(read(bad), JSON.stringify(bad)).toBeUndefined();
    expect(readFinished(put(path(), '{'))).toBeUndefined();
    expect(readFinished(join(folder, 'none'))).toBeUndefined();
  });
});

describe('lines of a journal', () => {
  const entry = { v: 1, kind: 'prompt', at: noon.toISOString(), key: 'k' };
  const snapshot = (second: number, more: object = {}) => ({
    v: 1,
    kind: 'snapshot',
    ...more,
    at: `2026-01-01T00:00:0${second}.000Z`,
    hash: `h${second}`,
    cursor: { offset: second },
    state: { x: second },
  });

  it('that are not understood are counted and passed over', () => {
    const odd = [
      'x',
      'null',
      '1',
      '{"v":2,"kind":"a","at":"b"}',
      '{"v":1,"at":"b"}',
      '{"v":1,"kind":"a"}',
    ];
    expect(parseLines(`${odd.join('\n')}\n${JSON.stringify(entry)}\n\n`)).toEqual({
      entries: [entry],
      skipped: odd.length,
    });
  });

  it('are taken where they stand behind a torn one', () => {
    const torn = JSON.stringify(entry).slice(0, 20);
    const whole = JSON.stringify({ ...entry, key: 'l' });
    expect(parseLines(`${torn}${whole}\n`)).toMatchObject({ skipped: 1, entries: [{ key: 'l' }] });
  });

  it('of snapshots are read whole for the newest of each agent alone', () => {
    const text = lines(
      snapshot(1),
      snapshot(2, { agent: 'a1' }),
      snapshot(3),
      snapshot(4, { agent: 'a1' }),
      snapshot(5, { agent: 'a2' }),
    );
    const bare = { v: 1, kind: 'snapshot', cursor: {}, state: undefined };
    expect(parseLines(text)).toEqual({
      skipped: 0,
      entries: [
        { ...bare, at: '2026-01-01T00:00:01.000Z', hash: 'h1' },
        { ...bare, at: '2026-01-01T00:00:02.000Z', hash: 'h2', agent: 'a1' },
        snapshot(3),
        snapshot(4, { agent: 'a1' }),
        snapshot(5, { agent: 'a2' }),
      ],
    });
    const torn = `${lines(snapshot(1))}${JSON.stringify(snapshot(3)).slice(0, -4)}\n`;
    expect(parseLines(torn).entries[0]).toEqual(snapshot(1));
    const damaged = `{"v":1,"kind":"snapshot","at":}\n${lines(snapshot(3))}`;
    expect(parseLines(damaged)).toEqual({ skipped: 1, entries: [snapshot(3)] });
  });

  it('hold no secret, and begin by what tells them', () => {
    const sealed = sealEntry(
      { kind: 'note', text: `${token} acme12`, note: 'next', by: 'agent' },
      'T',
      'a1',
      own,
    );
    expect(JSON.stringify(sealed)).toBe(
      '{"v":1,"kind":"note","agent":"a1","at":"T","text":"[redacted:github-token] [redacted:custom]","note":"next","by":"agent"}',
    );
    expect(sealEntry({ kind: 'compacted' }, 'T', undefined)).toEqual({
      v: 1,
      kind: 'compacted',
      at: 'T',
    });
    expect(readJournal(join(folder, 'none'))).toEqual({ entries: [], skipped: 0 });
  });
});

describe('the state of a session on disk', () => {
  const store = (sessionId = 's1') =>
    openSessionStore({ stateFolder: folder, host: 'h', sessionId, now: () => noon, redact: own });
  const note = (text: string, agent?: string) => ({
    agent,
    body: { kind: 'note', text, note: 'next', by: 'agent' } as const,
  });

  it('is made by the first writing, and read again by anybody', () => {
    const one = store();
    expect([one.length(), one.load().state.notes]).toEqual([0, []]);
    expect(existsSync(folder)).toBe(false);
    expect(one.append([note('acme12'), { body: { kind: 'prompt', key: 'k' } }])).toBe(true);
    expect(one.length()).toBeGreaterThan(0);
    for (const each of [one, store()]) {
      expect(each.load()).toMatchObject({
        skipped: 0,
        state: { agents: { '': { lastPrompt: 'k' } } },
      });
      expect(each.load().state.notes).toEqual([
        { at: noon.toISOString(), text: '[redacted:custom]', note: 'next', by: 'agent' },
      ]);
    }
    store().append([note('more')]);
    expect(one.load().state.notes).toHaveLength(2);
    expect(store('s2').loadOther('s1').notes).toHaveLength(2);
  });

  it('is one of its own at each reading', () => {
    const one = store();
    one.append([note('a')]);
    one.load().state.notes.pop();
    expect(one.load().state.notes).toHaveLength(1);
  });

  it('says where the disk refuses', () => {
    put(folder, 'a file');
    expect(store().append([note('x')])).toBe(false);
    expect(store().writeRules(undefined, 'x')).toBeUndefined();
  });

  it('keeps files of each agent apart', () => {
    const one = store();
    const cache = { cursor: { offset: 1 }, lastAnswer: 0, plans: 0, state: { x: 'acme12' } };
    one.writeFold(undefined, cache);
    one.writeFold('a1', { ...cache, plans: 2 });
    expect([one.readFold(undefined)?.plans, one.readFold('a1')?.plans]).toEqual([0, 2]);
    expect([one.readFoldHead(undefined)?.plans, one.readFoldHead('a1')?.plans]).toEqual([0, 2]);
    expect(store('s2').readOtherFold('s1')).toEqual({ x: '[redacted:custom]' });
    one.writeFinished('a1', { cursor: undefined, pending: [] });
    expect([one.readFinished(undefined), one.readFinished('a1')]).toEqual([
      undefined,
      { cursor: undefined, pending: [] },
    ]);
    one.writeGuard('{}');
    expect(one.readGuard()).toBe('{}');
    const path = one.writeRules('a1', `never acme12 ${token}`);
    expect(path).toBe(one.rulesPath('a1'));
    expect(readFileSync(path!, 'utf8')).toBe('never [redacted:custom] [redacted:github-token]');
    expect(readdirSync(one.folder).sort()).toEqual([
      'finished-a1.json',
      'fold-a1.json',
      'fold.json',
      'guard.json',
      'rules-a1.md',
    ]);
    expect(one.rulesPath(undefined)).toBe(join(one.folder, 'rules.md'));
  });

  it('gives what is claimed to one alone, and watches', () => {
    const claimed = ['x', 'x', 'y'].map((name) => store().claim(name, false) !== undefined);
    expect(claimed).toEqual([true, false, true]);
    store().watch(['a']);
    expect(store().watchedFor()).toEqual(['a']);
    expect(store().quiet('all')).toBe(true);
    utimesSync(watchPath(folder, 's1'), noon, noon);
    store().dropStaleWatches(0);
    expect(store().watchedFor()).toEqual(['a']);
    openSessionStore({
      stateFolder: folder,
      host: 'h',
      sessionId: 's1',
      now: () => new Date(noon.getTime() + 1_001),
    }).dropStaleWatches(1_000);
    expect(store().watchedFor()).toEqual([]);
  });

  it('is listed with others, those that were written last first', () => {
    const index = openSessionIndex(folder);
    expect(index.list()).toEqual([]);
    for (const [id, at] of [
      ['s1', 1],
      ['s2', 3],
      ['s3', 2],
    ] as const) {
      store(id).append([note(id)]);
      utimesSync(join(store(id).folder, 'journal.ndjson'), at, at);
    }
    const ledger = put(join(folder, 'sessions', 'k', 's4', 'evidence.ndjson'), '\n');
    utimesSync(ledger, 3, 3);
    put(join(folder, 'sessions', 'h', 'none', 'x'), '');
    expect(index.list().map(({ host, id, modifiedMs }) => [host, id, modifiedMs])).toEqual([
      ['h', 's2', 3_000],
      ['k', 's4', 3_000],
      ['h', 's3', 2_000],
      ['h', 's1', 1_000],
    ]);
    expect(index.at('h', 'none')).toBeUndefined();
    const found = index.at('h', 's1')!;
    expect(found).toMatchObject({ host: 'h', id: 's1', folder: store().folder });
    expect(index.read(found)).toMatchObject({
      skipped: 0,
      fold: undefined,
      state: { notes: [{ text: 's1' }] },
    });
    store().writeFold(undefined, { cursor: {}, lastAnswer: 0, plans: 0, state: { x: 1 } });
    expect(index.read(found).fold).toEqual({ x: 1 });
  });

  it('lies in a folder that no id can leave', () => {
    for (const plain of ['s1', 'A.b_c-9', 'x'.repeat(128)]) expect(folderName(plain)).toBe(plain);
    for (const odd of ['..', 'a..b', '/a', 'a/b', '.a', '-a', '', 'con', 'a b', 'x'.repeat(129)]) {
      expect(folderName(odd)).toMatch(/^x-[0-9a-f]{32}$/);
      expect(folderName(odd)).toBe(folderName(odd));
    }
    expect(folderName('a/b')).not.toBe(folderName('a/c'));
  });
});

describe('the evidence and the memory of a session', () => {
  it('are written without secrets', () => {
    const file = openEvidenceFile(folder, own);
    const mark = {
      v: 1,
      kind: 'read',
      record: '/r acme12',
      cursor: { offset: 1 },
      order: 2,
    } as const;
    expect(file.read()).toMatchObject({ entries: [], skipped: 0 });
    expect(file.append([mark])).toBe(true);
    expect(file.read().mark).toEqual({ ...mark, record: '/r [redacted:custom]' });
    expect(file.clean({ text: `${token} acme12` })).toEqual({
      text: '[redacted:github-token] [redacted:custom]',
    });
    const refused = openEvidenceFile(folder, own, () => {
      throw new Error('full');
    });
    expect(refused.append([mark])).toBe(false);
  });

  it('come back only where they are whole', () => {
    const memory = openMemoryFile(folder, own);
    const state = {
      record: '/r',
      cursor: { offset: 1 },
      progress: { grown: 1, context: 2, calls: 3 },
    };
    expect(memory.readState()).toBeUndefined();
    memory.keepState(state as never, 77);
    expect(memory.readState()).toMatchObject(state);
    expect(readdirSync(folder)).toHaveLength(2);
    expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))).toContain(
      '77',
    );
    expect(memory.write(`acme12 ${token}`)).toBe('[redacted:custom] [redacted:github-token]');
    const read = (more: object | null) => {
      put(
        join(folder, 'memory.json'),
        JSON.stringify(more && { version: foldVersion, ...state, ...more }),
      );
      return memory.readState();
    };
    expect(read({})).toMatchObject(state);
    for (const bad of [
      null,
      { version: foldVersion - 1 },
      { record: 1 },
      { cursor: null },
      { cursor: 1 },
      { progress: null },
      { progress: { ...state.progress, grown: '1' } },
      { progress: { ...state.progress, context: '1' } },
      { progress: { ...state.progress, calls: '1' } },
    ])
      expect(read(bad), JSON.stringify(bad)).toBeUndefined();
    put(join(folder, 'memory.json'), '{');
    expect(memory.readState()).toBeUndefined();
    put(join(root, 'file'), '');
    expect(openMemoryFile(join(root, 'file'), own).write('x')).toBeUndefined();
  });
});

describe('faults of hooks', () => {
  const faults = () =>
    readFileSync(join(folder, 'faults.ndjson'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const fault = (more: object = {}, at = noon) =>
    recordFault(folder, { host: 'codex', event: 'Stop', message: 'no disk', ...more }, at);
  const later = (ms: number) => new Date(noon.getTime() + ms);

  it('are written once an hour each', () => {
    fault();
    fault({}, later(3_599_999));
    expect(faults()).toEqual([
      { time: noon.toISOString(), host: 'codex', event: 'Stop', message: 'no disk' },
    ]);
    fault({}, later(3_600_000));
    fault({ host: 'gemini' });
    fault({ event: 'PreCompact' });
    fault({ message: 'other' });
    expect(faults()).toHaveLength(5);
  });

  it('hold no secret, no name from outside, and no long text', () => {
    fault({ message: `${token} ${'x'.repeat(600)}` });
    fault({ event: 'no event!', message: 'bad event no event! here' });
    fault({ host: '../x', event: '' });
    fault({ event: 'A'.repeat(60) });
    fault({ event: 'A'.repeat(61) });
    const [long, ...others] = faults();
    expect(long.message).toHaveLength(500);
    expect(long.message).toMatch(/^\[redacted:github-token\] x/);
    expect(others.map(({ host, event, message }) => [host, event, message])).toEqual([
      ['codex', 'unknown', 'bad event unknown here'],
      ['unknown', '', 'no disk'],
      ['codex', 'A'.repeat(60), 'no disk'],
      ['codex', 'unknown', 'no disk'],
    ]);
  });

  it('are no more where the file is full or damaged, and never throw', () => {
    put(join(folder, 'faults.ndjson'), `x\n${'y'.repeat(200)}\n`);
    fault();
    expect(readFileSync(join(folder, 'faults.ndjson'), 'utf8')).toContain('no disk');
    const full = 'x'.repeat(256 * 1024 + 1);
    put(join(folder, 'faults.ndjson'), full);
    fault();
    expect(readFileSync(join(folder, 'faults.ndjson'), 'utf8')).toBe(full);
    put(join(root, 'file'), '');
    expect(() =>
      recordFault(join(root, 'file'), { host: 'h', event: 'e', message: 'm' }, noon),
    ).not.toThrow();
  });
});

describe('handoffs', () => {
  const id = 'h0123456789abcdef';
  const record = {
    v: 1,
    id,
    at: 'T',
    to: 'codex',
    project: '/w',
    length: 1,
    files: [],
    missing: [],
    questions: [],
    plans: 0,
  } as const;

  it('are taken once, by whoever comes first', () => {
    const handoffs = openHandoffs(folder);
    expect([handoffs.read(id), handoffs.text(id), handoffs.takenBy(id)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    handoffs.write({ ...record, files: [], missing: [], questions: [] }, 'the text');
    expect(handoffs.read(id)).toEqual(record);
    expect(handoffs.text(id)).toBe('the text');
    const [one, other] = ['s1', 's2'].map((session) => ({ host: 'codex', session }));
    expect(handoffs.take(id, one!)).toEqual(one);
    expect(handoffs.take(id, other!)).toEqual(one);
    expect(handoffs.takenBy(id)).toEqual(one);
  });

  it('lie nowhere but in their folder, and say where they cannot be written', () => {
    const handoffs = openHandoffs(folder);
    for (const odd of ['../../x', 'h1', '']) {
      expect([
        handoffs.read(odd),
        handoffs.text(odd),
        handoffs.take(odd, { host: 'h', session: 's' }),
      ]).toEqual([undefined, undefined, undefined]);
    }
    const write = (handoff: object, at: string) => () =>
      openHandoffs(at).write(handoff as never, 'x');
    expect(write({ ...record, id: '../x' }, folder)).toThrow('The handoff cannot be written to ');
    put(join(root, 'file'), '');
    expect(write(record, join(root, 'file'))).toThrow(
      expect.objectContaining({
        code: 'unwritable',
        message: `The handoff cannot be written to ${join(root, 'file')}/handoffs.`,
        hint: 'Make the folder writable, or free space on its disk.',
      }),
    );
  });
});

describe('files that launchers look at', () => {
  const there = (...names: string[]) => existsSync(join(folder, ...names));

  it('say what of a session has nothing to tell', () => {
    expect(setQuiet(folder, 's', 'none')).toBe(false);
    expect(setQuiet(folder, 's', 'ends')).toBe(true);
    expect(setQuiet(folder, 's', 'ends')).toBe(false);
    expect([there('quiet', 's'), there('quiet-ends', 's')]).toEqual([false, true]);
    expect(setQuiet(folder, 's', 'all')).toBe(true);
    expect([there('quiet', 's'), there('quiet-ends', 's')]).toEqual([true, true]);
    setQuiet(folder, 't', 'all');
    endQuiet(folder);
    expect(['s', 't'].map((name) => there('quiet', name) || there('quiet-ends', name))).toEqual([
      false,
      false,
    ]);
  });

  it('say why tool events are needed, and which', () => {
    const beforeAlone = () => existsSync(watchBeforePath(folder, 's'));
    setQuiet(folder, 's', 'all');
    setWatch(folder, 's', ['recovery', guardReason]);
    expect([isWatched(folder, 's'), beforeAlone(), there('quiet', 's')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(watchReasonsOf(folder, 's')).toEqual(['recovery', guardReason]);
    setWatch(folder, 's', [guardReason]);
    expect([isWatched(folder, 's'), beforeAlone()]).toEqual([true, true]);
    setWatch(folder, 's', ['recovery']);
    expect([isWatched(folder, 's'), beforeAlone(), there('watch-before')]).toEqual([
      true,
      false,
      false,
    ]);
    setWatch(folder, 's', [guardReason]);
    setWatch(folder, 's', []);
    expect([isWatched(folder, 's'), beforeAlone(), there('watch')]).toEqual([false, false, false]);
    expect(watchReasonsOf(folder, 's')).toEqual([]);
  });

  it('go where nobody touched them for long', () => {
    setWatch(folder, 'old', [guardReason]);
    setQuiet(folder, 'old', 'all');
    const line = put(statusLinePath(folder, 'old'), '');
    const all = ['watch', 'watch-before', 'quiet', 'quiet-ends'].map((name) =>
      join(folder, name, 'old'),
    );
    for (const path of [...all, line]) utimesSync(path, noon, noon);
    dropStaleWatches(folder, noon.getTime() + 1_000, 1_000);
    expect([...all, line].every((path) => existsSync(path))).toBe(true);
    dropStaleWatches(folder, noon.getTime() + 1_001, 1_000);
    expect([...all, line].some((path) => existsSync(path))).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('say how full the context is', () => {
    const told = (text: string) => {
      put(`${statusLinePath(folder, 's')}.full`, text);
      return toldFullness(folder, 's')?.percent;
    };
    expect(toldFullness(folder, 's')).toBeUndefined();
    expect(['80', '80\n', '100'].map(told)).toEqual([80, 80, 100]);
    expect(['', 'x80', '80x', '1000', '8 0'].map(told)).toEqual(Array(5).fill(undefined));
    told('80');
    utimesSync(`${statusLinePath(folder, 's')}.full`, noon, noon);
    expect(toldFullness(folder, 's')).toEqual({ percent: 80, atMs: noon.getTime() });
    const near = (line: string) => {
      put(statusLinePath(folder, 's'), line);
      return isNearByFile(folder, 's');
    };
    expect(['x\n80', 'x\n79\ny', 'x\n81', 'x', 'x\nsoon', 'x\n7x'].map(near)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(isNearByFile(folder, 'other')).toBe(false);
    expect(showsStatusLine(folder)).toBe(false);
    put(statusLineScript(folder), '');
    expect(showsStatusLine(folder)).toBe(true);
  });
});

describe('mail of sessions and workers', () => {
  const key = { host: 'h', session: 's' };
  const notice = { task: 't', status: 'completed', summary: 'Done.', at: '2026-01-02' } as const;
  const message = { from: 'user', text: 'Stop.', at: '2026-01-01' };

  it('has tool events heard from then on', () => {
    expect([hasMail(folder, key, undefined), hasWorkers(folder)]).toEqual([false, false]);
    expect(postNotice(folder, key, 'n', notice)).toBe(true);
    expect(watchReasonsOf(folder, 's')).toEqual(['notice waiting (main session)']);
    setWatch(folder, 's', ['recovery']);
    postNotice(folder, key, 'm', notice);
    expect(watchReasonsOf(folder, 's')).toEqual(['recovery']);
    setWatch(folder, 's', [guardReason]);
    postNotice(folder, key, 'o', notice);
    expect(watchReasonsOf(folder, 's')).toEqual([guardReason, 'notice waiting (main session)']);
    put(join(root, 'file'), '');
    expect(postNotice(join(root, 'file'), key, 'n', notice)).toBe(false);
    expect(postMessage(join(root, 'file'), 'w', 'n', message)).toBe(false);
  });

  it('comes oldest first, and what is damaged comes without its text', () => {
    for (const [name, at] of [
      ['a', '2026-01-03'],
      ['b', '2026-01-01'],
      ['c', '2026-01-02'],
    ] as const)
      postNotice(folder, key, name, { ...notice, at });
    const place = join(folder, 'notices', 'h', 's');
    const bad: [string, unknown][] = [
      ['d', null],
      ['e', { ...notice, status: 'fine' }],
      ['f', { ...notice, task: 1 }],
      ['g', { ...notice, summary: undefined }],
      ['h', { ...notice, at: 1 }],
      ['i', { ...notice, result: 1 }],
    ];
    for (const [name, value] of bad) put(join(place, `${name}.json`), JSON.stringify(value));
    put(join(place, 'j.json'), '{');
    put(join(place, 'k.tmp'), '{}');
    const found = openMail(folder, key).notices();
    expect(found.filter(({ value }) => value === undefined)).toHaveLength(7);
    expect(found.flatMap(({ value }) => value?.at ?? [])).toEqual([
      '2026-01-01',
      '2026-01-02',
      '2026-01-03',
    ]);
    expect(found.slice(0, 7).every(({ value }) => value === undefined)).toBe(true);
    for (const status of ['failed', 'killed'] as const)
      postNotice(folder, key, status, { ...notice, status, result: 'x' });
    expect(
      openMail(folder, key)
        .notices()
        .filter(({ value }) => value?.result === 'x'),
    ).toHaveLength(2);
    postMessage(folder, 'w', 'm', message);
    for (const name of ['from', 'text', 'at'])
      put(
        join(folder, 'workers', 'w', 'inbox', `${name}.json`),
        JSON.stringify({ ...message, [name]: 1 }),
      );
    expect(
      openMail(folder, key)
        .messages('w')
        .flatMap(({ value }) => value ?? []),
    ).toEqual([message]);
    expect([hasMail(folder, { ...key, session: 'none' }, 'w'), hasWorkers(folder)]).toEqual([
      true,
      true,
    ]);
    expect(hasMail(folder, { ...key, session: 'none' }, undefined)).toBe(false);
  });

  it('lists the workers that a session started, oldest first', () => {
    const launch = (
      name: string,
      launched: string,
      handler: object | undefined = key,
      state?: object,
    ) => {
      put(
        join(folder, 'workers', name, 'launch.json'),
        JSON.stringify({ ticketId: `t-${name}`, host: 'codex', launched, handler }),
      );
      if (state) put(join(folder, 'workers', name, 'state.json'), JSON.stringify(state));
    };
    launch('w1', '2026-01-02', key, { status: 'running' });
    launch('w2', '2026-01-01');
    launch('w3', '2026-01-01', { ...key, session: 'other' });
    launch('w4', '2026-01-01', { ...key, host: 'other' });
    put(join(folder, 'workers', 'w5', 'launch.json'), 'x');
    put(
      join(folder, 'workers', 'w6', 'launch.json'),
      JSON.stringify({ handler: key, ticketId: 1 }),
    );
    expect(openMail(folder, key).workers()).toEqual([
      { worker: 'w2', ticket: 't-w2', host: 'codex', status: 'unknown' },
      { worker: 'w1', ticket: 't-w1', host: 'codex', status: 'running' },
      { worker: 'w6', ticket: 'unknown', host: 'unknown', status: 'unknown' },
    ]);
  });
});
