import { describe, expect, it } from 'vitest';
import { claudeCodeReader } from '../../../src/hosts/claude-code/transcript.ts';
import { only } from '../reading.ts';
import { call, outer, readRows, result, user } from './transcript-reading.ts';

/** The one result of a call with this input, content and structured result. */
function ended(name: string, content: unknown, extra: object = {}, isError?: boolean) {
  const { items } = readRows([call('t1', name, {}), result('t1', content, extra, isError)]);
  return only(items, 'result')[0]!.result;
}

describe('calls and results', () => {
  it('reads a call with its paths, lines and command, and leaves file content out', () => {
    const rows = [
      call('a', 'Read', { file_path: '/p/a.ts', offset: 10, limit: 5 }),
      call('b', 'Bash', { command: 'npm test', run_in_background: true }),
      call('c', 'Write', { content: 'x'.repeat(50), file_path: '/p/b.ts' }),
    ];
    expect(only(readRows(rows).items, 'call').map((item) => item.call)).toEqual([
      { id: 'a', name: 'Read', kind: 'read', paths: ['/p/a.ts'], range: { start: 10, end: 14 } },
      { id: 'b', name: 'Bash', kind: 'shell', paths: [], command: 'npm test', background: true },
      { id: 'c', name: 'Write', kind: 'write', paths: ['/p/b.ts'] },
    ]);
  });

  it('says of a call without a result only that it was made [case 35]', () => {
    const { items } = readRows([call('t1', 'Bash', { command: 'sleep 9' })]);
    expect(only(items, 'call')).toHaveLength(1);
    expect(only(items, 'result')).toEqual([]);
  });

  it.each([
    [
      'a passing command, which has no exit code anywhere',
      'ok\n',
      {},
      undefined,
      { outcome: 'ok' },
    ],
    ['a failed command', 'Exit code 3\nboom', {}, true, { outcome: 'failed', exitCode: 3 }],
    ['output that only looks like an exit code', 'Exit code 3', {}, false, { outcome: 'ok' }],
    [
      'a tool error',
      '<tool_use_error>File does not exist.</tool_use_error>',
      {},
      true,
      { outcome: 'failed' },
    ],
    [
      'an error without a prefix',
      'Request failed with status code 404',
      {},
      true,
      { outcome: 'failed' },
    ],
    [
      'a refusal by the person',
      "The user doesn't want to proceed with this tool use. The tool use was rejected",
      { toolUseResult: 'User rejected tool use' },
      true,
      { outcome: 'denied', refused: true },
    ],
    [
      'a denial by a hook',
      'PreToolUse:Bash hook error: read PLAN.md first',
      {},
      true,
      { outcome: 'denied' },
    ],
    [
      'a denial that the row names',
      'no',
      { toolDenialKind: 'permission-rule' },
      true,
      { outcome: 'denied' },
    ],
    [
      'an interrupted call',
      'x',
      { toolDenialKind: 'interrupted' },
      true,
      { outcome: 'interrupted', refused: true },
    ],
    [
      'a command stopped by the person',
      'partly',
      { toolUseResult: { stdout: 'partly', stderr: '', interrupted: true } },
      false,
      { outcome: 'interrupted', refused: true },
    ],
    [
      'an interruption in words',
      "The user doesn't want to take this action right now. STOP what you are doing",
      {},
      true,
      { outcome: 'interrupted', refused: true },
    ],
    [
      'output that was moved to a file',
      '<persisted-output>\nOutput too large (40KB). Full output saved to: /x\n</persisted-output>',
      { toolUseResult: { stdout: 'x', persistedOutputPath: '/x' } },
      false,
      { outcome: 'ok', partial: true },
    ],
    [
      'a background start',
      'Command running in background with ID: b1',
      { toolUseResult: { stdout: '', stderr: '', interrupted: false, backgroundTaskId: 'b1' } },
      false,
      { outcome: 'ok', backgroundId: 'b1' },
    ],
  ])('reads %s', (_name, content, extra, isError, expected) => {
    const { callId, text, length, ...rest } = ended('Bash', content, extra, isError);
    expect(callId).toBe('t1');
    expect(text).toBe(content);
    expect(length).toBe((content as string).length);
    expect(rest).toEqual(expected);
  });

  it('reads content as a list of blocks, pictures aside', () => {
    const content = [
      { type: 'text', text: 'one' },
      { type: 'image', source: { data: 'AAAA' } },
      { type: 'text', text: 'two' },
    ];
    expect(ended('mcp__x__y', content)).toMatchObject({ text: 'one\ntwo', length: 7 });
    expect(ended('Bash', null)).toMatchObject({ text: '', outcome: 'ok' });
    expect(ended('Bash', 7)).toMatchObject({ text: '' });
  });

  it('keeps head and tail of a long output and says what it left out', () => {
    const output = `${'first line\n'.repeat(2000)}héé \\ "quoted" ${'last line\n'.repeat(2000)}`;
    const { text, length } = ended('Bash', output);
    expect(text.length).toBeLessThan(8200);
    expect(text.startsWith('first line\nfirst line\n')).toBe(true);
    expect(text.endsWith('last line\nlast line\n')).toBe(true);
    expect(text).toMatch(/\n\[… \d+ bytes left out …\]\n/);
    expect(length).toBeGreaterThanOrEqual(output.length);
  });

  it('keeps all of an output that names failing tests', () => {
    const output = `${'ok a\n'.repeat(2000)}--- FAIL: TestOne\n${'ok b\n'.repeat(2000)}`;
    expect(ended('Bash', output).text).toBe(output);
  });

  it('starts an agent in the background by its id, and knows one that has ended as such', () => {
    const started = { isAsync: true, status: 'async_launched', agentId: 'a7', outputFile: '/x' };
    expect(ended('Agent', 'launched', { toolUseResult: started }).backgroundId).toBe('a7');
    const finished = { status: 'completed', agentId: 'a7', content: [] };
    expect(ended('Task', 'done', { toolUseResult: finished }).backgroundId).toBeUndefined();
    const notice =
      '<task-notification>\n<task-id>a7</task-id>\n<status>completed</status>\n<summary>x</summary>\n</task-notification>';
    const { items } = readRows([user(notice, { origin: { kind: 'task-notification' } })]);
    expect(only(items, 'background-ended')).toMatchObject([
      { backgroundId: 'a7', outcome: 'completed' },
    ]);
    const status = { type: 'task_status', taskId: 'b2', status: 'failed', taskType: 'local_bash' };
    expect(
      only(readRows([outer({ type: 'attachment', attachment: status })]).items, 'background-ended'),
    ).toMatchObject([{ backgroundId: 'b2', outcome: 'failed' }]);
  });

  it('does not believe a task notification that a person pasted', () => {
    const notice =
      '<task-notification>\n<task-id>a7</task-id>\n<status>completed</status>\n</task-notification> look';
    const { items } = readRows([
      user(notice, { origin: { kind: 'human' }, promptSource: 'typed' }),
    ]);
    expect(only(items, 'background-ended')).toEqual([]);
    expect(only(items, 'user')).toMatchObject([{ origin: 'typed', text: notice }]);
  });

  it('marks the same call and result under a new row id as copies', () => {
    const rows = [
      call('t1', 'Bash', { command: 'ls' }),
      call('t1', 'Bash', { command: 'ls' }),
      result('t1', 'a'),
      result('t1', 'a'),
    ];
    const { items } = readRows(rows);
    expect(only(items, 'call').map((item) => item.replayed === true)).toEqual([false, true]);
    expect(only(items, 'result').map((item) => item.replayed === true)).toEqual([false, true]);
  });

  it('marks the rows that a second compaction appends again as copies [case 62]', () => {
    const rows = [
      user('first'),
      call('t1', 'Bash', { command: 'ls' }),
      result('t1', 'a'),
      user('latest'),
    ];
    const boundary = outer({ type: 'system', subtype: 'compact_boundary', compactMetadata: null });
    const { items } = readRows([...rows, boundary, ...rows.slice(0, 3)]);
    const news = items.filter((item) => item.replayed !== true);
    expect(only(news, 'user').map((item) => item.text)).toEqual(['first', 'latest']);
    expect(only(news, 'call')).toHaveLength(1);
    expect(only(items, 'user').at(-1)).toMatchObject({ text: 'first', replayed: true });
  });

  it('knows the copies of rows that an earlier reading saw, the oldest ones too [case 62]', () => {
    const rows = Array.from({ length: 600 }, (_, index) =>
      user(`say ${index}`, { timestamp: new Date(1_800_000_000_000 + index * 1000).toISOString() }),
    );
    const first = claudeCodeReader();
    readRows(rows, first);
    const second = claudeCodeReader();
    second.restore?.(first.memory?.() ?? '');
    const late = user('new', { timestamp: new Date(1_800_000_700_000).toISOString() });
    const { items } = readRows([rows[0]!, rows[400]!, rows[599]!, late], second);
    expect(only(items, 'user').map((item) => item.replayed === true)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect((first.memory?.() ?? '').length).toBeLessThan(12_000);
  });

  it('goes on with a call that an earlier reading saw', () => {
    const first = claudeCodeReader();
    readRows([call('t1', 'TaskUpdate', { taskId: '4', status: 'completed' })], first);
    const second = claudeCodeReader();
    second.restore?.(first.memory?.() ?? '');
    const { items } = readRows([result('t1', 'Updated task #4')], second);
    expect(only(items, 'todos')).toMatchObject([
      { mode: 'patch', items: [{ id: '4', status: 'completed' }] },
    ]);
  });

  it('starts afresh on a memory that it does not understand', () => {
    for (const memory of ['', '{', 'null', '{"version":2}', '{"version":1}']) {
      const reader = claudeCodeReader();
      reader.restore?.(memory);
      expect(only(readRows([user('hi')], reader).items, 'user')).toHaveLength(1);
    }
  });

  it('takes calls and results in file order, not by their parents', () => {
    const rows = [
      call('a', 'Read', { file_path: '/a' }, { uuid: 'u2', parentUuid: 'nowhere' }),
      call('b', 'Read', { file_path: '/b' }, { uuid: 'u3', parentUuid: 'u2' }),
      result('b', 'B', { parentUuid: 'u3', timestamp: '2020-01-01T00:00:00.000Z' }),
      result('a', 'A', { parentUuid: 'u2' }),
    ];
    expect(only(readRows(rows).items, 'result').map((item) => item.result.callId)).toEqual([
      'b',
      'a',
    ]);
  });
});
