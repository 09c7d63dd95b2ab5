import { describe, expect, it } from 'vitest';
import { toolCall, toolKind } from '../../../src/hosts/gemini/tools.ts';
import { only } from '../reading.ts';
import { chat, gemini, response, tool } from './chat.ts';

const results = (...calls: object[]) =>
  only(chat([gemini('g', '', { toolCalls: calls })]).items, 'result').map((one) => one.result);
const shell = (told: object, extra: object = {}) =>
  results(tool('t', 'run_shell_command', { command: 'x' }, { ...response(told), ...extra }))[0]!;

describe('tools of the client', () => {
  it('gives the files and lines of each version’s reading tool', () => {
    expect(toolCall('read_file', { file_path: 'a.ts', start_line: 3, end_line: 9 }, 't')).toEqual({
      name: 'read_file',
      kind: 'read',
      id: 't',
      paths: ['a.ts'],
      range: { start: 3, end: 9 },
    });
    expect(toolCall('read_file', { absolute_path: '/a.ts', offset: 10, limit: 5 })).toMatchObject({
      paths: ['/a.ts'],
      range: { start: 11, end: 15 },
    });
    expect(toolCall('read_file', { file_path: 'C:\\a b\\c.txt' }).paths).toEqual([
      'C:\\a b\\c.txt',
    ]);
    expect(toolCall('read_many_files', { include: ['a', 7, 'b'] }).paths).toEqual(['a', 'b']);
  });

  it('gives the other tools their kinds and what they are about', () => {
    expect(toolCall('replace', { file_path: 'a.ts' })).toMatchObject({
      kind: 'edit',
      paths: ['a.ts'],
    });
    expect(toolCall('write_file', { file_path: 'a.ts' }).kind).toBe('write');
    expect(
      toolCall('run_shell_command', { command: 'npm start', dir_path: 'web', is_background: true }),
    ).toEqual({
      name: 'run_shell_command',
      kind: 'shell',
      paths: [],
      command: 'npm start',
      cwd: 'web',
      background: true,
    });
    expect(toolCall('grep_search', { pattern: 'x' })).toMatchObject({
      kind: 'search',
      detail: 'x',
    });
    expect(toolCall('activate_skill', { name: 'review' })).toMatchObject({
      kind: 'skill',
      detail: 'review',
    });
    expect(toolCall('codebase_investigator', { objective: 'find' })).toMatchObject({
      kind: 'subagent',
      detail: 'find',
    });
    expect(toolKind('google_web_search')).toBe('web');
    expect(toolKind('mcp_github_merge')).toBe('other');
    expect(toolKind('hasOwnProperty')).toBe('other');
  });
});

describe('how calls ended', () => {
  const older = (code: number) =>
    `Command: x\nDirectory: (root)\nOutput: Exit Code: 9\nError: (none)\nExit Code: ${code}\nSignal: (none)\nBackground PIDs: (none)`;

  it('reads the exit code behind the output, and takes none from the output', () => {
    expect(shell({ output: older(0) })).toMatchObject({ outcome: 'ok', exitCode: 0 });
    expect(shell({ output: older(1) })).toMatchObject({ outcome: 'failed', exitCode: 1 });
    expect(shell({ output: 'Output: fine' }).exitCode).toBeUndefined();
    expect(shell({ output: 'Output: bad\nExit Code: 2' })).toMatchObject({ exitCode: 2 });
    const read = tool('t', 'read_file', { file_path: 'a' }, response({ output: 'Exit Code: 1' }));
    expect(results(read)[0]!).toMatchObject({ outcome: 'ok' });
    expect(results(read)[0]!.exitCode).toBeUndefined();
  });

  it.each([
    ['error', 'File not found: /a', 'failed'],
    ['cancelled', '[Operation Cancelled] Reason: User cancelled the operation.', 'interrupted'],
    ['cancelled', '[Operation Cancelled] Reason: User denied execution.', 'denied'],
    ['error', 'Tool execution blocked: read the plan first', 'denied'],
    ['error', 'Command rejected because it could not be parsed safely', 'denied'],
  ])('tells a call of the state %s with %j as %s', (status, error, outcome) => {
    expect(shell({ error }, { status }).outcome).toBe(outcome);
  });

  it('tells no result of a call that waits or runs, and its result once when it has ended', () => {
    const call = (status: string, extra: object = {}) =>
      gemini('g1', 'I look.', {
        toolCalls: [tool('t1', 'glob', { pattern: '*' }, { status, ...extra })],
      });
    const { items } = chat([
      call('awaiting_approval'),
      call('executing'),
      call('success', response({ output: 'a' })),
      call('success', response({ output: 'a' })),
    ]);
    expect(items.map((one) => one.type)).toEqual(['assistant', 'call', 'result']);
    // A later row of the same message must not look like a copy of the first.
    expect(items[1]!.id).toBe('t1');
    expect(items[2]!.id).toBeUndefined();
  });

  it('knows work in the background', () => {
    expect(
      shell({ output: 'Command moved to background (PID: 33701). Output hidden.' }).backgroundId,
    ).toBe('33701');
  });

  it('gives todos, an accepted plan and the answers of a dialog', () => {
    const todos = [
      { description: 'a', status: 'completed' },
      { description: 'b', status: 'cancelled' },
      { description: 'c', status: 'blocked' },
    ];
    const ask = { questions: [{ question: 'Which?', options: [{ label: 'x' }, { label: 'y' }] }] };
    const { items } = chat([
      gemini('g1', '', {
        toolCalls: [
          tool('t1', 'write_todos', { todos }, response({ output: 'Done' })),
          tool('t2', 'enter_plan_mode', {}, response({ output: 'Switching to Plan mode.' })),
          tool(
            't3',
            'exit_plan_mode',
            { plan_filename: 'p.md' },
            response({
              output:
                'Plan approved. Switching to Default mode.\n\nThe approved implementation plan is stored at: /home/x/plans/p.md\nRead it.',
            }),
          ),
          tool('t4', 'ask_user', ask, response({ output: '{"answers":{"0":"y"}}' })),
          tool('t5', 'exit_plan_mode', {}, response({ output: 'Plan rejected. Feedback: no' })),
        ],
      }),
    ]);
    expect(only(items, 'todos')).toMatchObject([
      {
        mode: 'replace',
        items: [
          { id: '1', text: 'a', status: 'completed' },
          { id: '2', status: 'deleted' },
          { id: '3', status: 'pending' },
        ],
      },
    ]);
    expect(only(items, 'mode').map((one) => one.mode)).toEqual(['plan', 'default']);
    const told = only(items, 'result').map((one) => one.result);
    expect(told.flatMap((one) => one.acceptedPlan ?? [])).toEqual([
      { text: '', path: '/home/x/plans/p.md' },
    ]);
    expect(told.flatMap((one) => one.answers ?? [])).toEqual([
      { question: 'Which?', answer: 'y', rejected: ['x'] },
    ]);
  });

  it('tells a hook’s text in a tool’s result', () => {
    const told = response({ output: 'a\n\n<hook_context>read &lt;plan&gt;</hook_context>' });
    const { items } = chat([gemini('g', '', { toolCalls: [tool('t', 'glob', {}, told)] })]);
    expect(only(items, 'injected-context')).toMatchObject([
      { event: 'AfterTool', text: 'read <plan>' },
    ]);
  });
});
