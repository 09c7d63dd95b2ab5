import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { qwenInstall } from '../../../src/hosts/qwen/install.ts';

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "holdfast test '"));
  mkdirSync(join(state, 'bin'));
  writeFileSync(
    join(state, 'bin', 'hook'),
    `#!/bin/sh\ncat > "\${0%/bin/hook}/seen"\necho "ran $*"\n`,
  );
  chmodSync(join(state, 'bin', 'hook'), 0o755);
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

/** Runs the registered command of an event as the client does. */
function play(event: string, payload: unknown, env: Record<string, string> = {}) {
  const launcher = { form: 'fixed', stateFolder: state } as const;
  const { text } = qwenInstall.register('', 's', launcher);
  const { command } = JSON.parse(text).hooks[event][0].hooks[0];
  const input = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const place = { env: { PATH: process.env.PATH, ...env }, input, encoding: 'utf8' } as const;
  const { stdout, stderr, status } = spawnSync('sh', ['-c', command], place);
  const seen = join(state, 'seen');
  return {
    stdout,
    stderr,
    status,
    seen: existsSync(seen) ? readFileSync(seen, 'utf8') : undefined,
  };
}

describe('the commands that Qwen Code runs', () => {
  it('start nothing when a turn only goes on after tools, and pass a prompt on byte for byte', () => {
    const none = { hook_event_name: 'UserPromptSubmit', prompt: '', session_id: 'x' };
    expect(play('UserPromptSubmit', none)).toEqual({
      ...{ stdout: '', stderr: '', status: 0, seen: undefined },
    });
    const odd = { prompt: `%s \\n "prompt":"" $(x) '\u{1f642}' -n`, session_id: 'x' };
    const played = play('UserPromptSubmit', odd);
    expect(played.stdout).toBe('ran qwen\n');
    expect(JSON.parse(played.seen!)).toEqual(odd);
  });

  it('start nothing for a tool call while this session is not watched', () => {
    const call = { hook_event_name: 'PreToolUse', session_id: 'x' };
    const env = { QWEN_CODE_SESSION_ID: 'x' };
    mkdirSync(join(state, 'watch'));
    writeFileSync(join(state, 'watch', 'other'), '');
    expect(play('PreToolUse', call, env).stdout).toBe('');
    writeFileSync(join(state, 'watch', 'x'), '');
    expect(play('PreToolUse', call, env).stdout).toBe('ran qwen\n');
  });

  it('end 0 and print nothing when Holdfast is gone', () => {
    rmSync(join(state, 'bin'), { recursive: true });
    for (const event of ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'Stop']) {
      const { stdout, stderr, status } = play(event, { prompt: 'x', session_id: 'x' });
      expect([event, stdout, stderr, status]).toEqual([event, '', '', 0]);
    }
  });

  it('are known again, so that they can be taken out [R43]', () => {
    for (const launcher of [{ form: 'portable' }, { form: 'fixed', stateFolder: state }] as const) {
      const before = '{\n  "$version": 4\n}\n';
      const change = qwenInstall.register(before, 's', launcher);
      expect(qwenInstall.registered(change.text, 's')).toHaveLength(10);
      expect(qwenInstall.unregister(change.text, 's', change.created).text).toBe(before);
    }
  });
});

describe('what a project sets for the hooks of Qwen Code', () => {
  const { projectFiles, variables } = qwenInstall.settings;

  it('is looked for where the client takes it from, the strongest first', () => {
    expect(projectFiles('/p')).toEqual(['/p/.qwen/settings.json', '/p/.qwen/.env', '/p/.env']);
  });

  it('is read from its settings and from lines of variables, and never fails', () => {
    expect(variables('{"env":{"HOLDFAST_DISABLE":1}}')).toEqual({ HOLDFAST_DISABLE: '1' });
    const lines = '# c\nexport A=1\nB = "x # y"\r\nC=z # end\nD=\n=bad\n__proto__=1\n';
    expect({ ...variables(lines) }).toMatchObject({ A: '1', B: 'x # y', C: 'z', D: '' });
    for (const odd of ['', '{', '{"env":[]}', '{"env":null}', '[]'])
      expect(Object.keys(variables(odd)).filter((name) => name.startsWith('HOLDFAST'))).toEqual([]);
  });

  it('cannot switch us off unheard: the start of a session is told all the same', () => {
    const start = { hook_event_name: 'SessionStart', session_id: 'x', source: 'startup' };
    expect(play('SessionStart', start, { HOLDFAST_DISABLE: '1' }).stdout).toBe('ran qwen\n');
    const { text } = qwenInstall.register('', 's', { form: 'portable' });
    const { command } = JSON.parse(text).hooks.SessionStart[0].hooks[0];
    expect(command).toContain('HOLDFAST_SESSION_START=1');
    expect(command).toContain('||HOLDFAST_DISABLE=lost');
  });
});

describe('a settings file of Qwen Code with comments', () => {
  it.each([
    '{\n  // mine\n  "hooks": {}\n}\n',
    '{\n  "a": 1, /* mine */\n  "b": "// no comment"\n}\n',
  ])('is refused for what Holdfast cannot do, and not as one that the client ignores', (text) => {
    const register = () => qwenInstall.register(text, '/h/settings.json', { form: 'portable' });
    expect(register).toThrow('/h/settings.json cannot be edited: line 2 has a comment.');
    expect(register).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('Qwen Code reads comments') }),
    );
  });

  it('is what only a file with comments counts as', () => {
    const register = (text: string) =>
      qwenInstall.register(text, '/h/settings.json', { form: 'portable' });
    expect(() => register('{"a": 1,}')).toThrow('trailing comma');
    expect(register('{"a": "// text"}').added).toBeGreaterThan(0);
  });
});
