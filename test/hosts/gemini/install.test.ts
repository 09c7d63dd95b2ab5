import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { geminiInstall } from '../../../src/hosts/gemini/install.ts';
import { playedCommands } from '../played-commands.ts';

const { inState, play } = playedCommands(geminiInstall);

describe('the commands that Gemini CLI runs', () => {
  it('start nothing before a request without a snapshot, and pass one with it on byte for byte', () => {
    const request = (content: string) => ({
      hook_event_name: 'BeforeModel',
      session_id: 'x',
      llm_request: { messages: [{ role: 'user', content }] },
    });
    expect(play('BeforeModel', request('go on'))).toEqual({
      ...{ stdout: '', stderr: '', status: 0, seen: undefined },
    });
    const odd = request(`<state_snapshot> %s \\n $(x) '\u{1f642}' -n`);
    const played = play('BeforeModel', odd);
    expect(played.stdout).toBe('ran gemini\n');
    expect(JSON.parse(played.seen!)).toEqual(odd);
  });

  it('have their time in milliseconds', () => {
    const { text } = geminiInstall.register('', 's', { form: 'portable' });
    for (const [event, [group]] of Object.entries<{ hooks: { timeout: number }[] }[]>(
      JSON.parse(text).hooks,
    ))
      expect([event, group!.hooks[0]!.timeout >= 2000]).toEqual([event, true]);
  });

  it('start nothing for a tool call while this session is not watched', () => {
    const call = { hook_event_name: 'BeforeTool', session_id: 'x' };
    const env = { GEMINI_SESSION_ID: 'x' };
    mkdirSync(inState('watch'));
    writeFileSync(inState('watch', 'other'), '');
    expect(play('BeforeTool', call, env).stdout).toBe('');
    writeFileSync(inState('watch', 'x'), '');
    expect(play('BeforeTool', call, env).stdout).toBe('ran gemini\n');
  });

  it('end 0 and print nothing when Holdfast is gone', () => {
    removeFolder(inState('bin'));
    for (const event of [
      'SessionStart',
      'BeforeAgent',
      'BeforeTool',
      'AfterAgent',
      'BeforeModel',
    ]) {
      const { stdout, stderr, status } = play(event, { prompt: 'x', session_id: 'x' });
      expect([event, stdout, stderr, status]).toEqual([event, '', '', 0]);
    }
  });

  it('are known for switched off where the settings say so', () => {
    const off = (enabled: boolean) =>
      geminiInstall.hooksOff(JSON.stringify({ hooksConfig: { enabled } }), 's');
    expect([off(false), off(true), geminiInstall.hooksOff('{}', 's')]).toEqual([
      ...['hooksConfig.enabled', undefined, undefined],
    ]);
  });

  it('are known again, so that they can be taken out [R43]', () => {
    for (const launcher of [
      { form: 'portable' },
      { form: 'fixed', stateFolder: inState() },
    ] as const) {
      const before = '{\n  "theme": "x"\n}\n';
      const change = geminiInstall.register(before, 's', launcher);
      expect(geminiInstall.registered(change.text, 's')).toHaveLength(7);
      expect(geminiInstall.unregister(change.text, 's', change.created).text).toBe(before);
    }
  });
});

describe('what a project sets for the hooks of Gemini CLI', () => {
  const { projectFiles, variables } = geminiInstall.settings;

  it('is looked for where the client takes it from, the strongest first', () => {
    expect(projectFiles('/p')).toEqual(['/p/.gemini/settings.json', '/p/.gemini/.env', '/p/.env']);
  });

  it('is read from lines of variables, and never fails', () => {
    expect(variables('{"env":{"HOLDFAST_DISABLE":1}}')).toEqual({});
    const lines = '# c\nexport A=1\nB = "x # y"\r\nC=z # end\nD=\n=bad\n__proto__=1\n';
    expect({ ...variables(lines) }).toMatchObject({ A: '1', B: 'x # y', C: 'z', D: '' });
    for (const odd of ['', '{', '{"env":[]}', '{"env":null}', '[]'])
      expect(Object.keys(variables(odd)).filter((name) => name.startsWith('HOLDFAST'))).toEqual([]);
  });

  it('cannot switch us off unheard: the start of a session is told all the same', () => {
    const start = { hook_event_name: 'SessionStart', session_id: 'x', source: 'startup' };
    expect(play('SessionStart', start, { HOLDFAST_DISABLE: '1' }).stdout).toBe('ran gemini\n');
    const { text } = geminiInstall.register('', 's', { form: 'portable' });
    const { command } = JSON.parse(text).hooks.SessionStart[0].hooks[0];
    expect(command).toContain('HOLDFAST_SESSION_START=1');
    expect(command).toContain('||HOLDFAST_DISABLE=lost');
  });
});
