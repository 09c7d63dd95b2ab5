import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { Fault } from '../../src/core/errors.ts';
import { atomicWrite, writeUnlinked } from '../../src/platform/atomic-write.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-write-'));
});
afterEach(() => removeFolder(folder));

const mode = (path: string) => statSync(path).mode & 0o777;

describe('a file that is written whole or not at all', () => {
  it('keeps the mode of an old file and makes a new one for the owner only [case 34]', () => {
    const old = join(folder, 'old');
    writeFileSync(old, 'x');
    chmodSync(old, 0o640);
    atomicWrite(old, 'y');
    atomicWrite(join(folder, 'new'), 'z');
    expect([readFileSync(old, 'utf8'), mode(old), mode(join(folder, 'new'))]).toEqual([
      'y',
      0o640,
      0o600,
    ]);
    expect(readdirSync(folder).sort()).toEqual(['new', 'old']);
  });

  it('replaces the target of a chain of links and keeps the links [case 16]', () => {
    mkdirSync(join(folder, 'dotfiles'));
    writeFileSync(join(folder, 'dotfiles', 'real'), 'x');
    symlinkSync('dotfiles/real', join(folder, 'one'));
    symlinkSync('one', join(folder, 'two'));
    atomicWrite(join(folder, 'two'), 'y');
    expect(lstatSync(join(folder, 'two')).isSymbolicLink()).toBe(true);
    expect(lstatSync(join(folder, 'one')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'dotfiles', 'real'), 'utf8')).toBe('y');
  });

  it('makes the target of a link that points at nothing yet', () => {
    symlinkSync('later', join(folder, 'link'));
    atomicWrite(join(folder, 'link'), 'y');
    expect(readFileSync(join(folder, 'later'), 'utf8')).toBe('y');
    expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true);
  });

  it('refuses a file that is marked read-only, and names it [case 16]', () => {
    const path = join(folder, 'settings.json');
    writeFileSync(path, 'x');
    chmodSync(path, 0o444);
    expect(() => atomicWrite(path, 'y')).toThrow(Fault);
    expect(() => atomicWrite(path, 'y')).toThrow(
      /settings\.json cannot be written: it is marked read-only/,
    );
    expect(readFileSync(path, 'utf8')).toBe('x');
  });

  it('says why where the folder does not exist, and leaves nothing behind', () => {
    const path = join(folder, 'no', 'file');
    expect(() => atomicWrite(path, 'y')).toThrow(/cannot be written: it does not exist/);
    expect(existsSync(join(folder, 'no'))).toBe(false);
  });

  it('leaves nothing behind where a folder stands in the way', () => {
    mkdirSync(join(folder, 'taken', 'full'), { recursive: true });
    expect(() => atomicWrite(join(folder, 'taken'), 'y')).toThrow(Fault);
    expect(readdirSync(folder)).toEqual(['taken']);
  });
});

describe('a file that is written through no link', () => {
  it.skipIf(process.getuid?.() !== 0)('is written into no folder that another user linked', () => {
    const target = join(folder, 'target');
    mkdirSync(join(target, 'in'), { recursive: true });
    const link = join(folder, 'link');
    symlinkSync(target, link);
    writeUnlinked(join(link, 'in', 'own'), 'x');
    lchownSync(link, 12_345, 12_345);
    expect(() => writeUnlinked(join(link, 'in', 'other'), 'x')).toThrow(Fault);
    expect(readdirSync(join(target, 'in'))).toEqual(['own']);
  });
});
