import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { type Forgotten, forgottenFrom, linesOf } from '../../../src/app/recall/forgotten.ts';
import { itemsHolding } from '../../../src/app/recall/items-holding.ts';
import type { RecallIndex } from '../../../src/app/recall/ports.ts';
import { search } from '../../../src/app/recall/search.ts';
import { updateIndex } from '../../../src/app/recall/update-index.ts';
import type { RecordDisk } from '../../../src/app/records/ports.ts';
import { parseQuery } from '../../../src/core/search/query.ts';
import { recordStores } from '../../../src/hosts/record-registry.ts';
import { openIndex } from '../../../src/index-db/open.ts';
import { recordDisk } from '../../../src/platform/record-disk.ts';
import { sessionText } from '../audit/record-kit.ts';
import { makeDatabase, openForWriting } from '../records/database-kit.ts';

let folder: string;
let index: RecallIndex;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-update-'));
  mkdirSync(join(folder, 'records'));
  ({ index } = openIndex(join(folder, 'state', 'index.db'), 's'));
});
afterEach(() => {
  index.close();
  removeFolder(folder);
});

const nothing: Forgotten = { sessions: new Set(), items: new Set(), texts: new Set() };
const place = (name: string) => join(folder, 'records', name);
const roots = () => [{ path: join(folder, 'records'), stores: recordStores, named: true }];

function put(name: string, said: string[], session = name): string {
  const path = place(`${name}.jsonl`);
  writeFileSync(path, sessionText({ session, said }));
  return path;
}

/** A further row of the session, as its client would append it. */
function row(session: string, number: number, text: string): string {
  const said = Array.from({ length: number }, () => text);
  return `${sessionText({ session, said }).split('\n')[number - 1]}\n`;
}

/** Brings the index up to date; the bytes of records that were read, and what was met. */
function update(forgotten = nothing): { read: number; problems: string[]; stopped?: string } {
  let read = 0;
  const disk: RecordDisk = {
    ...recordDisk,
    open(path) {
      const file = recordDisk.open(path);
      return (
        file && {
          ...file,
          lines: (from, onLine) =>
            file.lines(from, (bytes, at, ended) => {
              read += bytes.length;
              onLine(bytes, at, ended);
            }),
        }
      );
    },
  };
  const done = updateIndex(disk, index, { roots: roots(), patterns: [], forgotten });
  return { read, problems: done.problems.map(({ kind }) => kind), stopped: done.stopped };
}

function found(...words: string[]): string[] {
  const { hits } = search(index, { query: parseQuery(words), limit: 50 });
  return hits.map(({ item }) => item.head).sort();
}

