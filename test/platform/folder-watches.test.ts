import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { FolderWatches } from '../../src/platform/folder-watches.ts';

let folder: string;
let told: string[];
let watches: FolderWatches;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-watches-'));
  told = [];
  watches = new FolderWatches((place, name) => told.push(join(place, name ?? '')), 2);
  for (const name of ['a', 'b', 'c']) mkdirSync(join(folder, name));
});
afterEach(() => {
  watches.end();
  removeFolder(folder);
});
const place = (...names: string[]): string => join(folder, ...names);

describe.skipIf(process.platform === 'win32')('folders that are watched', () => {
  it('tell of a file that comes or grows', async () => {
    watches.keep(place('a'));
    writeFileSync(place('a', 'x'), '1');
    await vi.waitFor(() => expect(told).toContain(place('a', 'x')), 30_000);
  });

  it('are no more than so many, and the one named longest ago goes', () => {
    watches.keep(place('a'));
    watches.keep(place('b'));
    watches.keep(place('a'));
    watches.keep(place('c'));
    expect(['a', 'b', 'c'].map((name) => watches.has(place(name)))).toEqual([true, false, true]);
  });

  it('are let go when they are gone, and are watched again when they are back', async () => {
    watches.keep(place('a'));
    watches.keep(place('nosuch'));
    expect(watches.size).toBe(1);
    removeFolder(place('a'));
    await vi.waitFor(() => expect(watches.has(place('a'))).toBe(false), 30_000);
    mkdirSync(place('a'));
    watches.keep(place('a'));
    writeFileSync(place('a', 'y'), '1');
    await vi.waitFor(() => expect(told).toContain(place('a', 'y')), 30_000);
  });
});
