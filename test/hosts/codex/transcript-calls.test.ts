import { describe, expect, it } from 'vitest';
import { codexReader } from '../../../src/hosts/codex/transcript.ts';
import { only } from '../reading.ts';
import { call, custom, event, item, meta, output, printed, rollout } from './rollout.ts';

const results = (rows: object[]) => only(rollout(rows).items, 'result').map((one) => one.result);
const run = (id: string) => call(id, 'exec_command', { cmd: 'npm test' });

describe('calls and how they ended', () => {
  it.each([
    ['a passing command', printed('ok\n'), 'ok', 0, 'ok\n'],
    ['a failed one', printed('bad\n', 'Process exited with code 2'), 'failed', 2, 'bad\n'],
    [
      'one with its command line first',
      `Command: /bin/zsh -lc 'cat <<E\nx\nE'\n${printed('a')}`,
      'ok',
      0,
      'a',
    ],
    ['the freeform shell', 'Exit code: 1\nWall time: 0.1 seconds\nOutput:\nno', 'failed', 1, 'no'],
    [
      'JSON',
      '{"output":"done","metadata":{"exit_code":0,"duration_seconds":0.1}}',
      'ok',
      0,
      'done',
    ],
    ['JSON of a failure', '{"output":"x","metadata":{"exit_code":127}}', 'failed', 127, 'x'],
    ['bare text', 'hello', 'ok', undefined, 'hello'],
    ['no start', 'exec_command failed for `x`: No such file', 'failed', undefined, undefined],
    [
      'a patch that did not fit',
      'apply_patch verification failed: x',
      'failed',
      undefined,
      undefined,
    ],
    ['an interruption', 'aborted by user after 3.2s', 'interrupted', undefined, undefined],
    [
      'a hook’s denial',
      'Command blocked by PreToolUse hook: read first. Command: ls',
      'denied',
      undefined,
      undefined,
    ],
    [
      'a person’s denial',
      'exec_command failed: CreateProcess { message: "Rejected(\\"rejected by user\\")" }',
      'denied',
      undefined,
      undefined,
    ],
  ])('reads the outcome of %s', (_name, text, outcome, exitCode, kept) => {
    const [result] = results([run('c1'), output('c1', text)]);
    expect(result!.outcome).toBe(outcome);
    expect(result!.exitCode).toBe(exitCode);
    if (kept !== undefined) expect(result!.text).toBe(kept);
  });

  it('does not find an exit code in what a command printed', () => {
    const [result] = results([run('c1'), output('c1', 'log:\nProcess exited with code 3\n')]);
    expect(result).toMatchObject({ outcome: 'ok' });
    expect(result!.exitCode).toBeUndefined();
  });

  it('takes the exit code of the client’s own row, and counts the call once', () => {
    const end = event('exec_command_end', {
      call_id: 'c1',
      command: ['/bin/zsh', '-lc', 'npm test'],
      exit_code: 1,
      aggregated_output: 'x',
    });
    for (const rows of [
      [run('c1'), end, output('c1', 'x')],
      [run('c1'), output('c1', printed('x', 'Process exited with code 1')), end],
    ]) {
      expect(only(rollout(rows).items, 'call')).toHaveLength(1);
      expect(results(rows)).toMatchObject([{ callId: 'c1', outcome: 'failed', exitCode: 1 }]);
    }
  });

  it('tells a patch once, with its files', () => {
    const patch = '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** End Patch';
    const { items } = rollout([
      custom('c1', 'apply_patch', patch),
      event('patch_apply_end', { call_id: 'c1', success: true, changes: { 'src/a.ts': {} } }),
      output('c1', 'Success. Updated the following files:\nM src/a.ts\n'),
    ]);
    expect(items).toMatchObject([
      { type: 'call', call: { kind: 'edit', paths: ['src/a.ts'] } },
      { type: 'result', result: { outcome: 'ok' } },
    ]);
  });

  it('follows a long command to its end in a later call', () => {
    const { items } = rollout([
      run('c1'),
      output('c1', printed('', 'Process running with session ID 42')),
      call('c2', 'write_stdin', { session_id: 42, chars: '' }),
      output('c2', printed('1 failed\n', 'Process exited with code 1')),
    ]);
    expect(items).toMatchObject([
      { type: 'call', call: { command: 'npm test' } },
      { type: 'result', result: { callId: 'c1', backgroundId: '42' } },
      { type: 'call', call: { name: 'write_stdin', kind: 'shell', command: 'npm test' } },
      { type: 'result', result: { callId: 'c2', outcome: 'failed', exitCode: 1 } },
      { type: 'background-ended', backgroundId: '42', outcome: 'exit 1' },
    ]);
    expect(items[3]).not.toHaveProperty('result.backgroundId');
  });

  it('tells the end of a long command once, whichever row says it', () => {
    const { items } = rollout([
      run('c1'),
      output('c1', printed('', 'Process running with session ID 42')),
      event('exec_command_end', { call_id: 'c1', process_id: '42', exit_code: 0, command: ['x'] }),
      call('c2', 'write_stdin', { session_id: 42 }),
      output('c2', printed('ok')),
    ]);
    expect(only(items, 'background-ended')).toHaveLength(1);
    expect(only(items, 'result').at(-1)!.result).toMatchObject({ exitCode: 0 });
    expect(only(items, 'call').at(-1)!.call.command).toBe('npm test');
  });

  it('gives the plan as the whole list of todos', () => {
    const plan = [
      { step: 'read', status: 'completed' },
      { step: 'write', status: 'in_progress' },
      { step: 'test', status: 'odd' },
    ];
    const { items } = rollout([call('c1', 'update_plan', { plan }), output('c1', 'Plan updated')]);
    expect(only(items, 'todos')).toMatchObject([
      {
        mode: 'replace',
        items: [
          { id: '1', text: 'read', status: 'completed' },
          { id: '2', text: 'write', status: 'in_progress' },
          { id: '3', text: 'test', status: 'pending' },
        ],
      },
    ]);
  });

  it('knows which subagents run, which never started, and when they end', () => {
    const { items } = rollout([
      call('c1', 'spawn_agent', { message: 'review' }),
      output('c1', '{"agent_id":"a1","nickname":"Ohm"}'),
      call('c2', 'spawn_agent', { message: 'review' }),
      output('c2', 'collab spawn failed: agent thread limit reached (max 6)'),
      call('c3', 'wait_agent', { targets: ['a1', 'a2'] }),
      output('c3', '{"status":{"a1":{"completed":"fine"},"a2":"running"},"timed_out":false}'),
      call('c4', 'close_agent', { target: 'a2' }),
      output('c4', '{"previous_status":"running"}'),
    ]);
    expect(
      only(items, 'result').map((one) => [one.result.outcome, one.result.backgroundId]),
    ).toEqual([
      ['ok', 'a1'],
      ['failed', undefined],
      ['ok', undefined],
      ['ok', undefined],
    ]);
    expect(only(items, 'background-ended').map((one) => [one.backgroundId, one.outcome])).toEqual([
      ['a1', 'completed'],
      ['a2', 'closed'],
    ]);
  });

  it('hands on what a person answered in the client’s dialog', () => {
    const asked = { questions: [{ id: 'q', question: 'Which store?', options: [] }] };
    const { items } = rollout([
      call('c1', 'request_user_input', asked),
      output('c1', '{"answers":{"q":{"answers":["sqlite"]}}}'),
    ]);
    expect(only(items, 'call')[0]!.call).toMatchObject({
      kind: 'question',
      detail: 'Which store?',
    });
    expect(only(items, 'result')[0]!.result.answers).toEqual([
      { question: 'Which store?', answer: 'sqlite', rejected: [] },
    ]);
  });

  it('reads a web search, which has neither a name nor an id, and an output that is an object', () => {
    const { items } = rollout([
      item({ type: 'web_search_call', status: 'completed', action: { query: 'git worktree' } }),
      run('c1'),
      output('c1', { content: [{ type: 'input_text', text: 'no' }], success: false }),
    ]);
    expect(only(items, 'call')[0]!.call).toEqual({
      name: 'web_search',
      kind: 'web',
      paths: [],
      detail: 'git worktree',
    });
    expect(only(items, 'result')[0]!.result).toMatchObject({ outcome: 'failed', text: 'no' });
  });

  it('tells a call that only the client’s own row names, from there', () => {
    const { items } = rollout([
      event('mcp_tool_call_end', {
        call_id: 'm1',
        invocation: { server: 'gh', tool: 'pr.list', arguments: {} },
        result: { Err: 'no access' },
      }),
      event('item_completed', {
        item: {
          type: 'FileChange',
          id: 'f1',
          changes: { 'a.ts': { move_path: 'b.ts' } },
          status: 'completed',
        },
      }),
      event('exec_command_end', {
        call_id: 'u1',
        source: 'user_shell',
        command: ['ls'],
        exit_code: 0,
      }),
    ]);
    expect(items).toMatchObject([
      { type: 'call', call: { id: 'm1', name: 'mcp__gh__pr_list', kind: 'other' } },
      { type: 'result', result: { outcome: 'failed', text: 'no access' } },
      { type: 'call', call: { id: 'f1', kind: 'edit', paths: ['a.ts', 'b.ts'] } },
      { type: 'result', result: { outcome: 'ok' } },
    ]);
  });

  it('leaves a call without a result open, and keeps the ends of a long output', () => {
    const { items } = rollout([run('c1'), run('c2'), output('c2', `${'a'.repeat(20_000)}END`)]);
    expect(only(items, 'call')).toHaveLength(2);
    const [result] = only(items, 'result').map((one) => one.result);
    expect(result!.length).toBe(20_003);
    expect(result!.text.length).toBeLessThan(8200);
    expect(result!.text.endsWith('END')).toBe(true);
  });

  it('names a folder only where it is not the session’s own', () => {
    const at = (workdir: string) => call('c1', 'exec_command', { cmd: 'ls', workdir });
    const folder = (row: object) => only(rollout([meta(), row]).items, 'call')[0]!.call.cwd;
    expect(folder(at('/home/dev/proj/'))).toBeUndefined();
    expect(folder(at('.'))).toBeUndefined();
    expect(folder(at('web'))).toBe('/home/dev/proj/web');
    expect(folder(at('/tmp/x'))).toBe('/tmp/x');
  });

  it('tells a call that is written twice under one id once', () => {
    expect(only(rollout([run('c1'), run('c1')]).items, 'call')).toHaveLength(1);
  });

  it('tells the end of a long command once over two readings', () => {
    const first = codexReader();
    rollout(
      [
        run('c1'),
        output('c1', printed('', 'Process running with session ID 42')),
        event('exec_command_end', { call_id: 'c1', process_id: '42', exit_code: 0 }),
      ],
      first,
    );
    const second = codexReader();
    second.restore!(first.memory!());
    const rows = [call('c2', 'write_stdin', { session_id: 42 }), output('c2', printed('ok'))];
    const { items } = rollout(rows, second);
    expect(items.map((one) => one.type)).toEqual(['call', 'result']);
    expect(only(items, 'call')[0]!.call.command).toBe('npm test');
  });
});
