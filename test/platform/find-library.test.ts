import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { findLibrary, findNode } from '../../src/platform/find-library.ts';

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-library-')));
});
afterEach(() => removeFolder(root));

function write(name: string, text: string): string {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function packageIn(folder: string, manifest: object): void {
  write(join(folder, 'package.json'), JSON.stringify(manifest));
  write(join(folder, 'dist/index.js'), '');
}

const own = { name: '@x/agent', exports: { '.': { import: './dist/index.js' } } };

describe('where a package’s library lies', () => {
  it('is where the program on PATH belongs, through its link', () => {
    packageIn('lib/node_modules/@x/agent', own);
    const program = write('lib/node_modules/@x/agent/dist/bin/cli.js', '');
    mkdirSync(join(root, 'bin'));
    symlinkSync(program, join(root, 'bin', 'agent'));
    expect(findLibrary('@x/agent', join(root, 'bin', 'agent'), root)).toBe(
      join(root, 'lib/node_modules/@x/agent/dist/index.js'),
    );
  });

  it('is else in a node_modules of the folder or above it', () => {
    packageIn('proj/node_modules/@x/agent', { name: '@x/agent', main: 'dist/index.js' });
    mkdirSync(join(root, 'proj/deep/er'), { recursive: true });
    const other = write('elsewhere/agent', '');
    expect(findLibrary('@x/agent', other, join(root, 'proj/deep/er'))).toBe(
      join(root, 'proj/node_modules/@x/agent/dist/index.js'),
    );
  });

  it('is nowhere when the package is another one, is broken or lacks its entry', () => {
    packageIn('proj/node_modules/@x/agent', { ...own, name: '@y/agent' });
    expect(findLibrary('@x/agent', undefined, join(root, 'proj'))).toBeUndefined();
    write('proj/node_modules/@x/agent/package.json', '{ half');
    expect(findLibrary('@x/agent', undefined, join(root, 'proj'))).toBeUndefined();
    write(
      'proj/node_modules/@x/agent/package.json',
      JSON.stringify({ ...own, exports: './no.js' }),
    );
    expect(findLibrary('@x/agent', join(root, 'gone'), join(root, 'proj'))).toBeUndefined();
  });
});

describe('a Node of at least a version', () => {
  /** A stand-in that answers with a version. */
  function node(folder: string, version: string): string {
    const path = write(join(folder, 'node'), `#!/bin/sh\necho ${version}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  it('is ours where that is new enough', () => {
    expect(findNode([18, 0], '')).toBe(process.execPath);
  });

  it('is else the first on PATH that is new enough, a minor version counts', () => {
    node('old', '980.18.9');
    node('broken', 'no version');
    const fits = node('new', '980.19.0');
    const path = ['none', 'broken', 'old', 'new'].map((one) => join(root, one)).join(delimiter);
    expect(findNode([980, 19], path)).toBe(fits);
    expect(findNode([980, 20], path)).toBeUndefined();
    expect(findNode([980, 19], undefined)).toBeUndefined();
  });
});
