import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { forgetString } from '../../src/app/care/forget.ts';
import { fingerprint } from '../../src/core/hash.ts';
import type { EntryBody } from '../../src/core/recovery/entry.ts';
import { foldEntries } from '../../src/core/recovery/session-state.ts';
import { stateVersion } from '../../src/core/recovery/state-version.ts';
import { appendJournal, journalPath, readJournal, sealEntry } from '../../src/journal/journal.ts';
import { readSession } from '../../src/journal/session-reading.ts';
import { clock } from '../../src/platform/clock.ts';
import { disk } from '../../src/platform/disk.ts';
import { statePaths } from '../../src/platform/paths.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-checkpoint-'));
});
afterEach(() => removeFolder(folder));

const checkpoint = (): string => join(folder, 'state.json');
const recovery = 'c1-aaaaaa';

/** Entries of every kind, of the session and of a subagent with an odd name. */
function entries(mark: string): [EntryBody, string | undefined][] {
  const cursor = { offset: 1 };
  const file = { path: `/p/${mark}`, role: 'plan', hash: 'h' };
  const bodies: EntryBody[] = [
    { kind: 'session', source: 'startup', cwd: '/p', record: '/r', project: '/p' },
    { kind: 'snapshot', hash: mark, cursor, state: { facts: [mark] } },
    { kind: 'snapshot.same', hash: mark },
    { kind: 'expected', trigger: 'auto', tail: '1', length: 9 },
    {
      kind: 'armed',
      recovery,
      by: 'session-start',
      trigger: 'auto',
      tail: '1',
      midTurn: true,
      task: true,
      planMode: true,
      worktree: '/w',
      calls: 3,
      rapid: 1,
      cursor,
    },
    { kind: 'boundary', recovery, boundary: 'B1' },
    { kind: 'after-event', recovery },
    { kind: 'obligations', recovery, files: [file, { ...file, path: '/q' }], missing: ['/gone'] },
    {
      kind: 'brief',
      recovery,
      via: 'prompt',
      text: mark,
      stub: false,
      inlined: ['/q'],
      sent: { length: 1, hash: 'x' },
    },
    { kind: 'delivered', recovery, proof: 'x', brief: 0 },
    { kind: 'warned', recovery },
    { kind: 'call', recovery, id: 'toolu_1' },
    { kind: 'shown', recovery, path: file.path, hash: 'h', ranges: [[1, 4]], how: 'tool result' },
    { kind: 'read', recovery, path: file.path, hash: 'h', how: 'read' },
    { kind: 'denied', recovery, id: 'toolu_2', tool: 'Edit' },
    { kind: 'turn', recovery },
    { kind: 'escalated', recovery, id: 'toolu_3' },
    { kind: 'continued', recovery },
    { kind: 'loss', recovery, items: 2, text: 'lost' },
    { kind: 'loss.sent', recovery, via: 'tool result' },
    { kind: 'thrash', recovery, count: 2 },
    { kind: 'near', full: 86 },
    { kind: 'prompt', key: mark },
    { kind: 'pointer', what: mark },
    { kind: 'note', text: mark, note: 'next', by: 'person' },
    { kind: 'rule', rule: '0123abcd', choice: 'drop' },
    { kind: 'task', path: '/p/PLAN.md', confidence: 'high', method: 'explicit', reason: 'set' },
    { kind: 'git', branch: 'main', head: 'abc', changed: [' M a'], unpushed: 1 },
    { kind: 'undelivered', recovery },
    { kind: 'met', recovery },
    { kind: 'released', recovery, why: 'person' },
    { kind: 'ended', reason: 'other' },
  ];
  return [undefined, '__proto__'].flatMap((agent) =>
    bodies.map((body): [EntryBody, string | undefined] => [body, agent]),
  );
}

function append(mark: string): void {
  const at = '2026-01-01T00:00:00.000Z';
  appendJournal(
    folder,
    entries(mark).map(([body, agent]) => sealEntry(body, at, agent)),
  );
}

/** Makes the journal long, by entries that leave little behind. */
function lengthen(megabytes = 1.2): void {
  const line = `${JSON.stringify(sealEntry({ kind: 'prompt', key: 'k'.repeat(200) }, 'at', undefined))}\n`;
  appendFileSync(journalPath(folder), line.repeat(Math.ceil((megabytes * 1048576) / line.length)));
}

