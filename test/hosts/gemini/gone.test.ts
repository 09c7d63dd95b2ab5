import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { launcherScript } from '../../../src/app/install/launcher.ts';
import { geminiInstall } from '../../../src/hosts/gemini/install.ts';

let folder: string;
let state: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdfast test '"));
  state = join(folder, 'state');
  for (const name of ['bin', 'watch', 'runtime/1.0.0']) {
    mkdirSync(join(state, name), { recursive: true });
  }
  writeFileSync(join(state, 'bin', 'hook'), launcherScript('1.0.0', join(folder, 'no', 'node')));
  chmodSync(join(state, 'bin', 'hook'), 0o755);
  writeFileSync(join(state, 'runtime', '1.0.0', 'hook.cjs'), '');
  // A watched session, so that the events of tools start the launcher too.
  writeFileSync(join(state, 'watch', 'x'), '');
  mkdirSync(join(folder, 'path'));
  for (const name of ['cat', 'mkdir']) symlinkSync(`/bin/${name}`, join(folder, 'path', name));
});
afterEach(() => removeFolder(folder));

const forms = {
  fixed: () => ({ form: 'fixed', stateFolder: state }) as const,
  portable: () => ({ form: 'portable' }) as const,
};
const quiet = { stdout: '', stderr: '', status: 0 };

/** Runs every registered command as the client does, without a Node on PATH. `after`: what is looked at after each. */
function playAll(form: keyof typeof forms, after: (event: string) => void = () => {}): void {
  const { hooks } = JSON.parse(geminiInstall.register('', 's', forms[form]()).text);
  expect(Object.keys(hooks)).toHaveLength(7);
  for (const event of Object.keys(hooks)) {
    const { command } = hooks[event][0].hooks[0];
    const payload = { hook_event_name: event, session_id: 'x', prompt: '<state_snapshot>' };
    const PATH = join(folder, 'path');
    const env = { PATH, HOME: folder, HOLDFAST_HOME: state, GEMINI_SESSION_ID: 'x' };
    const place = { env, input: JSON.stringify(payload), encoding: 'utf8' } as const;
    const { stdout, stderr, status } = spawnSync('/bin/sh', ['-c', command], place);
    expect([event, { stdout, stderr, status }]).toEqual([event, quiet]);
    after(event);
  }
}

describe.each(['fixed', 'portable'] as const)('every command of Gemini CLI (%s)', (form) => {
  it('ends 0 and prints nothing when the launcher is gone', () => {
    removeFolder(join(state, 'bin'));
    playAll(form);
  });

  it('ends 0 and prints nothing when the state folder is gone, and makes none', () => {
    removeFolder(state);
    playAll(form);
    expect(existsSync(state)).toBe(false);
  });

  it('ends 0 and prints nothing without any Node, and leaves a note of it', () => {
    const note = join(state, 'notes', 'node-missing');
    playAll(form, (event) => {
      expect([event, existsSync(note)]).toEqual([event, true]);
      rmSync(note);
    });
  });
});
