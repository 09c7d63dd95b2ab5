import { describe, expect, it } from 'vitest';
import { copilotReader } from '../../../src/hosts/copilot/transcript.ts';
import { only } from '../reading.ts';
import { asked, ended, event, readRows, started } from './transcript-reading.ts';

function resultOf(name: string, args: unknown, content: string, data: object = {}) {
  const { items } = readRows([asked('c1', name, args), ended('c1', content, data)]);
  return only(items, 'result')[0]!.result;
}

describe('calls', () => {
  it('tells the kind, the files, the lines and the command, from objects, JSON texts and plain texts', () => {
    const patch = '*** Begin Patch\n*** Update File: src/a.ts\n*** Add File: b.ts\n*** End Patch';
    const calls: [string, unknown][] = [
      ['view', { path: '/p/a', view_range: [3, 9] }],
      ['view', { path: '/p/a', view_range: [3, -1] }],
      ['shell', '{"command":"ls"}'],
      ['bash', { command: 'npm run dev', mode: 'async' }],
      ['str_replace_editor', { command: 'view', path: '/p/b' }],
      ['str_replace_editor', { command: 'create', path: '/p/c' }],
      ['str_replace_editor', { command: 'str_replace', path: '/p/c' }],
      ['apply_patch', patch],
      ['task', { prompt: 'look', agent_type: 'explore', mode: 'background' }],
      ['github-mcp-server-get_file', { path: 'x' }],
      ['ask_user', { question: 'Which?' }],
      ['edit', '{"path": broken'],
    ];
    const rows = calls.map(([name, args], index) => asked(`c${index}`, name, args));
    expect(only(readRows(rows).items, 'call').map((item) => item.call)).toMatchObject([
      { kind: 'read', paths: ['/p/a'], range: { start: 3, end: 9 } },
      { kind: 'read', range: { start: 3 } },
      { kind: 'shell', command: 'ls' },
      { kind: 'shell', command: 'npm run dev', background: true },
      { kind: 'read', paths: ['/p/b'] },
      { kind: 'write', paths: ['/p/c'] },
      { kind: 'edit', paths: ['/p/c'] },
      { kind: 'edit', paths: ['src/a.ts', 'b.ts'] },
      { kind: 'subagent', detail: 'look', background: true },
      { kind: 'other' },
      { kind: 'question', detail: 'Which?' },
      { kind: 'edit', paths: [] },
    ]);
  });

  it('tells a call once that stands in the message and in its start, in either order', () => {
    const args = { command: 'ls' };
    const { items } = readRows([
      asked('c1', 'bash', args),
      started('c1', 'bash', args),
      started('c2', 'bash', args),
      asked('c2', 'bash', args),
      started('c3', 'bash', args),
    ]);
    expect(only(items, 'call').map((item) => item.call.id)).toEqual(['c1', 'c2', 'c3']);
  });

  it('marks a call, a result and a row that stand there again as copies', () => {
    const again = event('assistant.message', { content: 'said' });
    const { items } = readRows([
      asked('c1', 'bash', {}),
      ended('c1', 'x'),
      again,
      asked('c1', 'bash', {}),
      ended('c1', 'x'),
      again,
    ]);
    for (const type of ['call', 'result', 'assistant'] as const) {
      expect(only(items, type).map((item) => item.replayed === true)).toEqual([false, true]);
    }
  });

  it('knows open calls and copies across two readings', () => {
    const first = copilotReader();
    readRows([asked('c1', 'bash', { command: 'false' })], first);
    const second = copilotReader();
    second.restore?.(first.memory!());
    const { items } = readRows(
      [
        started('c1', 'bash', { command: 'false' }),
        ended('c1', 'no\n<shellId: 0 completed with exit code 1>'),
      ],
      second,
      1000,
    );
    expect(items.map((item) => item.type)).toEqual(['result']);
    expect(only(items, 'result')[0]?.result).toMatchObject({ outcome: 'failed', exitCode: 1 });
  });

  it('starts afresh with a memory that is none', () => {
    const reader = copilotReader();
    for (const memory of ['', 'null', '{}', '{"version":1,"calls":3}']) reader.restore?.(memory);
    expect(readRows([asked('c1', 'glob', {})], reader).items).toHaveLength(1);
  });

  it('reads a shell line that the person ran, with its call', () => {
    const data = { toolCallId: 'c1', toolName: 'bash', arguments: { command: 'git status' } };
    const { items } = readRows([
      event('tool.user_requested', data),
      started('c1', 'bash', { command: 'git status' }),
    ]);
    expect(items).toMatchObject([
      { type: 'user', origin: 'command', text: '!git status' },
      { type: 'call', call: { kind: 'shell', command: 'git status' } },
    ]);
  });
});