/** Overwrites the beginning of the journal in place, so that only who reads it anew finds something else. */
function spoilBeginning(): void {
  const file = openSync(journalPath(folder), 'r+');
  writeSync(file, 'x'.repeat(2000), 0);
}

const plain = (state: object): unknown => JSON.parse(JSON.stringify(state));
const whole = (): unknown => plain(foldEntries(readJournal(folder).entries));
const read = (): unknown => plain(readSession(folder).state());

describe('a long journal', () => {
  it('comes to the same as when it is read whole, with a checkpoint and without', () => {
    append('one');
    lengthen();
    expect(read()).toEqual(whole());
    expect(existsSync(checkpoint())).toBe(true);
    append('two');
    expect(read()).toEqual(whole());
    lengthen();
    append('three');
    expect(read()).toEqual(whole());
    const odd = Object.entries(readSession(folder).state().agents).find(
      ([id]) => id === '__proto__',
    );
    expect(odd?.[1].recoveries).toHaveLength(3);
  });

  it('is folded from its beginning once and not again', () => {
    append('one');
    lengthen();
    const before = read();
    spoilBeginning();
    expect(read()).toEqual(before);
    expect(whole()).not.toEqual(before);
    // A short one has no checkpoint at all.
    truncateSync(journalPath(folder), 0);
    append('one');
    expect(read()).toEqual(whole());
  });

  it('gives each who asks a state of its own', () => {
    append('one');
    lengthen();
    const reading = readSession(folder);
    reading.state().notes.length = 0;
    expect(reading.state().notes).toHaveLength(2);
  });

  it('keeps counting lines that are not understood', () => {
    append('one');
    appendFileSync(journalPath(folder), 'torn\n{"v":2}\n');
    lengthen();
    expect(readSession(folder).skipped).toBe(2);
    appendFileSync(journalPath(folder), 'torn');
    expect(readSession(folder).skipped).toBe(3);
    append('two');
    expect(readSession(folder).skipped).toBe(3);
    expect(read()).toEqual(whole());
  });

  it('has lines longer than what is read at once', () => {
    const state = { text: 'x'.repeat(40_000_000) };
    const body: EntryBody = { kind: 'snapshot', hash: 'h', cursor: {}, state };
    appendJournal(folder, [sealEntry(body, 'at', undefined)]);
    append('one');
    expect(read()).toEqual(whole());
  });

  it.each<[string, () => void]>([
    ['was cut', () => truncateSync(journalPath(folder), 1_100_000)],
    [
      'was written anew',
      () => {
        const text = readFileSync(journalPath(folder), 'utf8').replaceAll('"one"', '"two"');
        writeFileSync(`${journalPath(folder)}.new`, text);
        renameSync(`${journalPath(folder)}.new`, journalPath(folder));
      },
    ],
    ['has a checkpoint that was cut', () => truncateSync(checkpoint(), 300)],
    ['has a checkpoint with another state', () => replaceIn(checkpoint(), '"one"', '"two"')],
    [
      'has a checkpoint of another version',
      () => replaceIn(checkpoint(), `"version":${stateVersion}`, '"version":0'),
    ],
    ['has a checkpoint that is no JSON', () => writeFileSync(checkpoint(), 'null\n{}\n')],
  ])('that %s is folded anew', (_, change) => {
    append('one');
    lengthen();
    read();
    change();
    expect(read()).toEqual(whole());
  });

  function replaceIn(path: string, from: string, to: string): void {
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(from);
    writeFileSync(path, text.replaceAll(from, to));
  }

  it('holds nothing any more that was forgotten', () => {
    const home = join(folder, 'home');
    const session = join(home, 'sessions', 'host', 's');
    folder = session;
    append('a-leaked-word');
    lengthen();
    read();
    forgetString({ disk, clock, paths: statePaths(home) }, 'a-leaked-word', false);
    expect(JSON.stringify(read())).toContain('[forgotten]');
    expect(readFileSync(checkpoint(), 'utf8')).not.toContain('a-leaked-word');
    expect(read()).toEqual(whole());
    folder = join(home, '..');
  });
});

it('the version of a kept state changes with what is kept', () => {
  append('one');
  const made = fingerprint(JSON.stringify(readSession(folder).state()));
  // When this fails, raise stateVersion by one and put the new pair here.
  expect([stateVersion, made]).toEqual([10, '42f8e4ae0599e']);
});
