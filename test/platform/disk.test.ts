import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { Fault } from '../../src/core/errors.ts';
import { disk } from '../../src/platform/disk.ts';
import { files } from '../../src/platform/files.ts';
import { runShell } from '../../src/platform/run-shell.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-disk-'));
});
afterEach(() => removeFolder(folder));

describe('reading files', () => {
  it('gives text without its BOM, and nothing for what is absent, too large or no file', () => {
    writeFileSync(join(folder, 'a'), '\uFEFFtext');
    expect(files.readText(join(folder, 'a'))).toBe('text');
    expect(files.readText(join(folder, 'a'), 3)).toBeUndefined();
    expect(files.readText(folder)).toBeUndefined();
    expect(files.readText(join(folder, 'gone'))).toBeUndefined();
    expect(files.readText(join(folder, 'a', 'b'))).toBeUndefined();
  });

  it('lists in the order of code units, and nothing where there is no folder', () => {
    for (const name of ['ä', 'b', 'B', 'a10', 'a9']) writeFileSync(join(folder, name), '');
    expect(files.list(folder)).toEqual(['B', 'a10', 'a9', 'b', 'ä']);
    expect(files.list(join(folder, 'gone'))).toEqual([]);
  });

  it('tells a replaced file from the old one', () => {
    writeFileSync(join(folder, 'a'), 'x');
    const before = files.stat(join(folder, 'a'));
    disk.write(join(folder, 'a'), 'x');
    expect(files.stat(join(folder, 'a'))?.inode).not.toBe(before?.inode);
  });

  it('resolves links', () => {
    mkdirSync(join(folder, 'real'));
    symlinkSync('real', join(folder, 'link'));
    expect(files.realPath(join(folder, 'link'))).toBe(files.realPath(join(folder, 'real')));
    expect(files.realPath(join(folder, 'gone'))).toBeUndefined();
  });
});

describe('reading whole', () => {
  it.each([
    ['a pipe', (path: string) => void execFileSync('mkfifo', [path])],
    ['a link to a device that never ends', (path: string) => symlinkSync('/dev/zero', path)],
  ])('refuses %s, which would never come to an end', (_what, make) => {
    make(join(folder, 'a'));
    expect(() => disk.readBytes(join(folder, 'a'))).toThrow(/a cannot be read: it is no regular/);
  });
});

describe('changing files', () => {
  it('makes folders for the owner only and tells the topmost', () => {
    expect(disk.makeFolder(join(folder, 'a', 'b', 'c'))).toBe(join(folder, 'a'));
    expect(statSync(join(folder, 'a', 'b')).mode & 0o777).toBe(0o700);
    expect(disk.makeFolder(join(folder, 'a', 'b'))).toBeUndefined();
  });

  it('says in plain words what the system refused', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => disk.makeFolder(join(folder, 'file', 'x'))).toThrow(
      /cannot be made: a part of the path is not a folder\./,
    );
    expect(() => disk.makeFolder(join(folder, 'file'))).toThrow(
      /cannot be created: a file is in the place of a folder\./,
    );
    expect(() => disk.readBytes(folder)).toThrow(/cannot be read: it is a folder\./);
    expect(() => disk.remove(folder)).toThrow(Fault);
  });

  it('removing what is not there is no fault', () => {
    expect(disk.remove(join(folder, 'gone'))).toBe(false);
    expect(disk.removeFolder(join(folder, 'gone'))).toBe(false);
    expect(disk.readBytes(join(folder, 'gone'))).toBeUndefined();
  });

  it('removes a folder only when it is empty, where that is asked', () => {
    mkdirSync(join(folder, 'full'));
    writeFileSync(join(folder, 'full', 'x'), '');
    disk.removeIfEmpty(join(folder, 'full'));
    expect(readdirSync(folder)).toEqual(['full']);
    disk.remove(join(folder, 'full', 'x'));
    disk.removeIfEmpty(join(folder, 'full'));
    expect(existsSync(join(folder, 'full'))).toBe(false);
  });
});

describe('running a command as a host does', () => {
  const run = (command: string, input = '', timeoutMs = 60_000) =>
    runShell(command, { cwd: folder, env: { PATH: process.env.PATH }, input, timeoutMs });

  it('gives the input and collects both outputs and the code', async () => {
    expect(await run('cat; echo no >&2; exit 3', 'in')).toMatchObject({
      stdout: 'in',
      stderr: 'no\n',
      code: 3,
      timedOut: false,
    });
  });

  it('does not mind a command that ends without reading', async () => {
    expect(await run(':', 'x'.repeat(5_000_000))).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('kills it with its children at the deadline', async () => {
    const result = await run('sleep 600 & echo $!; wait', '', 300);
    expect(result).toMatchObject({ timedOut: true, code: undefined });
  });
});
