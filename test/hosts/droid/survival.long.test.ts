import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { droidInstall } from '../../../src/hosts/droid/install.ts';
import { DocumentedSession, longPlan } from '../documented-session.ts';

const session = '22222222-2222-4333-8444-555555555555';
const child = '33333333-2222-4333-8444-555555555555';
let rig: DocumentedSession;
beforeEach(() => {
  rig = new DocumentedSession([droidInstall]);
});
afterEach(() => rig.remove());

interface Output {
  decision?: string;
  reason?: string;
  hookSpecificOutput?: Record<string, string>;
}

function send(name: string, more: object = {}): Output {
  const printed = rig.play('droid', name, {
    session_id: session,
    transcript_path: rig.record,
    cwd: rig.project,
    permission_mode: 'auto-high',
    hook_event_name: name,
    ...more,
  });
  return printed === '' ? {} : JSON.parse(printed);
}

const told = (output: Output) => output.hookSpecificOutput?.additionalContext ?? '';
const denied = (output: Output) =>
  output.hookSpecificOutput?.permissionDecision === 'deny'
    ? output.hookSpecificOutput.permissionDecisionReason!
    : '';

const create = () => ({
  tool_name: 'Create',
  tool_input: { file_path: join(rig.project, 'a.ts'), content: 'x' },
});
const read = (text: string) => ({
  tool_name: 'Read',
  tool_input: { file_path: rig.plan },
  tool_response: text,
});
const ls = { tool_name: 'LS', tool_input: {}, tool_response: 'PLAN.md' };

let rows = 0;
const row = (role: string, ...content: object[]) => {
  rows += 1;
  return {
    type: 'message',
    id: `m${rows}`,
    timestamp: new Date().toISOString(),
    message: { role, content },
  };
};
const said = (role: string, text: string) => row(role, { type: 'text', text });
const compacted = (id: string, summaryText: string) => ({
  type: 'compaction_state',
  id,
  timestamp: new Date().toISOString(),
  summaryText,
  summaryKind: 'llm_summary',
  removedCount: 2,
});

function work(): void {
  send('SessionStart', { source: 'startup' });
  rig.rows(
    { type: 'session_start', id: session, version: 2, cwd: rig.project },
    said(
      'user',
      '<system-reminder>\nBe brief.\n</system-reminder>\n\nDo the plan. Never push to main.',
    ),
    row('assistant', {
      type: 'tool_use',
      id: 'c1',
      name: 'Execute',
      input: { command: 'npm test' },
    }),
    row('user', {
      type: 'tool_result',
      tool_use_id: 'c1',
      content: '1 failed\n\n[Process exited with code 1]',
    }),
  );
}

describe('an automatic compaction on droid, as its documents have it', () => {
  it('gates nothing and says nothing before the record shows it, however often a tool runs', () => {
    work();
    send('PreToolUse', create());
    expect(rig.watched(session)).toBe(false);
    expect(send('PreCompact', { trigger: 'auto', custom_instructions: '' })).toEqual({});
    expect(rig.watched(session)).toBe(true);
    expect(send('PostToolUse', ls)).toEqual({});
    expect(send('PreToolUse', create())).toEqual({});
    expect(rig.kinds('droid', session)).not.toContain('armed');
  });

  it('is told with the next tool, gates a change until the plan was read, and ends', () => {
    work();
    send('PreCompact', { trigger: 'auto', custom_instructions: '' });
    rig.rows(compacted('b1', 'The plan was begun.'));
    const brief = told(send('PostToolUse', ls));
    expect(brief).toContain('Never push to main.');
    expect(brief).toContain(rig.plan);
    expect(brief.length).toBeLessThanOrEqual(3_000);
    expect(denied(send('PreToolUse', create()))).toContain(`Read ${rig.plan}`);
    expect(send('PreToolUse', { tool_name: 'Read', tool_input: { file_path: rig.plan } })).toEqual(
      {},
    );
    send('PostToolUse', read(longPlan));
    expect(denied(send('PreToolUse', create()))).toBe('');
    for (let at = 0; at < 12; at += 1) send('PostToolUse', { ...ls, tool_response: `${at}` });
    expect(rig.kinds('droid', session)).toEqual(expect.arrayContaining(['read', 'met']));
    expect(rig.watched(session)).toBe(false);
    expect(rig.faults).toBe('');
  });

  it('comes with the prompt where no tool came before, and keeps what the first one kept', () => {
    work();
    send('PreCompact', { trigger: 'auto' });
    rig.rows(compacted('b1', 'The plan was begun.'));
    expect(told(send('UserPromptSubmit', { prompt: 'go on' }))).toContain('Never push to main.');
    rig.rows(said('user', 'go on. Use tabs, not spaces.'), said('assistant', 'Yes.'));
    send('PreCompact', { trigger: 'auto' });
    rig.rows(compacted('b2', 'The plan goes on.'));
    const brief = told(send('PostToolUse', ls));
    expect(brief).toContain('Never push to main.');
    expect(brief).toContain('Use tabs, not spaces.');
  });

  it('never locks the agent out that does not read', () => {
    work();
    send('PreCompact', { trigger: 'auto' });
    rig.rows(compacted('b1', 'The plan was begun.'));
    send('PostToolUse', ls);
    const tries = Array.from({ length: 8 }, (_, at) => {
      const reason = denied(send('PreToolUse', create()));
      // The client puts a denial before the model as the call's result, and the model answers.
      rig.rows(
        row('user', {
          type: 'tool_result',
          tool_use_id: `d${at}`,
          content: reason,
          is_error: true,
        }),
        said('assistant', 'Once more.'),
      );
      return reason !== '';
    });
    expect(tries.slice(0, 3)).toEqual([true, true, true]);
    expect(tries.at(-1)).toBe(false);
  });
});

