import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { signWithKeyFile } from '../../src/platform/signing-key.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-key-'));
  path = join(folder, 'new', 'key');
});
afterEach(() => removeFolder(folder));

describe('a key that texts are signed with', () => {
  it('is made once, for this user alone, and signs as Node does', () => {
    const signature = signWithKeyFile(path)('a text');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const key = readFileSync(path, 'utf8').trim();
    const expected = createHmac('sha256', key).update('a text').digest().subarray(0, 16);
    expect(signature).toBe(expected.toString('base64url'));
    expect(signWithKeyFile(path)('a text')).toBe(signature);
    expect(signWithKeyFile(path)('another')).not.toBe(signature);
    expect(signWithKeyFile(join(folder, 'other'))('a text')).not.toBe(signature);
  });

  it('is not replaced where its file holds none', () => {
    signWithKeyFile(path)('x');
    writeFileSync(path, 'damaged');
    expect(() => signWithKeyFile(path)('x')).toThrow('does not contain a key');
    expect(readFileSync(path, 'utf8')).toBe('damaged');
  });
});
