import { describe, expect, it } from 'vitest';
import { qwenReader } from '../../../src/hosts/qwen/transcript.ts';
import { only } from '../reading.ts';
import { assistant, call, readRows, result } from './transcript-reading.ts';

function resultOf(name: string, args: unknown, response: object, display: object = {}) {
  const { items } = readRows([call('c1', name, args), result('c1', name, response, display)]);
  return only(items, 'result')[0]!.result;
}

const shellText = (code: string) =>
  `Command: x\nDirectory: (root)\nOutput: \nExit Code: 7\nError: (none)\nExit Code: ${code}\nSignal: (none)\nProcess Group PGID: (none)`;

describe('calls', () => {
  it('tells the kind, the files, the lines and the command, in old names and new', () => {
    const calls = [
      call('1', 'read_file', { file_path: '/p/a', offset: 10, limit: 5 }),
      call('2', 'read_file', { absolute_path: '/p/b' }),
      call('3', 'run_shell_command', { command: 'npm test', is_background: true }),
      call('4', 'replace', { file_path: '/p/c' }),
      call('5', 'search_file_content', { pattern: 'x', path: '/p' }),
      call('6', 'agent', { prompt: 'look' }),
      call('7', 'mcp__db__query', { path: '/p/d' }),
      call('8', 'exit_plan_mode', { plan: 'the plan' }),
      call('9', 'read_many_files', { paths: ['a', 'b'] }),
    ];
    expect(only(readRows(calls).items, 'call').map((item) => item.call)).toMatchObject([
      { kind: 'read', paths: ['/p/a'], range: { start: 11, end: 15 } },
      { kind: 'read', paths: ['/p/b'] },
      { kind: 'shell', command: 'npm test', background: true },
      { kind: 'edit', paths: ['/p/c'] },
      { kind: 'search', detail: 'x' },
      { kind: 'subagent', detail: 'look' },
      { kind: 'other' },
      { kind: 'plan', detail: 'the plan' },
      { kind: 'read', paths: ['a', 'b'] },
    ]);
  });

  it('leaves out thoughts and keeps texts and calls of one row in order', () => {
    const { items } = readRows([
      assistant([
        { text: 'secret thought', thought: true },
        { text: 'now' },
        { functionCall: { id: 'c', name: 'glob', args: { pattern: '*' } } },
        { text: '' },
      ]),
    ]);
    expect(items.map((item) => item.type)).toEqual(['place', 'assistant', 'call']);
  });

  it('marks a call and a result that are written again under a new row id as copies', () => {
    const { items } = readRows([
      call('c1', 'glob', {}),
      call('c1', 'glob', {}),
      result('c1', 'glob', { output: 'x' }),
      result('c1', 'glob', { output: 'x' }),
    ]);
    expect(only(items, 'call').map((item) => item.replayed === true)).toEqual([false, true]);
    expect(only(items, 'result').map((item) => item.replayed === true)).toEqual([false, true]);
  });

  it('knows copies and open calls across two readings', () => {
    const first = qwenReader();
    readRows([call('c1', 'run_shell_command', { command: 'false' })], first);
    const second = qwenReader();
    second.restore?.(first.memory!());
    const { items } = readRows(
      [
        call('c1', 'run_shell_command', { command: 'false' }),
        result('c1', 'run_shell_command', { output: shellText('1') }),
      ],
      second,
      1000,
    );
    expect(items.map((item) => item.type)).toEqual(['call', 'result']);
    expect(items[0]?.replayed).toBe(true);
    expect(only(items, 'result')[0]?.result).toMatchObject({ outcome: 'failed', exitCode: 1 });
  });

  it('starts afresh with a memory that is none', () => {
    const reader = qwenReader();
    for (const memory of ['', 'null', '{}', '{"version":1,"calls":3}']) reader.restore?.(memory);
    expect(readRows([call('c1', 'glob', {})], reader).items).toHaveLength(2);
  });
});