describe('a turn on droid that ends behind an automatic compaction', () => {
  it('is taken up again once, where the agent was at work, and not around a question', () => {
    work();
    send('PreCompact', { trigger: 'auto' });
    rig.rows(compacted('b1', 'The plan was begun.'), said('assistant', 'All done.'));
    expect(send('Stop')).toMatchObject({ decision: 'block' });
    expect(send('Stop')).toEqual({});
    rig.rows(said('user', '[Holdfast c1-abcdef] …'), said('assistant', 'Reading.'));
    send('PreCompact', { trigger: 'auto' });
    rig.rows(compacted('b2', 'The plan goes on.'), said('assistant', 'Shall I delete the branch?'));
    expect(send('Stop')).toEqual({});
  });

  it('is left alone where nothing was going on when the compaction came', () => {
    work();
    rig.rows(said('assistant', 'All done.'));
    send('PreCompact', { trigger: 'auto' });
    rig.rows(compacted('b1', 'The plan was begun.'));
    expect(send('Stop')).toEqual({});
  });
});

describe('a compaction on droid that a person asked for', () => {
  it('goes on in a new session with the facts of the one before', () => {
    work();
    send('PreCompact', { trigger: 'manual', custom_instructions: 'keep the ids' });
    const transcript_path = join(rig.root, 'child.jsonl');
    const first = { type: 'session_start', id: child, parent: session, version: 2 };
    const record = [{ ...first, cwd: rig.project }, compacted('b1', 'The plan was begun.')];
    writeFileSync(transcript_path, record.map((one) => `${JSON.stringify(one)}\n`).join(''));
    const here = { session_id: child, transcript_path };
    const start = { ...here, source: 'compact', previous_session_id: session };
    const brief = told(send('SessionStart', start));
    expect(brief).toContain('Never push to main.');
    expect(brief).toContain(rig.plan);
    expect(denied(send('PreToolUse', { ...create(), ...here }))).toContain('Read ');
    send('PostToolUse', { ...read(longPlan), ...here });
    expect(send('PreToolUse', { ...create(), ...here })).toEqual({});
    // The session that was left is not gated by it.
    expect(send('PreToolUse', create())).toEqual({});
    // It starts by the same name whenever it is opened again.
    appendFileSync(transcript_path, `${JSON.stringify(said('assistant', 'Going on.'))}\n`);
    send('SessionStart', start);
    expect(send('PreToolUse', { ...create(), ...here })).toEqual({});
    expect(rig.journal('droid', child).filter(({ kind }) => kind === 'armed')).toMatchObject([
      { by: 'session-start', boundary: 'b1' },
    ]);
  });
});

describe('a brief on droid', () => {
  it('goes out once, since the record need not show what was told', () => {
    send('SessionStart', { source: 'startup' });
    // The file is written behind the event.
    rig.rows({ type: 'session_start', id: session, version: 2, cwd: rig.project });
    expect(told(send('SessionStart', { source: 'compact' }))).toContain(rig.plan);
    rig.rows(compacted('b1', 'The plan was begun.'), said('assistant', 'Going on.'));
    for (let at = 0; at < 3; at += 1) expect(told(send('PostToolUse', ls))).not.toContain(rig.plan);
    const kinds = rig.kinds('droid', session);
    expect(kinds).toContain('boundary');
    expect(kinds.filter((kind) => kind === 'brief')).toHaveLength(1);
    expect(kinds).not.toContain('undelivered');
  });
});

describe('the commands that droid runs', () => {
  it('end 0 without a word when Holdfast is gone, since any other end refuses or stops something', () => {
    work();
    send('PreCompact', { trigger: 'auto' });
    removeFolder(join(rig.state, 'bin'));
    for (const name of ['PreToolUse', 'PostToolUse', 'PreCompact', 'Stop', 'UserPromptSubmit'])
      expect(send(name, create())).toEqual({});
  });
});
