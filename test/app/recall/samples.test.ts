import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import type { RecallIndex } from '../../../src/app/recall/ports.ts';
import { ItemReader } from '../../../src/app/recall/read-item.ts';
import { search } from '../../../src/app/recall/search.ts';
import { updateIndex } from '../../../src/app/recall/update-index.ts';
import { marksIn } from '../../../src/core/search/marks.ts';
import { parseQuery } from '../../../src/core/search/query.ts';
import { recordStores } from '../../../src/hosts/record-registry.ts';
import { openIndex } from '../../../src/index-db/open.ts';
import { recordDisk } from '../../../src/platform/record-disk.ts';

const root = resolve(import.meta.dirname, '../../..');
const samples = join(process.env.HOLDFAST_SHARED ?? join(root, '..', 'shared'), 'transcripts');
const there = existsSync(samples);
if (!there) {
  console.warn(
    'SKIPPED: the shared sample records are not beside the repository (set HOLDFAST_SHARED)',
  );
}

describe.skipIf(!there && process.env.CI !== 'true')('the shared sample records', () => {
  let folder: string;
  let index: RecallIndex;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'holdfast-samples-'));
    ({ index } = openIndex(join(folder, 'index.db'), 's'));
    const roots = [{ path: samples, stores: recordStores, named: true }];
    updateIndex(recordDisk, index, {
      roots,
      patterns: [],
      forgotten: { sessions: new Set(), items: new Set(), texts: new Set() },
    });
  });
  afterAll(() => {
    index.close();
    removeFolder(folder);
  });

  it('are all taken in whole, of every host', () => {
    const records = index.records();
    expect(records.length).toBeGreaterThan(100);
    expect(records.filter(({ whole }) => !whole)).toEqual([]);
    // What Cursor wrote is known by its folder, and the samples of it lie in another.
    const others = recordStores.map(({ host }) => host).filter((host) => host !== 'cursor');
    expect([...new Set(records.map(({ host }) => host))].sort()).toEqual(
      [...new Set(others)].sort(),
    );
  });

  it('give each item again from its own place', () => {
    const reader = new ItemReader(recordDisk, recordStores, []);
    const wrong: string[] = [];
    let read = 0;
    for (const record of index.records()) {
      // Every item of a short record, and of a long one about a hundred.
      const step = Math.max(1, Math.floor(record.items / 100));
      for (let number = 0; number < record.items; number += step) {
        const item = index.item(record.id, number);
        if (item === undefined || item.kind === 'compaction') continue;
        read += 1;
        const reading = reader.read(record, item);
        const text = 'item' in reading ? reading.item.text : '';
        if (!text.startsWith(item.head)) wrong.push(`${record.path} ${number}`);
      }
    }
    expect(read).toBeGreaterThan(3_000);
    expect(wrong).toEqual([]);
  });

  it('show what was looked for in what is found', () => {
    const reader = new ItemReader(recordDisk, recordStores, []);
    for (const words of [
      'error',
      'test failed',
      'package.json',
      'commit',
      'function',
      'read the file',
    ]) {
      const query = parseQuery([words]);
      const { hits } = search(index, { query, limit: 20 });
      expect(hits.length).toBeGreaterThan(3);
      for (const { record, item } of hits) {
        const reading = reader.read(record, item);
        const text = 'item' in reading ? reading.item.text : '';
        expect([words, record.path, marksIn(text, query).length > 0]).toEqual([
          words,
          record.path,
          true,
        ]);
      }
    }
  });
});