describe('bringing the index up to date', () => {
  it('reads a record once, and then only what was added to it', () => {
    const path = put('a', ['one yak', 'two emus']);
    // All but the ends of its two lines.
    expect(update().read).toBe(statSync(path).size - 2);
    expect(update().read).toBe(0);
    const added = row('a', 3, 'three emus');
    appendFileSync(path, added);
    expect(update().read).toBe(added.length - 1);
    expect(found('emus')).toEqual(['three emus', 'two emus']);
    expect(index.records().map(({ items, whole }) => [items, whole])).toEqual([[3, true]]);
  });

  it('does not open a file that looks as it did, and one that no host wrote only once', () => {
    put('a', ['one yak']);
    writeFileSync(place('foreign.jsonl'), '{"no":"record"}\n');
    expect(update().problems).toEqual(['foreign']);
    const opened: string[] = [];
    const disk: RecordDisk = {
      ...recordDisk,
      open(path) {
        opened.push(path);
        return recordDisk.open(path);
      },
      head(path, length) {
        opened.push(path);
        return recordDisk.head(path, length);
      },
    };
    updateIndex(disk, index, { roots: roots(), patterns: [], forgotten: nothing });
    expect(opened).toEqual([]);
  });

  it.each<[string, (path: string) => void]>([
    [
      'was rewritten',
      (path) => writeFileSync(path, sessionText({ session: 'a', said: ['new okapi'] })),
    ],
    [
      'was replaced by another one',
      (path) => {
        writeFileSync(`${path}.new`, sessionText({ session: 'a', said: ['new okapi', 'more'] }));
        renameSync(`${path}.new`, path);
      },
    ],
    [
      'shrank and grew again',
      (path) => {
        truncateSync(path, 0);
        appendFileSync(path, sessionText({ session: 'a', said: ['new okapi', 'x', 'y', 'z'] }));
      },
    ],
  ])('reads a record that %s from its start', (_what, change) => {
    const path = put('a', ['one yak', 'two emus']);
    update();
    change(path);
    utimesSync(path, 1_800_000_000, 1_800_000_000);
    update();
    expect([found('yak'), found('emus'), found('okapi')]).toEqual([[], [], ['new okapi']]);
    expect(index.records()).toHaveLength(1);
  });

  it('leaves a half-written last line for the next time', () => {
    const path = put('a', ['one yak']);
    const added = row('a', 2, 'two emus');
    appendFileSync(path, added.slice(0, 60));
    update();
    expect(found('emus')).toEqual([]);
    appendFileSync(path, added.slice(60));
    update();
    expect(found('emus')).toEqual(['two emus']);
  });

  it('drops what it took in of a record that was removed since, and takes it in again when it is back', () => {
    rmSync(put('a', ['one yak']));
    put('b', ['another yak']);
    const kept = put('c', ['a third yak']);
    update();
    rmSync(place('b.jsonl'));
    update();
    expect(found('yak')).toEqual(['a third yak']);
    expect(index.paths()).toEqual([kept]);
    put('b', ['another yak']);
    update();
    expect(found('yak')).toEqual(['a third yak', 'another yak']);
  });

  it('keeps what it took in of a folder that cannot be looked into now', () => {
    put('a', ['one yak']);
    update();
    const closed: RecordDisk = {
      ...recordDisk,
      exists: () => false,
      // biome-ignore lint/correctness/useYield: a folder that refuses gives no entry.
      *entries() {
        return 'unreadable';
      },
    };
    updateIndex(closed, index, { roots: roots(), patterns: [], forgotten: nothing });
    expect(found('yak')).toEqual(['one yak']);
  });

  it('drops a conversation that was removed from its database', () => {
    const path = place('opencode.db');
    makeDatabase(path);
    update();
    const before = index.records().length;
    expect(before).toBeGreaterThan(0);
    const database = openForWriting(path);
    database.exec('delete from part; delete from message; delete from session');
    database.close();
    utimesSync(path, 1_900_000_000, 1_900_000_000);
    update();
    expect(index.records()).toEqual([]);
  });

  it('keeps two files apart that have the same name and session', () => {
    mkdirSync(place('x'));
    put('a', ['one yak']);
    writeFileSync(place('x/a.jsonl'), sessionText({ session: 'a', said: ['a copied yak'] }));
    update();
    update();
    expect(found('yak')).toEqual(['a copied yak', 'one yak']);
  });

  it('knows a record again that was moved', () => {
    const path = put('a', ['one yak']);
    update();
    const [before] = index.records();
    mkdirSync(place('x'));
    renameSync(path, place('x/a.jsonl'));
    update();
    expect(index.records().map(({ key, path: now }) => [key, now])).toEqual([
      [before!.key, place('x/a.jsonl')],
    ]);
    expect(found('yak')).toEqual(['one yak']);
  });

  it('reads of a database only the conversations that changed', () => {
    const path = place('opencode.db');
    makeDatabase(path);
    update();
    const [session] = index.records();
    expect(session!.items).toBeGreaterThan(3);
    const versions = () => index.records().map(({ version }) => version);
    const before = versions();
    utimesSync(path, 1_800_000_000, 1_800_000_000);
    update();
    expect(versions()).toEqual(before);
    const database = openForWriting(path);
    database.exec('update session set time_updated = time_updated + 1');
    database.close();
    update();
    expect(versions()).toEqual(before.map((version) => version + 1));
    expect(index.records().map(({ items }) => items)).toEqual([session!.items]);
  });

  it('says what it cannot read, and reads it when it can', () => {
    put('a', ['one yak']);
    const path = place('opencode.db');
    writeFileSync(path, `SQLite format 3\0${'x'.repeat(4000)}`);
    expect(update().problems).toEqual(['damaged']);
    rmSync(path);
    makeDatabase(path);
    expect(update().problems).toEqual([]);
    expect(index.records()).toHaveLength(2);
  });

  it.runIf(process.geteuid?.() !== 0)('reads a file that could not be read before', () => {
    const path = put('a', ['one yak']);
    chmodSync(path, 0);
    expect(update().problems).toEqual(['unreadable']);
    chmodSync(path, 0o600);
    update();
    expect(found('yak')).toEqual(['one yak']);
  });

  it('leaves out what was there already when a person pruned', () => {
    put('a', ['an old yak']);
    utimesSync(place('a.jsonl'), 1_000_000_000, 1_000_000_000);
    index.write((writer) => writer.putPrunedBefore(1_100_000_000_000));
    put('b', ['a new yak']);
    update();
    expect(found('yak')).toEqual(['a new yak']);
    appendFileSync(place('a.jsonl'), row('a', 2, 'the old yak goes on'));
    update();
    expect(found('yak')).toEqual(['a new yak', 'an old yak', 'the old yak goes on']);
  });

  it('leaves out what was forgotten, and nothing else', () => {
    put('a', ['one yak', 'the leaked yak', 'three emus']);
    put('b', ['a yak of another session']);
    const { handles, count } = itemsHolding(recordDisk, roots(), 'leaked', []);
    expect(count).toBe(1);
    const sessions = new Set(['claude-code/b']);
    const text = linesOf({ sessions, items: handles, texts: new Set() }).join('\n');
    update(forgottenFrom(`${text}\nno JSON\n{"v":9}\n`));
    expect([found('yak'), found('emus')]).toEqual([['one yak'], ['three emus']]);
  });

  it('leaves out what was forgotten in a copy of the record too, under another name and at another place', () => {
    const long = `The leaked yak was here. ${'x'.repeat(60_000)} It stood there, and then it went.`;
    const said = ['one yak', 'We spoke of the leaked yak yesterday.', long];
    put('a', said);
    const { handles, texts } = itemsHolding(recordDisk, roots(), 'leaked', []);
    expect([handles.size, texts.size]).toEqual([4, 2]);
    const lines = linesOf({ sessions: new Set(), items: handles, texts }).join('\n');
    put('copy', ['a row before', ...said], 'a');
    put('fork', said, 'another');
    update(forgottenFrom(lines));
    expect(found('yak')).toEqual(['one yak']);
    expect(found('leaked')).toEqual([]);
    expect(found('row before')).toEqual(['a row before']);
  });

  it('keeps no fingerprint of a text that is hardly more than what was forgotten', () => {
    put('a', ['it is hunter-zebra-4711 now']);
    const { handles, texts } = itemsHolding(recordDisk, roots(), 'hunter-zebra-4711', []);
    expect([handles.size, texts.size]).toEqual([2, 0]);
  });

  it('says how much is left where it had to stop', () => {
    put('a', ['one yak']);
    put('b', ['two yaks']);
    const full: RecallIndex = { ...index, write: () => 'full' };
    const { stopped, left } = updateIndex(recordDisk, full, {
      roots: roots(),
      patterns: [],
      forgotten: nothing,
    });
    expect(stopped).toBe('full');
    const bytes = statSync(place('a.jsonl')).size + statSync(place('b.jsonl')).size;
    expect(left).toEqual({ files: 2, bytes });
  });

  it('tells how far it is', () => {
    put('a', ['one yak']);
    put('b', ['two emus']);
    const steps: number[][] = [];
    updateIndex(recordDisk, index, {
      roots: roots(),
      patterns: [],
      forgotten: nothing,
      onStep: ({ files, filesDone, bytes, bytesDone }) =>
        steps.push([files, filesDone, bytesDone / bytes]),
    });
    expect([steps[0], steps.at(-1)]).toEqual([
      [2, 0, 0],
      [2, 2, 1],
    ]);
  });

  it('stops where another process is writing, and goes on the next time', () => {
    put('a', ['one yak']);
    const owner = openForWriting(join(folder, 'state', 'index.db'));
    owner.exec('begin immediate');
    expect(update().stopped).toBe('busy');
    owner.exec('rollback');
    owner.close();
    expect(update().stopped).toBeUndefined();
    expect(found('yak')).toEqual(['one yak']);
  });

  it.each([
    ['for the first time', false],
    ['from where it ended', true],
  ])(
    'takes a record in once, although another process did so while it was read %s',
    (_how, again) => {
      const path = put('a', again ? ['one okapi'] : ['one okapi', 'one yak']);
      if (again) {
        update();
        appendFileSync(path, row('a', 2, 'one yak'));
      }
      const other = openIndex(join(folder, 'state', 'index.db'), 's').index;
      let raced = false;
      const disk: RecordDisk = {
        ...recordDisk,
        open(path) {
          if (!raced) {
            raced = true;
            updateIndex(recordDisk, other, { roots: roots(), patterns: [], forgotten: nothing });
          }
          return recordDisk.open(path);
        },
      };
      updateIndex(disk, index, { roots: roots(), patterns: [], forgotten: nothing });
      other.close();
      expect(raced).toBe(true);
      const { hits } = search(index, { query: parseQuery(['yak']), limit: 9 });
      expect(hits.map(({ count }) => count)).toEqual([1]);
      expect(index.records().map(({ items }) => items)).toEqual([2]);
    },
  );
});
