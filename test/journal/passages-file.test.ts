import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { bookOf } from '../../src/core/at-hand/book.ts';
import type { Passage } from '../../src/core/at-hand/passage.ts';
import { openPassages } from '../../src/journal/passages-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-passages-'));
});
afterEach(() => removeFolder(folder));

const head = { record: '/r.jsonl', at: '2026-01-02T03:04:05.000Z', context: 12 };
const passages: Passage[] = [
  'alpha Bravo_1 alpha',
  'bravo chärlie \u{1f600} x\ty',
  'zulu 全文検索 a.b/c:9',
  'alpha zulu zulus',
].map((text, at) => ({ by: 'agent', time: '', handle: `h-${at}`, text }));

describe('the file of passages', () => {
  it('gives back what was written, and finds each term with all of its passages', () => {
    const store = openPassages(folder, []);
    expect(store.write(head, passages)).toBe(true);
    expect(store.head()).toMatchObject(head);
    expect(store.all()).toEqual(passages);
    const index = store.index()!;
    const book = bookOf(passages);
    expect(book.length).toBeGreaterThan(8);
    for (const { term, count, numbers } of book) {
      const found = index.holders(term);
      expect([term, found.count]).toEqual([term, count]);
      expect(found.ids.map((id) => index.passage(id))).toEqual(numbers.map((at) => passages[at]));
    }
    for (const term of ['', 'a', 'alphas', '=', 'zzzz', '\u{1f601}']) {
      expect(index.holders(term)).toEqual({ count: 0, ids: [] });
    }
  });

  it('is readable by its owner alone', () => {
    openPassages(folder, []).write(head, passages);
    expect(statSync(join(folder, 'passages')).mode & 0o777).toBe(0o600);
  });

  it('is none where it is missing, of another version, torn or no such file at all', () => {
    const store = openPassages(folder, []);
    const path = join(folder, 'passages');
    const nothing = () => {
      expect(store.head()).toBeUndefined();
      expect(store.all()).toEqual([]);
      expect(store.index()).toBeUndefined();
    };
    nothing();
    for (const text of ['', '{', '[]\n', 'null\n', '{"version":99}\n', '\u0000\n\n']) {
      writeFileSync(path, text);
      nothing();
    }
  });

  it('gives what is whole of a file that was cut off anywhere', () => {
    const store = openPassages(folder, []);
    store.write(head, passages);
    const path = join(folder, 'passages');
    const whole = readFileSync(path);
    for (let length = 0; length < whole.length; length += 1) {
      writeFileSync(path, whole.subarray(0, length));
      const index = store.index();
      for (const id of index?.holders('alpha').ids ?? []) {
        const found = index?.passage(id);
        expect(found === undefined || typeof found.text === 'string').toBe(true);
      }
    }
  });
});
