import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toolCall, toolKind, toolResult } from '../../../src/hosts/claude-code/tools.ts';

describe('tools of the client', () => {
  it.each([
    ['read', 'Read NotebookRead BashOutput TaskOutput ReadMcpResourceTool'],
    ['write', 'Write'],
    ['edit', 'Edit MultiEdit NotebookEdit'],
    ['shell', 'Bash PowerShell Monitor'],
    ['search', 'Grep Glob LS LSP'],
    ['web', 'WebFetch WebSearch'],
    ['todo', 'TodoWrite TaskCreate TaskUpdate TaskList TaskGet'],
    ['plan', 'EnterPlanMode ExitPlanMode'],
    ['subagent', 'Task Agent'],
    ['skill', 'Skill SlashCommand'],
    ['question', 'AskUserQuestion'],
    ['discovery', 'ToolSearch ListMcpResourcesTool'],
    ['other', 'mcp__db__query KillShell TaskStop SendMessage constructor __proto__ toString'],
  ])('knows as %s: %s', (kind, names) => {
    for (const name of names.split(' ')) expect(toolKind(name), name).toBe(kind);
  });

  it.each([
    [{ file_path: '/a' }, undefined],
    [{ file_path: '/a', offset: 5 }, { start: 5 }],
    [
      { file_path: '/a', limit: 10 },
      { start: 1, end: 10 },
    ],
    [
      { file_path: '/a', offset: 5, limit: 2 },
      { start: 5, end: 6 },
    ],
    [
      { file_path: '/a', offset: 0, limit: 0 },
      { start: 1, end: 1 },
    ],
    [
      { file_path: '/a', offset: '5', limit: '2' },
      { start: 5, end: 6 },
    ],
    [{ file_path: '/a', offset: 'x', limit: null }, undefined],
  ])('reads the lines of %j', (input, range) => {
    expect(toolCall('Read', input).range).toEqual(range);
  });

  it('keeps what a call is about', () => {
    expect(
      toolCall('Agent', { prompt: 'look', subagent_type: 'x', run_in_background: true }),
    ).toMatchObject({
      kind: 'subagent',
      detail: 'look',
      background: true,
    });
    expect(toolCall('Skill', { skill: 'review', args: 'drop the database' }).detail).toBe('review');
    expect(toolCall('SlashCommand', { command: '/review src' })).toMatchObject({
      detail: 'review',
    });
    expect(toolCall('SlashCommand', { command: '/review src' }).command).toBeUndefined();
    expect(toolCall('PowerShell', { command: 'ls' })).toMatchObject({
      command: 'ls',
      otherShell: true,
    });
    expect(toolCall('Bash', { command: 'ls' }).otherShell).toBeUndefined();
    expect(toolCall('Grep', { pattern: 'x', path: 'src' })).toMatchObject({
      detail: 'x',
      paths: ['src'],
    });
    expect(toolCall('NotebookEdit', { notebook_path: 'n.ipynb' }).paths).toEqual(['n.ipynb']);
  });

  it('stands an input of another shape', () => {
    for (const input of [
      undefined,
      null,
      'x',
      7,
      [],
      { file_path: 7, command: {}, questions: [null, 3] },
    ]) {
      for (const name of ['Read', 'Bash', 'AskUserQuestion', 'Skill']) {
        expect(toolCall(name, input, 'i')).toMatchObject({ id: 'i', name, paths: [] });
      }
    }
  });
});

describe('results in hook payloads', () => {
  const folder = join(import.meta.dirname, '../../fixtures/claude-code/payloads');
  const payloads = (name: string) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it('shows the file of a read with its place and the length of the whole', () => {
    const reads = payloads('tool-results.jsonl').filter(
      (payload) => payload.hook_event_name === 'PostToolUse' && payload.tool_name === 'Read',
    );
    const shown = reads.map(
      (payload) => toolResult('i', 'Read', { response: payload.tool_response }).shown!,
    );
    expect(shown.slice(0, 3).map(({ startLine, totalLines }) => [startLine, totalLines])).toEqual([
      [1, 13],
      [4, 13],
      [1, 3],
    ]);
    expect(shown[1]!.text).toBe('line 4\nline 5\nline 6');
  });

  it('says that the model got only a part of a large output', () => {
    const outputs = payloads('tool-results.jsonl')
      .filter(
        (payload) => payload.hook_event_name === 'PostToolUse' && payload.tool_name === 'Bash',
      )
      .map((payload) => toolResult('i', 'Bash', { response: payload.tool_response }));
    expect(outputs.map((result) => result.partial === true)).toContain(true);
    expect(outputs[0]).toMatchObject({
      outcome: 'ok',
      text: '# Plan\n\n- [x] step one\n- [ ] step two',
    });
    expect(outputs[0]!.partial).toBeUndefined();
  });

  it('reads failures with their exit code', () => {
    expect(toolResult('i', 'Bash', { content: 'Exit code 3\nout', isError: true })).toEqual({
      callId: 'i',
      outcome: 'failed',
      exitCode: 3,
      text: 'Exit code 3\nout',
      length: 15,
    });
    expect(
      toolResult('i', 'Bash', { content: 'x', isError: true, interrupted: true }).outcome,
    ).toBe('interrupted');
  });

  it('reads answers and an accepted plan from the client’s own payloads', () => {
    const results = payloads('plan-and-question.jsonl')
      .filter((payload) => payload.hook_event_name === 'PostToolUse')
      .map((payload) =>
        toolResult('i', String(payload.tool_name), { response: payload.tool_response }),
      );
    expect(results.flatMap((result) => result.answers ?? [])).toMatchObject([
      { question: 'Which store?', answer: 'sqlite' },
    ]);
    expect(results.flatMap((result) => result.acceptedPlan ?? [])).toHaveLength(1);
  });

  it('finds some text in every shape of a response', () => {
    const text = (response: unknown) => toolResult('i', 'x', { response }).text;
    expect(text({ stdout: 'a', stderr: 'b' })).toBe('a\nb');
    expect(text('plain')).toBe('plain');
    expect(text([{ type: 'text', text: 'block' }])).toBe('block');
    expect(text({ content: [{ type: 'text', text: 'inner' }] })).toBe('inner');
    expect(text({ result: 'page' })).toBe('page');
    expect(text({ odd: 1 })).toBe('{"odd":1}');
    expect([text(undefined), text(null), text(7)]).toEqual(['', '', '']);
  });
});

describe('the agent that a call started', () => {
  it.each(['completed', 'async_launched'])('is told by the result: %s', (status) => {
    const response = { status, agentId: 'ab40', content: [] };
    expect(toolResult('t1', 'Agent', { response })).toMatchObject({ agentId: 'ab40' });
    expect(toolResult('t1', 'Bash', { response }).agentId).toBeUndefined();
  });
});