describe('results', () => {
  it('finds the exit code wherever the version tells it, and in a shell’s text at the very end only', () => {
    const code = (content: string, data: object = {}, name = 'bash') => {
      const { outcome, exitCode } = resultOf(name, {}, content, data);
      return [outcome, exitCode];
    };
    expect(code('hi\n<shellId: 0 completed with exit code 0>')).toEqual(['ok', 0]);
    expect(code('no\n<exited with exit code 2>')).toEqual(['failed', 2]);
    expect(code('x', { shellExecution: { exitCode: 3 } })).toEqual(['failed', 3]);
    const contents = [
      { type: 'text', text: 'x' },
      { type: 'shell_exit', exitCode: 4 },
    ];
    expect(code('x', { result: { content: 'x', contents } })).toEqual(['failed', 4]);
    expect(code('<exited with exit code 2>\nmore')).toEqual(['ok', undefined]);
    expect(code('<exited with exit code 2>', {}, 'view')).toEqual(['ok', undefined]);
    expect(code('x', { success: false, shellExecution: { exitCode: 0 } })).toEqual(['failed', 0]);
  });

  it('tells failed, denied, interrupted and unknown apart', () => {
    const outcome = (error: object | undefined, success: unknown = false) =>
      resultOf('edit', {}, '', { success, result: undefined, error }).outcome;
    expect(outcome({ message: 'no match', code: 'failure' })).toBe('failed');
    expect(outcome({ message: 'no', code: 'denied' })).toBe('denied');
    expect(outcome({ message: 'The user rejected this tool call.' })).toBe('denied');
    expect(outcome({ message: 'stopped', code: 'aborted' })).toBe('interrupted');
    expect(outcome(undefined)).toBe('failed');
    expect(outcome(undefined, null)).toBe('unknown');
  });

  it('shows what a view put before the model, without the line numbers', () => {
    const shown = (text: string) => resultOf('view', { path: '/a' }, text).shown;
    expect(shown('3. three\n4. \n5. 1. five')).toEqual({
      path: '/a',
      startLine: 3,
      text: 'three\n\n1. five',
    });
    expect(shown('a.txt\nb.txt\n')).toBeUndefined();
    expect(shown('1. one\n3. three')).toBeUndefined();
  });

  it('finds the id of work that goes on in the background, and that a text was cut', () => {
    const id = (text: string) => resultOf('bash', {}, text).backgroundId;
    expect(id('<command started in background with shellId: dev>')).toBe('dev');
    expect(id('Agent started in background with agent_id: look-1. You can')).toBe('look-1');
    expect(id('nothing')).toBeUndefined();
    expect(resultOf('bash', {}, 'Output too large to read at once (1 MB). Saved').partial).toBe(
      true,
    );
  });

  it('reads the answer of a question with the choices that were not taken', () => {
    const args = { question: 'Which store?', choices: ['sqlite', 'files'] };
    expect(resultOf('ask_user', args, 'User selected: sqlite').answers).toEqual([
      { question: 'Which store?', answer: 'sqlite', rejected: ['files'] },
    ]);
    expect(resultOf('ask_user', args, 'User responded: neither').answers?.[0]?.answer).toBe(
      'neither',
    );
    expect(resultOf('ask_user', args, 'The user is not available').answers).toBeUndefined();
  });

  it('reads a plan as accepted only where the dialog said so', () => {
    const plan = (text: string, data: object = {}) =>
      resultOf('exit_plan_mode', { summary: '- do it' }, text, data).acceptedPlan;
    expect(plan('Plan approved! Exited plan mode.\n\nYou are now in')).toEqual({ text: '- do it' });
    expect(plan('Plan not approved')).toBeUndefined();
    expect(plan('Plan approved!', { success: false })).toBeUndefined();
  });

  it('reads the todo list of a call that passed', () => {
    const args = { todos: '# Work\n- [x] one\n- [ ] two\n* [~] three\n1. [-] four' };
    const rows = (success: boolean) => [
      asked('t', 'update_todo', args),
      ended('t', 'ok', { success }),
    ];
    expect(only(readRows(rows(true)).items, 'todos')).toMatchObject([
      {
        mode: 'replace',
        items: [
          { id: '1', text: 'one', status: 'completed' },
          { id: '2', text: 'two', status: 'pending' },
          { id: '3', text: 'three', status: 'in_progress' },
          { id: '4', text: 'four', status: 'deleted' },
        ],
      },
    ]);
    expect(only(readRows(rows(false)).items, 'todos')).toEqual([]);
  });

  it('keeps the head and the tail of a long output, and its whole length', () => {
    const output = `first\n${'x'.repeat(50_000)}\nlast`;
    const long = resultOf('bash', {}, output);
    expect(long.length).toBe(output.length);
    expect(long.text).toMatch(/^first\nx+\n\[… \d+ characters left out …\]\nx+\nlast$/);
  });
});
