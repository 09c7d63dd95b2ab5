import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claudeCodeInstall } from '../../../src/hosts/claude-code/install.ts';
import { cursorInstall } from '../../../src/hosts/cursor/install.ts';
import { DocumentedSession, longPlan } from '../documented-session.ts';

const session = '11111111-2222-4333-8444-555555555555';
let rig: DocumentedSession;
beforeEach(() => {
  rig = new DocumentedSession([cursorInstall, claudeCodeInstall]);
});
afterEach(() => rig.remove());

const payload = (name: string, more: object = {}) => ({
  conversation_id: session,
  session_id: session,
  generation_id: 'gen-1',
  model: 'default',
  hook_event_name: name,
  cursor_version: '3.12.29',
  workspace_roots: [rig.project],
  transcript_path: rig.record,
  ...more,
});

function send(name: string, more: object = {}): Record<string, string> {
  const printed = rig.play('cursor', name, payload(name, more));
  return printed === '' ? {} : JSON.parse(printed);
}

const write = () => ({
  tool_name: 'Write',
  tool_input: { file_path: join(rig.project, 'a.ts'), content: 'x' },
  tool_use_id: 'call_w',
});
const read = (length: number, range: object = {}) => ({
  tool_name: 'Read',
  tool_input: { file_path: rig.plan, ...range },
  tool_output: JSON.stringify({ content_length: length }),
  tool_use_id: 'call_r',
});
const cat = () => ({
  tool_name: 'Shell',
  tool_input: { command: `cat ${rig.plan}` },
  tool_output: JSON.stringify({ output: longPlan, exitCode: 0 }),
  tool_use_id: 'call_c',
});
const ls = {
  tool_name: 'Shell',
  tool_input: { command: 'ls' },
  tool_output: '{"output":"PLAN.md\\n","exitCode":0}',
};

function work(): void {
  send('sessionStart', { is_background_agent: false });
  rig.rows(said('user', '<user_query>\nDo the plan. Never push to main.\n</user_query>'), {
    role: 'assistant',
    message: { content: [{ type: 'tool_use', name: 'Shell', input: {} }] },
  });
}

const said = (role: string, text: string) => ({
  role,
  message: { content: [{ type: 'text', text }] },
});

const compact = () => send('preCompact', { trigger: 'auto', is_first_compaction: true });

