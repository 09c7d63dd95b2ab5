import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { commandFor, missingSearchLibrary } from '../../src/platform/search-library.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-library-'));
});
afterEach(() => removeFolder(folder));

function put(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return join(path, '..');
}

it('names the command that brings the library of the search to where the package lies', () => {
  const manifest = JSON.stringify({ optionalDependencies: { libsql: '1.2.3' } });
  const global = put('usr/lib/node_modules/holdfast/package.json', manifest);
  const windows = put('npm/node_modules/holdfast/package.json', manifest);
  put('work/package.json', '{}');
  const local = put('work/node_modules/holdfast/package.json', manifest);
  const clone = put('clone/package.json', manifest);
  expect(commandFor(global)).toBe(
    `"npm install --global --prefix '${join(folder, 'usr')}' libsql@1.2.3".`,
  );
  expect(commandFor(windows)).toContain(`--global --prefix '${join(folder, 'npm')}' libsql@1.2.3`);
  expect(commandFor(local)).toContain(`--no-save --prefix '${join(folder, 'work')}' libsql@1.2.3`);
  expect(commandFor(clone)).toBe(`"npm install" in ${clone}.`);
});

it('says nothing of a library that loads', () => {
  expect(missingSearchLibrary()).toBeUndefined();
});
