import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { hasTerminal } from '../../../harness/screen.ts';

const cli = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli.js');

let root: string;
let tmux: (...args: string[]) => string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-ahead-')));
  mkdirSync(join(root, '.claude'));
  const env = { PATH: process.env.PATH ?? '', HOME: root, TERM: 'xterm-256color', LANG: 'C.UTF-8' };
  tmux = (...args) =>
    spawnSync('tmux', ['-S', join(root, 'tmux'), ...args], { env, cwd: root, encoding: 'utf8' })
      .stdout;
});
afterEach(() => {
  tmux('kill-server');
  removeFolder(root);
});

const shown = () => tmux('capture-pane', '-p', '-J', '-S', '-500', '-t', 's');
const type = (...keys: string[]) => tmux('send-keys', '-t', 's', ...keys);
const until = (look: () => boolean) =>
  vi.waitFor(() => expect([look(), shown()]).toEqual([true, expect.anything()]), {
    timeout: 50_000,
    interval: 100,
  });

describe.skipIf(!hasTerminal())('keys that are typed before init asks', () => {
  it('are no answer: it names every file and shows the changes, asks, and waits', async () => {
    tmux('-f', '/dev/null', 'new-session', '-d', '-s', 's', '-x', '80', '-y', '40', 'sh');
    const start = `while [ ! -e go ]; do sleep 0.1; done; '${process.execPath}' '${cli}' init --host claude-code`;
    type('-l', start);
    type('Enter');
    type('-l', 'yes');
    type('Enter');
    type('-l', 'ye');
    await until(() => /\nyes\nye\n/.test(shown()));
    writeFileSync(join(root, 'go'), '');
    await until(() => shown().includes('Go ahead? [y/N]'));
    expect(shown()).toContain(`${root}/.claude/settings.json\n    the settings of Claude Code`);
    expect(shown()).toContain('+    "SessionStart": [');
    type('-l', 'n');
    type('Enter');
    await until(() => shown().includes('Nothing was changed.'));
    expect(existsSync(join(root, '.claude', 'settings.json'))).toBe(false);
  });
});
