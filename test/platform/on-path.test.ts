import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { isOnPath } from '../../src/platform/on-path.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-path-'));
});
afterEach(() => removeFolder(folder));

describe('a program on PATH', () => {
  it('is found in any of its folders, and nowhere else', () => {
    const [one, two] = [join(folder, 'one'), join(folder, 'two')];
    for (const made of [one, two]) mkdirSync(made);
    writeFileSync(join(two, 'tool'), '#!/bin/sh\n');
    chmodSync(join(two, 'tool'), 0o755);
    expect(isOnPath('tool', [one, two].join(delimiter))).toBe(true);
    expect(isOnPath('tool', one)).toBe(false);
    expect(isOnPath('tool', join(folder, 'gone'))).toBe(false);
  });

  it('may be there where PATH says nothing', () => {
    expect(isOnPath('tool', undefined)).toBe(true);
    expect(isOnPath('tool', '')).toBe(true);
  });
});
