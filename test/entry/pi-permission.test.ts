import { mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { isAllowedUnasked } from '../../src/entry/pi/permission.ts';

let root: string;
let folder: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-permission-')));
  folder = join(root, 'work');
  mkdirSync(join(folder, 'src'), { recursive: true });
  symlinkSync(root, join(folder, 'up'));
});
afterEach(() => removeFolder(root));

const allowed = (permission: string, tool: string, input: object) =>
  isAllowedUnasked({ tool, input }, permission, folder);

describe('what a pi worker may do unasked', () => {
  it('is reading everywhere, at `ask` and `edit`', () => {
    for (const permission of ['ask', 'edit']) {
      expect(allowed(permission, 'read', { path: '/etc/hosts' })).toBe(true);
      expect(allowed(permission, 'bash', { command: 'cat a | wc -l' })).toBe(true);
      expect(allowed(permission, 'bash', { command: 'rm a' })).toBe(false);
      expect(allowed(permission, 'mcp__x__y', {})).toBe(false);
    }
  });

  it('is an edit inside of its folder, at `edit` alone', () => {
    for (const path of ['a.txt', 'src/new/b.ts', join(folder, 'c'), './src/../d']) {
      expect(allowed('edit', 'write', { path }), path).toBe(true);
      expect(allowed('ask', 'write', { path }), path).toBe(false);
    }
  });

  it('is an edit in a further folder that it was given', () => {
    const call = { tool: 'write', input: { path: join(root, 'tickets', 'a.md') } };
    expect(isAllowedUnasked(call, 'edit', folder, [join(root, 'tickets')])).toBe(true);
    expect(isAllowedUnasked(call, 'edit', folder, [join(root, 'tick')])).toBe(false);
  });

  it('is no edit that lands elsewhere, by whatever way', () => {
    const ways = ['../b', '/etc/hosts', 'up/x', `${folder}-beside/x`, '~/x', '@/etc/x', '', '.'];
    for (const path of [
      ...ways,
      'file:///etc/x',
      '.git/hooks/pre-commit',
      '.GIT/config',
      undefined,
      5,
    ])
      expect(allowed('edit', 'edit', { path }), String(path)).toBe(false);
  });
});
