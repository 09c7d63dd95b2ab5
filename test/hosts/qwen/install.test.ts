import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { qwenInstall } from '../../../src/hosts/qwen/install.ts';
import { playedCommands } from '../played-commands.ts';

const { inState, play } = playedCommands(qwenInstall);

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
    mkdirSync(inState('watch'));
    writeFileSync(inState('watch', 'other'), '');
    expect(play('PreToolUse', call, env).stdout).toBe('');
    writeFileSync(inState('watch', 'x'), '');
    expect(play('PreToolUse', call, env).stdout).toBe('ran qwen\n');
  });

  it('end 0 and print nothing when Holdfast is gone', () => {
    removeFolder(inState('bin'));
    for (const event of ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'Stop']) {
      const { stdout, stderr, status } = play(event, { prompt: 'x', session_id: 'x' });
      expect([event, stdout, stderr, status]).toEqual([event, '', '', 0]);
    }
  });

  it('are known again, so that they can be taken out [R43]', () => {
    for (const launcher of [
      { form: 'portable' },
      { form: 'fixed', stateFolder: inState() },
    ] as const) {
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
