import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { shelfFiles } from '../../../src/hosts/claude-code/shelf.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'holdfast-shelf-'));
  // Stands for the launcher: says that it ran.
  put('state/bin/hook', '#!/bin/sh\n# Holdfast 1.2.3: test\necho "ran $1"\n');
  chmodSync(join(home, 'state', 'bin', 'hook'), 0o700);
  put('state/watch/s1', '');
});
afterEach(() => removeFolder(home));

function put(name: string, text: string): void {
  mkdirSync(dirname(join(home, name)), { recursive: true });
  writeFileSync(join(home, name), text);
}

interface Hooks {
  hooks: Record<string, { hooks: { command: string }[] }[]>;
}

function commands(): [string, string][] {
  const file = shelfFiles('1.2.3').find(({ path }) => path.endsWith('hooks.json'))!;
  const { hooks } = JSON.parse(file.content) as Hooks;
  return Object.entries(hooks).map(([event, [entry]]) => [event, entry!.hooks[0]!.command]);
}

function run(command: string): { code: number | null; out: string } {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    HOLDFAST_HOME: join(home, 'state'),
    CLAUDE_PROJECT_DIR: join(home, 'proj'),
    CLAUDE_CODE_SESSION_ID: 's1',
    CLAUDE_PLUGIN_ROOT: join(home, 'plugin'),
  };
  const ran = spawnSync('sh', ['-c', command], { cwd: home, env, encoding: 'utf8' });
  return { code: ran.status, out: ran.stdout + ran.stderr };
}

describe('what Claude Code takes from its shelf', () => {
  it('brings up a launcher that is missing or older, and leaves one of init alone', () => {
    put(
      'plugin/dist/cli.js',
      `console.log(require('fs').writeFileSync('${join(home, 'asked')}', process.argv.slice(2).join(' ')))`,
    );
    const start = commands()[0]![1];
    const asked = (): string | undefined => {
      const path = join(home, 'asked');
      if (!existsSync(path)) return undefined;
      const text = readFileSync(path, 'utf8');
      removeFolder(path);
      return text;
    };
    run(start);
    expect(asked()).toBeUndefined();
    put('state/bin/hook', '#!/bin/sh\n# Holdfast 1.2.2: test\n');
    run(start);
    expect(asked()).toBe('plugin path');
    put('state/installs.json', '{}');
    run(start);
    expect(asked()).toBeUndefined();
    removeFolder(join(home, 'state', 'bin'));
    expect(run(start)).toEqual({ code: 0, out: '' });
    expect(asked()).toBe('plugin path');
  });
});
