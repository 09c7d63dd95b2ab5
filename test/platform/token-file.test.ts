import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { ownToken } from '../../src/platform/token-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-token-'));
});
afterEach(() => removeFolder(folder));

describe('the token of the daemon', () => {
  const path = () => join(folder, 'token');

  it('stays, in a file that only our user reads', () => {
    const token = ownToken(path());
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect([ownToken(path()), statSync(path()).mode & 0o777]).toEqual([token, 0o600]);
  });

  it.each([0o640, 0o604, 0o666, 0o610])(
    'is another one where others could use it (mode %o)',
    (mode) => {
      const token = ownToken(path());
      chmodSync(path(), mode);
      const now = ownToken(path());
      expect(now).not.toBe(token);
      expect([readFileSync(path(), 'utf8').trim(), statSync(path()).mode & 0o777]).toEqual([
        now,
        0o600,
      ]);
    },
  );

  it('is none that a link leads to, and what that leads to stays as it is', () => {
    const other = join(folder, 'other');
    writeFileSync(other, `${'a'.repeat(64)}\n`, { mode: 0o600 });
    symlinkSync(other, path());
    expect(ownToken(path())).not.toBe('a'.repeat(64));
    expect(readFileSync(other, 'utf8')).toBe(`${'a'.repeat(64)}\n`);
  });
});
