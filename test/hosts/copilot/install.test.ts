import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { copilotInstall } from '../../../src/hosts/copilot/install.ts';

const path = '/home/dev/.copilot/hooks/holdfast.json';
const portable = { form: 'portable' } as const;

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "holdfast test '"));
  mkdirSync(join(state, 'bin'));
  launcher('#!/bin/sh\ncat >/dev/null\necho "ran $*"\nexit 3\n');
});
afterEach(() => removeFolder(state));

function launcher(text: string): void {
  writeFileSync(join(state, 'bin', 'hook'), text);
  chmodSync(join(state, 'bin', 'hook'), 0o755);
}

function handlers(): Record<string, Record<string, unknown>[]> {
  const form = { form: 'fixed', stateFolder: state } as const;
  return JSON.parse(copilotInstall.register('', path, form).text).hooks;
}

/** Runs the registered command of an event as the client does. */
function play(event: string) {
  const command = String(handlers()[event]![0]!.command);
  const env = { PATH: process.env.PATH };
  const { stdout, stderr, status } = spawnSync('sh', ['-c', command], {
    env,
    input: '{}',
    encoding: 'utf8',
  });
  return { stdout, stderr, status };
}

describe('the hooks file of Copilot CLI', () => {
  it('has one command an event, which tells the event, and seconds', () => {
    for (const [event, list] of Object.entries(handlers())) {
      expect(list).toHaveLength(1);
      expect(Object.keys(list[0]!).sort()).toEqual(['command', 'timeoutSec', 'type']);
      expect(list[0]!.command).toContain(`copilot ${event} `);
    }
  });

  it('is empty again where it was, and gives back what others put into it [R43]', () => {
    for (const text of ['', '{}\n', '{\r\n\t"version": 1\r\n}']) {
      const change = copilotInstall.register(text, path, portable);
      expect(JSON.parse(change.text).version).toBe(1);
      expect(copilotInstall.registered(change.text, path)).toHaveLength(8);
      expect(copilotInstall.unregister(change.text, path, change.created).text).toBe(text);
    }
  });
});

describe('the commands that Copilot CLI runs', () => {
  it('end 0 whatever happens, since another end denies the call', () => {
    mkdirSync(join(state, 'watch'));
    expect(play('preToolUse')).toEqual({
      stdout: 'ran copilot preToolUse\n',
      stderr: '',
      status: 0,
    });
    launcher('#!/nowhere/sh\n');
    for (const event of Object.keys(handlers())) expect(play(event)).toMatchObject({ status: 0 });
    removeFolder(join(state, 'bin'));
    for (const event of Object.keys(handlers())) {
      expect(play(event)).toEqual({ stdout: '', stderr: '', status: 0 });
    }
  });

  it('start nothing for a tool call while no session is watched', () => {
    expect(existsSync(join(state, 'watch'))).toBe(false);
    for (const event of ['preToolUse', 'postToolUse', 'postToolUseFailure']) {
      expect(play(event)).toEqual({ stdout: '', stderr: '', status: 0 });
    }
  });
});
