import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import type { PosixLauncher } from '../../../src/core/hook-settings/launcher-command.ts';
import {
  hookCommand,
  hookEvents,
  hookTimeouts,
  isOurs,
} from '../../../src/hosts/claude-code/install-commands.ts';

const events = Object.keys(hookTimeouts);

let folder: string;
let state: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-command-'));
  state = join(folder, `it's a "state" \\ $HOME \`x\` 山田`);
  mkdirSync(join(state, 'bin'), { recursive: true });
  writeFileSync(join(state, 'bin', 'hook'), '#!/bin/sh\necho "ran $*"\n');
  chmodSync(join(state, 'bin', 'hook'), 0o700);
});
afterEach(() => removeFolder(folder));

function run(event: string, launcher: PosixLauncher, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', hookCommand(event, launcher)], {
    encoding: 'utf8',
    input: '{}',
    env: {
      PATH: '/usr/bin:/bin',
      HOME: folder,
      HOLDFAST_HOME: state,
      CLAUDE_CODE_SESSION_ID: 's1',
      ...env,
    },
  });
  return [status, stdout, stderr];
}

const forms = (): [string, PosixLauncher][] => [
  ['portable', { form: 'portable' }],
  ['fixed', { form: 'fixed', stateFolder: state }],
];
const silent = [0, '', ''];
const ran = [0, 'ran claude-code\n', ''];

describe('the registered commands', () => {
  it.each([0, 1])('start the launcher whatever is in its path (form %i)', (form) => {
    const [, launcher] = forms()[form]!;
    expect(run('SessionStart', launcher)).toEqual(ran);
  });

  it('before a call start nothing unless the session is watched', () => {
    const event = 'PreToolUse';
    for (const [, launcher] of forms()) {
      expect(run(event, launcher)).toEqual(silent);
      mkdirSync(join(state, 'watch'));
      writeFileSync(join(state, 'watch', 's2'), '');
      expect(run(event, launcher)).toEqual(silent);
      writeFileSync(join(state, 'watch', 's1'), '');
      expect(run(event, launcher)).toEqual(ran);
      // Without a session id the folder itself is looked at: some session is watched.
      expect(run(event, launcher, { CLAUDE_CODE_SESSION_ID: '' })).toEqual(ran);
      removeFolder(join(state, 'watch'));
      expect(run(event, launcher, { CLAUDE_CODE_SESSION_ID: '' })).toEqual(silent);
    }
  });

  it('of a prompt and a turn end say to the launcher that nobody waits, for a session that is quiet', () => {
    writeFileSync(
      join(state, 'bin', 'hook'),
      `#!/bin/sh\necho "waits: \${HOLDFAST_NO_ANSWER:-yes}"\n`,
    );
    const folders = { UserPromptSubmit: 'quiet', Stop: 'quiet-ends' };
    for (const [, launcher] of forms()) {
      for (const [event, folder] of Object.entries(folders)) {
        for (const one of Object.values(folders)) {
          mkdirSync(join(state, one), { recursive: true });
          rmSync(join(state, one, 's1'), { force: true });
        }
        writeFileSync(join(state, folder, 's1'), '');
        const waits = (env = {}) => run(event, launcher, env)[1];
        expect(waits()).toBe('waits: 1\n');
        for (const id of ['s2', '', undefined])
          expect(waits({ CLAUDE_CODE_SESSION_ID: id })).toBe('waits: yes\n');
      }
      for (const event of ['SessionStart', 'PreCompact', 'PostCompact'])
        expect(run(event, launcher)[1]).toBe('waits: yes\n');
    }
  });

  it('are none after a call, for which the client takes time of every call; where events are posted they are evidence', () => {
    const ends = (launcher: PosixLauncher) =>
      hookEvents(launcher).filter((event) => event.startsWith('PostToolUse'));
    for (const [, launcher] of forms()) {
      expect(hookEvents(launcher)).toContain('PreToolUse');
      expect(ends(launcher)).toEqual([]);
      for (const transport of ['http', 'mcp'] as const)
        expect(ends({ ...launcher, transport })).toEqual(['PostToolUse', 'PostToolUseFailure']);
    }
  });

  it.each(events)('%s ends 0 and says nothing when Holdfast is gone [case 26]', (event) => {
    for (const [, launcher] of forms()) {
      mkdirSync(join(state, 'watch'), { recursive: true });
      writeFileSync(join(state, 'watch', 's1'), '');
      removeFolder(join(state, 'bin'));
      expect(run(event, launcher)).toEqual(silent);
      removeFolder(state);
      expect(run(event, launcher)).toEqual(silent);
      expect(run(event, launcher, { HOLDFAST_HOME: '', HOME: '' })).toEqual(silent);
    }
  });

  it.each(events)('%s ends 0 and says nothing when the launcher cannot run [case 26]', (event) => {
    mkdirSync(join(state, 'watch'), { recursive: true });
    writeFileSync(join(state, 'watch', 's1'), '');
    for (const [text, mode] of [
      ['#!/no/such/shell\n', 0o700],
      ['#!/bin/sh\nexit 2\n', 0o700],
      ['#!/bin/sh\n', 0o600],
    ] as const) {
      writeFileSync(join(state, 'bin', 'hook'), text);
      chmodSync(join(state, 'bin', 'hook'), mode);
      for (const [, launcher] of forms()) expect(run(event, launcher)).toEqual(silent);
    }
  });

  it('are short where this client shows them to the person', () => {
    for (const event of ['PreCompact', 'PostCompact']) {
      expect(hookCommand(event, { form: 'portable' }).length).toBeLessThan(120);
    }
  });

  it('hold nothing of the machine in the portable form', () => {
    for (const event of events) {
      const command = hookCommand(event, { form: 'portable' });
      expect(command).not.toMatch(/\/(home|root|Users|usr|tmp)\//);
      expect(command).toContain('claude-code');
    }
  });

  it('are told from those of others', () => {
    for (const event of events) {
      for (const [, launcher] of forms()) expect(isOurs(hookCommand(event, launcher))).toBe(true);
    }
    for (const other of [
      'holdfast hook claude-code',
      'my/bin/hook claude-code',
      '"$x/bin/hook" other 2>/dev/null;:',
      undefined,
      7,
    ]) {
      expect(isOurs(other)).toBe(false);
    }
  });
});