describe('results', () => {
  it('takes the exit code from the end of the text, never from what the command printed', () => {
    expect(resultOf('run_shell_command', {}, { output: shellText('0') })).toMatchObject({
      outcome: 'ok',
      exitCode: 0,
    });
    expect(resultOf('run_shell_command', {}, { output: shellText('2') })).toMatchObject({
      outcome: 'failed',
      exitCode: 2,
    });
    expect(
      resultOf('run_shell_command', {}, { output: shellText('(none)') }).exitCode,
    ).toBeUndefined();
    expect(resultOf('read_file', {}, { output: 'Exit Code: 9' }).exitCode).toBeUndefined();
  });

  it('tells failed, denied, interrupted and unknown apart', () => {
    const error = (text: string, display: object) =>
      resultOf('edit', {}, { error: text }, display).outcome;
    expect(error('File not found', { status: 'error' })).toBe('failed');
    expect(error('no status here', { status: undefined })).toBe('failed');
    const denied = '[Operation Cancelled] Reason: User did not allow tool call';
    expect(error(denied, { status: 'cancelled' })).toBe('denied');
    expect(error('blocked', { status: 'error', errorType: 'execution_denied' })).toBe('denied');
    expect(error('[Operation Cancelled] Reason: x', { status: 'cancelled' })).toBe('interrupted');
    expect(resultOf('edit', {}, {}, { status: undefined }).outcome).toBe('unknown');
  });

  it('shows what a read put before the model, with its place in the file', () => {
    expect(
      resultOf('read_file', { file_path: '/a', offset: 4 }, { output: 'five\n' }).shown,
    ).toEqual({ path: '/a', startLine: 5, text: 'five\n' });
    const output = 'Showing lines 3-4 of 9 total lines.\n\n---\n\nthree\nfour';
    expect(resultOf('read_file', { file_path: '/a' }, { output }).shown).toEqual({
      path: '/a',
      startLine: 3,
      text: 'three\nfour',
      totalLines: 9,
    });
  });

  it('marks an output that was cut for the model as partial', () => {
    const output = 'Tool output was too large and has been truncated.\n1\n2';
    expect(resultOf('run_shell_command', {}, { output }).partial).toBe(true);
  });

  it('finds the id of work that goes on in the background', () => {
    const id = (output: string) => resultOf('run_shell_command', {}, { output }).backgroundId;
    expect(id('Background shell started.\nid: bg_12ab\npid: 4')).toBe('bg_12ab');
    expect(id('Promoted to background: bg_77')).toBe('bg_77');
    expect(id('it said: Background shell started.\nid: bg_1')).toBeUndefined();
  });

  it('reads answers by the questions’ headers, and an approved plan only from a person', () => {
    const questions = [
      {
        question: 'Which store?',
        header: 'Store',
        options: [{ label: 'sqlite' }, { label: 'files' }],
      },
      { question: 'Why?', header: 'Why' },
    ];
    const output =
      'User has provided the following answers:\n\n**Store**: sqlite\n**Why**: it is\nsmall';
    expect(resultOf('ask_user_question', { questions }, { output }).answers).toEqual([
      { question: 'Which store?', answer: 'sqlite', rejected: ['files'] },
      { question: 'Why?', answer: 'it is\nsmall', rejected: [] },
    ]);
    const declined = { output: 'User declined to answer the questions.' };
    expect(resultOf('ask_user_question', { questions }, declined).answers).toBeUndefined();
    const plan = (message: string, more: object = {}) =>
      resultOf(
        'exit_plan_mode',
        { plan: 'p' },
        { output: message },
        { resultDisplay: { type: 'plan_summary', message, plan: 'p', ...more } },
      ).acceptedPlan;
    expect(plan('User approved.')).toEqual({ text: 'p' });
    expect(plan('Gate approved.')).toBeUndefined();
    expect(plan('User approved.', { rejected: true })).toBeUndefined();
  });

  it('reads the todo list of a call that passed: as shown, else as asked', () => {
    const todos = [{ id: '1', content: 'one', status: 'in_progress' }];
    const rows = (status: string, display: object) => [
      call(status, 'todo_write', { todos }),
      result(status, 'todo_write', { output: 'ok' }, { status, ...display }),
    ];
    const shown = { resultDisplay: { type: 'todo_list', todos: [{ id: '2', content: 'two' }] } };
    const read = (display: object) => only(readRows(rows('success', display)).items, 'todos');
    expect(read({})).toMatchObject([{ mode: 'replace', items: [{ id: '1', text: 'one' }] }]);
    expect(read(shown)).toMatchObject([{ items: [{ id: '2', text: 'two', status: 'pending' }] }]);
    expect(only(readRows(rows('error', {})).items, 'todos')).toEqual([]);
  });

  it('keeps the head and the tail of a long output, and its whole length', () => {
    const output = `first\n${'x'.repeat(50_000)}\nlast`;
    const long = resultOf('run_shell_command', {}, { output });
    expect(long.length).toBe(output.length);
    expect(long.text).toMatch(/^first\nx+\n\[… \d+ characters left out …\]\nx+\nlast$/);
  });
});

describe('the agent that a call started', () => {
  const started = (output: string, display: object) =>
    resultOf('agent', { prompt: 'look' }, { output }, { status: 'success', resultDisplay: display })
      .agentId;

  it('is known by its kind and the call, and in the background by the id that is told', () => {
    const display = { type: 'task_execution', subagentName: 'general-purpose' };
    expect(started('The tests pass.', display)).toBe('general-purpose-c1');
    const told = 'Background agent launched successfully.\ntask_id: general-purpose-c9 (use it)';
    expect(started(told, display)).toBe('general-purpose-c9');
    expect(started('x', {})).toBeUndefined();
  });
});
