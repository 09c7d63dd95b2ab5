import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { atomicWrite } from '../../src/platform/atomic-write.ts';
import { landingOf } from '../../src/platform/landing.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-landing-')));
  mkdirSync(join(folder, 'a', 'deep'), { recursive: true });
  mkdirSync(join(folder, 'b'));
});
afterEach(() => removeFolder(folder));

const at = (...names: string[]): string => join(folder, ...names);

describe('where a write lands', () => {
  it('is the path itself without links, there or not', () => {
    writeFileSync(at('a', 'x'), '');
    expect(landingOf(at('a', 'x'))).toBe(at('a', 'x'));
    expect(landingOf(at('a', 'new', 'y'))).toBe(at('a', 'new', 'y'));
  });

  it('is the end of a chain of links, there or not', () => {
    symlinkSync('two', at('one'));
    symlinkSync('b/three', at('two'));
    expect(landingOf(at('one'))).toBe(at('b', 'three'));
    writeFileSync(at('b', 'three'), '');
    expect(landingOf(at('one'))).toBe(at('b', 'three'));
  });

  it('is counted from the real folder of a link and not from its name', () => {
    symlinkSync('a/deep', at('short'));
    symlinkSync('../new', at('a', 'deep', 'link'));
    expect(landingOf(at('short', 'link'))).toBe(at('a', 'new'));
    atomicWrite(at('short', 'link'), 'x');
    expect(realpathSync(at('short', 'link'))).toBe(at('a', 'new'));
  });

  it('is some path even of links that go round in a circle', () => {
    symlinkSync('two', at('one'));
    symlinkSync('one', at('two'));
    expect(landingOf(at('one')).startsWith(folder)).toBe(true);
  });
});