describe('a compaction on Cursor, as its documents have it', () => {
  it('starts nothing for tools before it was announced, and answers with an object all the same', () => {
    work();
    expect(send('preToolUse', write())).toEqual({});
    expect(rig.watched(session)).toBe(false);
    expect(rig.kinds('cursor', session)).toEqual(['session']);
  });

  it('is told with the next tool, gates a change until the plan was read, and ends', () => {
    work();
    expect(compact()).toEqual({});
    expect(rig.watched(session)).toBe(true);
    const told = send('postToolUse', ls).additional_context ?? '';
    expect(told).toContain('Never push to main.');
    expect(told).toContain(rig.plan);
    expect(told.length).toBeLessThanOrEqual(3_000);
    const denied = send('preToolUse', write());
    expect(denied).toMatchObject({ permission: 'deny' });
    expect(denied.agent_message).toContain(`Read ${rig.plan}`);
    expect(send('preToolUse', { ...read(0), tool_output: undefined })).toEqual({});
    expect(send('postToolUse', cat())).toEqual({});
    expect(send('preToolUse', write())).toEqual({});
    expect(rig.kinds('cursor', session)).toContain('read');
    for (let at = 0; at < 12; at += 1) send('postToolUse', { ...ls, tool_use_id: `call_${at}` });
    expect(rig.kinds('cursor', session)).toContain('met');
    expect(rig.watched(session)).toBe(false);
    expect(rig.faults).toBe('');
  });

  it('counts as read what the client says was shown of a file, where that is the whole file', () => {
    work();
    compact();
    send('postToolUse', ls);
    for (const part of [read(longPlan.length - 1), read(longPlan.length, { limit: 5 })]) {
      send('postToolUse', part);
      expect(send('preToolUse', write())).toMatchObject({ permission: 'deny' });
    }
    send('postToolUse', read(longPlan.length));
    expect(send('preToolUse', write())).toEqual({});
  });

  it('comes with a denial where the next call would change something', () => {
    work();
    compact();
    const denied = send('preToolUse', write());
    expect(denied.agent_message).toContain('Never push to main.');
    expect(denied.user_message!.length).toBeLessThanOrEqual(300);
  });

  it('never locks the agent out that does not read', () => {
    work();
    compact();
    const tries = Array.from({ length: 8 }, () => send('preToolUse', write()).permission);
    expect(tries.indexOf(undefined as never)).toBeGreaterThan(2);
    expect(tries.at(-1)).toBeUndefined();
    const released = rig.journal('cursor', session).find(({ kind }) => kind === 'released');
    expect(released).toMatchObject({ why: 'denial-cap' });
  });

  it('is taken up again where its turn ends without a call, once, and not around a question', () => {
    work();
    compact();
    rig.rows(said('assistant', 'All done.'), { type: 'turn_ended', status: 'success' });
    expect(send('stop', { status: 'completed' }).followup_message).toContain('Never push to main.');
    expect(send('stop', { status: 'completed' })).toEqual({});
    compact();
    rig.rows(said('assistant', 'Shall I delete the old branch?'));
    expect(send('stop', { status: 'completed' })).toEqual({});
  });

  it('loses nothing of the first when a second one comes', () => {
    work();
    compact();
    send('postToolUse', ls);
    rig.rows(said('user', '<user_query>\nUse tabs, not spaces.\n</user_query>'));
    compact();
    const told = send('postToolUse', ls).additional_context ?? '';
    expect(told).toContain('Never push to main.');
    expect(told).toContain('Use tabs, not spaces.');
    const armed = rig.journal('cursor', session).filter(({ kind }) => kind === 'armed');
    expect(armed).toMatchObject([{ by: 'announcement' }, { by: 'announcement' }]);
  });

  it('is survived without a record too, by the task and the gate', () => {
    const bare = { transcript_path: null };
    send('sessionStart', bare);
    send('preCompact', { trigger: 'auto', ...bare });
    expect(send('postToolUse', { ...ls, ...bare }).additional_context).toContain(rig.plan);
    expect(send('preToolUse', { ...write(), ...bare })).toMatchObject({ permission: 'deny' });
  });

  it('is answered once, by the hooks of Cursor, where it runs those of Claude Code too', () => {
    work();
    // What Claude Code's settings register: nothing for the end of a call.
    const names = { preCompact: 'PreCompact', preToolUse: 'PreToolUse', postToolUse: undefined };
    const answers = (['preCompact', 'postToolUse', 'preToolUse'] as const).map((name) => {
      const more =
        name === 'preToolUse' ? write() : name === 'postToolUse' ? ls : { trigger: 'auto' };
      const env = { CLAUDE_PROJECT_DIR: rig.project, CURSOR_VERSION: '3.12.29' };
      // In the client's own names, and as a translation of them would be.
      const other = names[name];
      const others =
        other === undefined
          ? []
          : [name, other].map((hook_event_name) =>
              rig.play('claude-code', other, { ...payload(name, more), hook_event_name }, env),
            );
      return { own: send(name, more), others };
    });
    expect(answers.map(({ others }) => others)).toEqual([['', ''], [], ['', '']]);
    expect(answers[1]!.own.additional_context).toContain('Never push to main.');
    expect(answers[2]!.own).toMatchObject({ permission: 'deny' });
    expect(existsSync(join(rig.state, 'sessions', 'claude-code'))).toBe(false);
    expect(rig.journal('cursor', session).filter(({ kind }) => kind === 'armed')).toHaveLength(1);
  });

  it('is told from a session of Claude Code by the environment too, whatever the payload says', () => {
    const plain = { session_id: session, cwd: rig.project, hook_event_name: 'SessionStart' };
    const start = (env: Record<string, string>) => {
      rig.play('claude-code', 'SessionStart', { ...plain, source: 'startup' }, env);
      return rig.kinds('claude-code', session);
    };
    expect(start({ CURSOR_VERSION: '3.12.29', CLAUDE_PROJECT_DIR: rig.project })).toEqual([]);
    // Claude Code itself, started from something that Cursor started.
    expect(start({ CURSOR_VERSION: '3.12.29', CLAUDECODE: '1' })).toEqual(['session']);
  });

  it('goes on without a word when Holdfast is gone', () => {
    work();
    compact();
    writeFileSync(join(rig.state, 'bin', 'hook'), 'exit 1\n');
    for (const name of ['preToolUse', 'postToolUse', 'preCompact', 'stop', 'sessionEnd'])
      expect(send(name, write())).toEqual({});
  });
});
