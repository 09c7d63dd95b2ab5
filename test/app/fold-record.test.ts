import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { foldRecord } from '../../src/app/fold-record.ts';
import type { RecordSource } from '../../src/app/ports.ts';
import { readRecord } from '../../src/app/read-record.ts';
import type { StoredCursor } from '../../src/core/recovery/entry.ts';
import { type FoldState, newFold, snapshotOf } from '../../src/core/snapshot/fold.ts';
import { geminiReader } from '../../src/hosts/gemini/transcript.ts';
import { recordFiles } from '../../src/platform/record-file.ts';
import { values } from '../core/snapshot/build.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-fold-'));
  path = join(folder, 'record.jsonl');
});
afterEach(() => removeFolder(folder));

const user = (id: string, text: string) =>
  `${JSON.stringify({ id, type: 'user', timestamp: '2026-01-01T00:00:01Z', content: [{ text }] })}\n`;

let readings = 0;
const records: RecordSource = (file, reader, cursor, onItem) => {
  readings += 1;
  return readRecord(recordFiles, file, reader, cursor, onItem);
};

/** Folds what is new; the state goes through JSON as it does on disk. */
function follow(known?: { cursor: StoredCursor; state: FoldState }) {
  readings = 0;
  const begin = () => ({
    cursor: known?.cursor,
    state: known ? (JSON.parse(JSON.stringify(known.state)) as FoldState) : newFold(),
  });
  const { read, state } = foldRecord(
    records,
    path,
    () => geminiReader(),
    begin,
    () => {},
  )!;
  const rules = values(snapshotOf(state), 'prohibition');
  return { cursor: read.cursor, state, rules, readings };
}

describe('the fold of a record in which turns are taken back', () => {
  it('is made anew once, whenever the rows of that are read, and then goes on', () => {
    writeFileSync(path, user('a', 'Never push to main.') + user('b', 'Never touch Postgres.'));
    const first = follow();
    expect(first.rules).toEqual(['Never push to main.', 'Never touch Postgres.']);
    appendFileSync(path, `{"$rewindTo":"b"}\n${user('c', 'Never use tabs.')}`);
    const second = follow(first);
    expect(second.rules).toEqual(['Never push to main.', 'Never use tabs.']);
    expect(second.readings).toBe(2);
    appendFileSync(path, user('d', 'Never delete logs.'));
    const third = follow(second);
    expect(third.rules).toEqual(['Never push to main.', 'Never use tabs.', 'Never delete logs.']);
    expect(third.readings).toBe(1);
    expect(third.rules).toEqual(follow().rules);
  });

  it('knows a row that the reading before handed on no more by reading all of it', () => {
    const many = Array.from({ length: 100 }, (_, at) => user(`n${at}`, `Look at ${at}.`)).join('');
    writeFileSync(path, user('a', 'Never push to main.') + user('b', 'Never touch it.') + many);
    const first = follow();
    appendFileSync(path, '{"$rewindTo":"b"}\n');
    const second = follow(first);
    expect(second.rules).toEqual(['Never push to main.']);
    expect(second.readings).toBe(3);
  });

  it('takes places of another file for none of its own', () => {
    writeFileSync(path, user('a', 'Never push to main.') + user('b', 'Never touch Postgres.'));
    appendFileSync(path, `{"$rewindTo":"b"}\n${user('c', 'Go on.')}`);
    const first = follow();
    rmSync(path);
    const text = `Never touch gen.txt. It lies in ${'a/long/folder/'.repeat(13)}gen.txt.`;
    writeFileSync(path, user('x', 'Look.') + user('y', text) + user('z', 'Never stop.'));
    const second = follow(first);
    expect(second.rules).toEqual(['Never push to main.', text, 'Never stop.']);
  });
});
