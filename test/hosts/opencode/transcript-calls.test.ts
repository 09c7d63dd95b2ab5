import { describe, expect, it } from 'vitest';
import { only } from '../reading.ts';
import { assistant, readMessages, tool } from './transcript-reading.ts';

function results(...parts: Record<string, unknown>[]) {
  return only(readMessages([assistant(parts)]).items, 'result').map((item) => item.result);
}

function calls(...parts: Record<string, unknown>[]) {
  return only(readMessages([assistant(parts)]).items, 'call').map((item) => item.call);
}

describe('calls', () => {
  it('tells the kind, the files, the lines and the command of a call', () => {
    expect(
      calls(
        tool('read', { filePath: '/p/a.ts', offset: 10, limit: 5 }),
        tool('bash', { command: 'npm test', workdir: '/p' }),
        tool('write', { filePath: '/p/b.ts', content: 'x' }),
        tool('grep', { pattern: 'TODO', path: '/p' }),
        tool('task', { prompt: 'look around', subagent_type: 'general' }),
        tool('skill', { name: 'review' }),
        tool('context7_resolve', { filePath: '/p/c.ts' }),
      ),
    ).toMatchObject([
      { kind: 'read', paths: ['/p/a.ts'], range: { start: 10, end: 14 } },
      { kind: 'shell', command: 'npm test', paths: [] },
      { kind: 'write', paths: ['/p/b.ts'] },
      { kind: 'search', detail: 'TODO', paths: ['/p'] },
      { kind: 'subagent', detail: 'look around' },
      { kind: 'skill', detail: 'review' },
      { kind: 'other', name: 'context7_resolve' },
    ]);
  });

  it('finds every file that a patch names', () => {
    const patchText = [
      '*** Begin Patch',
      '*** Update File: src/a.ts',
      '@@',
      '-*** Add File: no.ts',
      '+x',
      '*** Move to: src/b.ts',
      '*** Add File: src/new file.ts',
      '*** Delete File: /p/old.ts',
      '*** End Patch',
    ].join('\n');
    expect(calls(tool('apply_patch', { patchText }))[0]).toMatchObject({
      kind: 'edit',
      paths: ['src/a.ts', 'src/b.ts', 'src/new file.ts', '/p/old.ts'],
    });
  });

  it('takes an input of another shape as none', () => {
    expect(calls(tool('read', 'nonsense' as never), tool('edit', { filePath: 7 }))).toMatchObject([
      { kind: 'read', paths: [] },
      { kind: 'edit', paths: [] },
    ]);
  });
});

