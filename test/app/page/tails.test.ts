import { appendFileSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { sessionPage, sessionTail } from '../../../src/app/page/session-page.ts';
import { type ReadOn, Tails } from '../../../src/app/page/tails.ts';
import type { RecordRef } from '../../../src/app/records/find.ts';
import { recordStores } from '../../../src/hosts/record-registry.ts';
import { recordDisk } from '../../../src/platform/record-disk.ts';
import { madeRows } from '../../page/sample.ts';

let folder: string;
let path: string;
let ref: RecordRef;
const made = { id: 's', cwd: '/code/p' };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-tail-'));
  path = join(folder, 's.jsonl');
  writeFileSync(path, madeRows({ ...made, said: ['First.'] }));
  const store = recordStores.find(({ host }) => host === 'claude-code')!;
  ref = { session: 's', store, path, size: statSync(path).size, modifiedMs: 0 };
});
afterEach(() => removeFolder(folder));

const row = { key: 'k', host: 'claude-code', client: 'c', changedMs: 0, bytes: 0, hooked: false };
const whole = () =>
  sessionPage({
    disk: recordDisk,
    row,
    ref,
    state: undefined,
    limits: { whole: 9_000, head: 1_900 },
    memory: undefined,
  });
const readOn: ReadOn = (cursor) => sessionTail(recordDisk, ref, cursor);
const add = (...said: string[]) =>
  appendFileSync(path, madeRows({ ...made, id: said.join(), said }));
const prompts = (events: { kind: string; text: string }[]) =>
  events.filter(({ kind }) => kind === 'prompt').map(({ text }) => text);

it('tells pages that saw different parts of a transcript what is new to each', () => {
  const { page, cursor } = whole();
  const tails = new Tails();
  expect(tails.after('k', page.readTo!, undefined, readOn)).toBeUndefined();
  add('Second.');
  const first = tails.after('k', page.readTo!, cursor, readOn)!;
  expect(prompts(first.events)).toEqual(['Second.']);
  add('Third.');
  expect(prompts(tails.after('k', first.readTo, undefined, readOn)!.events)).toEqual(['Third.']);
  const late = tails.after('k', page.readTo!, undefined, readOn)!;
  expect(prompts(late.events)).toEqual(['Second.', 'Third.']);
  expect(tails.after('k', late.readTo, undefined, readOn)).toEqual({
    events: [],
    readTo: statSync(path).size,
  });
});

it('tells nothing where the whole is to be read again: a compaction, or another file in its place', () => {
  const { page, cursor } = whole();
  add('Second.');
  appendFileSync(path, madeRows({ ...made, id: 'x', said: ['Third.'], summaries: ['Rounded.'] }));
  expect(new Tails().after('k', page.readTo!, cursor, readOn)).toBeUndefined();
  writeFileSync(path, madeRows({ ...made, id: 'other', said: ['Another.', 'One more.'] }));
  expect(new Tails().after('k', page.readTo!, cursor, readOn)).toBeUndefined();
});