describe('results', () => {
  it('reads the exit code that the model never sees, and fails what did not end with 0', () => {
    expect(
      results(
        tool('bash', { command: 'true' }, { output: 'hi\n', metadata: { exit: 0 } }),
        tool('bash', { command: 'false' }, { output: 'bad\n', metadata: { exit: 3 } }),
        tool(
          'bash',
          { command: 'sleep 9' },
          {
            output:
              '<bash_metadata>\nbash tool terminated command after exceeding timeout 4000 ms\n</bash_metadata>',
            metadata: { exit: null },
          },
        ),
        tool(
          'bash',
          { command: 'sleep 9' },
          {
            output: '<bash_metadata>\nUser aborted the command\n</bash_metadata>',
            metadata: { exit: null },
          },
        ),
      ),
    ).toMatchObject([
      { outcome: 'ok', exitCode: 0, text: 'hi\n' },
      { outcome: 'failed', exitCode: 3 },
      { outcome: 'failed' },
      { outcome: 'interrupted' },
    ]);
  });

  it('tells a failed, a denied and an interrupted call apart', () => {
    const failed = (error: string) => tool('edit', { filePath: 'a' }, { status: 'error', error });
    expect(
      results(
        failed('Error: oldString not found in content'),
        failed('The user rejected permission to use this specific tool call.'),
        failed('Tool execution aborted'),
      ).map((one) => one.outcome),
    ).toEqual(['failed', 'denied', 'interrupted']);
  });

  it('leaves a running or pending call without a result, its outcome unknown', () => {
    const { items } = readMessages([
      assistant([
        tool('bash', { command: 'sleep 9' }, { status: 'running', output: undefined }),
        tool('bash', { command: 'ls' }, { status: 'pending' }),
        tool('bash', { command: 'ls' }, { status: 'something new' }),
      ]),
    ]);
    expect(only(items, 'call')).toHaveLength(3);
    expect(only(items, 'result')).toHaveLength(0);
  });

  it('shows what a read put before the model, without the line numbers', () => {
    const output =
      '<path>/p/a.txt</path>\n<type>file</type>\n<content>2: two\n3: \n4: 5: five\n\n(File has more lines. Use offset)\n</content>';
    const folder = '<path>/p</path>\n<type>directory</type>\n<entries>\na\n</entries>';
    const jump = '<path>/p/a</path>\n<type>file</type>\n<content>1: a\n3: b\n</content>';
    expect(
      results(
        tool('read', { filePath: '/p/a.txt', offset: 2 }, { output }),
        tool('read', { filePath: '/p' }, { output: folder }),
        tool('read', { filePath: '/p/a' }, { output: jump }),
        tool(
          'read',
          { filePath: '/p/b' },
          {
            output: 'whatever',
            metadata: {
              display: { type: 'file', path: '/p/b', text: 'b', lineStart: 1, totalLines: 1 },
            },
          },
        ),
      ).map((one) => one.shown),
    ).toEqual([
      { path: '/p/a.txt', startLine: 2, text: 'two\n\n5: five' },
      undefined,
      undefined,
      { path: '/p/b', startLine: 1, text: 'b', totalLines: 1 },
    ]);
  });

  it('names the instruction files that came with a file of their folder', () => {
    const loaded = ['/p/lib/AGENTS.md', 7, ''];
    const read = tool('read', { filePath: '/p/lib/a' }, { output: 'x', metadata: { loaded } });
    expect(only(readMessages([assistant([read])]).items, 'instructions')).toMatchObject([
      { path: '/p/lib/AGENTS.md', nested: true },
    ]);
  });

  it('keeps the head and the tail of a long output, and its whole length', () => {
    const output = `first\n${'x'.repeat(50_000)}\nlast`;
    const [long] = results(tool('bash', { command: 'yes' }, { output, metadata: { exit: 0 } }));
    expect(long?.length).toBe(output.length);
    expect(long?.text.length).toBeLessThan(8200);
    expect(long?.text).toMatch(/^first\nx+\n\[… \d+ characters left out …\]\nx+\nlast$/);
  });

  it('reads the answers of the question dialog with what was not taken', () => {
    const questions = [
      { question: 'Which store?', options: [{ label: 'sqlite' }, { label: 'files' }] },
      { question: 'Unanswered?', options: [] },
    ];
    const [one] = results(
      tool('question', { questions }, { output: 'x', metadata: { answers: [['sqlite'], []] } }),
    );
    expect(one?.answers).toEqual([
      { question: 'Which store?', answer: 'sqlite', rejected: ['files'] },
    ]);
  });

  it('reads the list that todowrite set, once it is done', () => {
    const todos = [
      { content: 'one', status: 'completed', priority: 'high' },
      { content: 'two', status: 'cancelled' },
      { id: 'x', content: 'three', status: 'odd' },
    ];
    const { items } = readMessages([
      assistant([tool('todowrite', { todos }), tool('todowrite', { todos }, { status: 'error' })]),
    ]);
    expect(only(items, 'todos').map((item) => item.items)).toEqual([
      [
        { id: '1', text: 'one', status: 'completed' },
        { id: '2', text: 'two', status: 'deleted' },
        { id: 'x', text: 'three', status: 'pending' },
      ],
    ]);
  });
});

describe('the agent that a call started', () => {
  it('is the session that the result names, also where the call was broken off', () => {
    const metadata = { sessionId: 'ses_child' };
    expect(
      results(
        tool('task', { prompt: 'look' }, { output: 'done', metadata }),
        tool(
          'task',
          { prompt: 'look' },
          { status: 'error', error: 'Tool execution aborted', metadata },
        ),
        tool('bash', { command: 'x' }, { metadata }),
      ).map(({ agentId }) => agentId),
    ).toEqual(['ses_child', 'ses_child', undefined]);
  });
});
