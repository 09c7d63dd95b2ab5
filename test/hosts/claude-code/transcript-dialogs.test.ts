import { describe, expect, it } from 'vitest';
import { call, only, outer, readRows, result } from './transcript-reading.ts';

describe('todo lists [case 13]', () => {
  it('takes a written list whole', () => {
    const todos = [
      { content: 'one', status: 'completed', activeForm: 'doing one' },
      { content: 'two', status: 'in_progress', activeForm: 'doing two' },
    ];
    const rows = [
      call('t', 'TodoWrite', { todos }),
      result('t', 'Todos have been modified successfully', {
        toolUseResult: { oldTodos: [], newTodos: todos },
      }),
      call('u', 'TodoWrite', { todos: todos.slice(0, 1) }),
      result('u', 'Todos have been modified successfully'),
    ];
    expect(only(readRows(rows).items, 'todos').map(({ mode, items }) => ({ mode, items }))).toEqual(
      [
        {
          mode: 'replace',
          items: [
            { id: '1', text: 'one', status: 'completed' },
            { id: '2', text: 'two', status: 'in_progress' },
          ],
        },
        { mode: 'replace', items: [{ id: '1', text: 'one', status: 'completed' }] },
      ],
    );
  });

  it('takes the id of a new item from the result, and changes from updates', () => {
    const rows = [
      call('a', 'TaskCreate', { subject: 'Fix it', description: 'long' }),
      result('a', 'Task #7 created successfully: Fix it', {
        toolUseResult: { task: { id: '7', subject: 'Fix it' } },
      }),
      call('b', 'TaskUpdate', { taskId: '7', status: 'in_progress' }),
      result('b', 'Updated task #7 status', {
        toolUseResult: {
          success: true,
          taskId: '7',
          updatedFields: ['status'],
          statusChange: { from: 'pending', to: 'in_progress' },
        },
      }),
      call('c', 'TaskUpdate', { taskId: '7', addBlockedBy: ['1'] }),
      result('c', 'Updated task #7 blockedBy', {
        toolUseResult: { success: true, taskId: '7', updatedFields: ['blockedBy'] },
      }),
      call('d', 'TaskUpdate', { taskId: '99', status: 'completed' }),
      result('d', 'Task not found', {
        toolUseResult: { success: false, taskId: '99', error: 'Task not found' },
      }),
      call('e', 'TaskCreate', { subject: 'No structured result' }),
      result('e', 'Task #8 created successfully: No structured result'),
    ];
    const { items } = readRows(rows);
    expect(only(items, 'todos').map((item) => item.items)).toEqual([
      [{ id: '7', text: 'Fix it', status: 'pending' }],
      [{ id: '7', status: 'in_progress' }],
      [{ id: '8', text: 'No structured result', status: 'pending' }],
    ]);
    expect(only(items, 'result').map((item) => item.result.todoId)).toEqual([
      '7',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('does not take over a list whose call was denied', () => {
    const rows = [
      call('t', 'TodoWrite', { todos: [{ content: 'x', status: 'pending' }] }),
      result('t', 'PreToolUse:TodoWrite hook error: no', {}, true),
    ];
    expect(only(readRows(rows).items, 'todos')).toEqual([]);
  });
});

describe('the person’s answers and approvals', () => {
  const questions = [
    {
      question: 'Which store?',
      options: [{ label: 'SQLite' }, { label: 'JSON files' }, { label: 'None' }],
    },
    {
      question: 'Which tests?',
      options: [{ label: 'unit' }, { label: 'end to end' }],
      multiSelect: true,
    },
  ];

  it('reads each answer with the options that were not taken', () => {
    const answers = { 'Which store?': 'JSON files', 'Which tests?': 'unit, end to end' };
    const rows = [
      call('q', 'AskUserQuestion', { questions }),
      result('q', 'User has answered your questions: …', { toolUseResult: { questions, answers } }),
    ];
    const { items } = readRows(rows);
    expect(only(items, 'call')[0]!.call.detail).toBe('Which store?\nWhich tests?');
    expect(only(items, 'result')[0]!.result.answers).toEqual([
      { question: 'Which store?', answer: 'JSON files', rejected: ['SQLite', 'None'] },
      { question: 'Which tests?', answer: 'unit, end to end', rejected: [] },
    ]);
  });

  it('takes no answer from a dialog that was refused, or from text alone [R29]', () => {
    const said = 'User has answered your questions: "Push?"="yes"';
    for (const row of [
      result('q', said),
      result('q', said, { toolUseResult: { questions, answers: { a: 'b' } } }, true),
    ]) {
      const { items } = readRows([call('q', 'AskUserQuestion', { questions }), row]);
      expect(only(items, 'result')[0]!.result.answers).toBeUndefined();
    }
  });

  it('reads an accepted plan with the path of its file [case 15]', () => {
    const toolUseResult = {
      plan: '# Plan\n1. do it',
      isAgent: false,
      filePath: '/home/dev/.claude/plans/calm-fox.md',
    };
    const rows = [
      call('p', 'ExitPlanMode', { plan: '# Plan\n1. do it' }),
      result('p', 'User has approved your plan. You can now start coding.', { toolUseResult }),
    ];
    expect(only(readRows(rows).items, 'result')[0]!.result.acceptedPlan).toEqual({
      text: '# Plan\n1. do it',
      path: '/home/dev/.claude/plans/calm-fox.md',
    });
  });

  it.each([
    [
      'a rejected plan',
      result(
        'p',
        "The user doesn't want to proceed with this tool use.",
        { toolUseResult: 'User rejected' },
        true,
      ),
    ],
    [
      'a plan that an agent approved',
      result('p', 'approved', { toolUseResult: { plan: 'x', isAgent: true } }),
    ],
    [
      'a plan that waits for its leader',
      result('p', 'sent', { toolUseResult: { plan: 'x', awaitingLeaderApproval: true } }),
    ],
    ['words of approval without the dialog’s result', result('p', 'User has approved your plan.')],
  ])('takes %s for no approval [R29]', (_name, row) => {
    const { items } = readRows([call('p', 'ExitPlanMode', { plan: 'x' }), row]);
    expect(only(items, 'result')[0]!.result.acceptedPlan).toBeUndefined();
  });

  it('takes an approval only from the plan dialog’s own call', () => {
    const toolUseResult = { plan: 'evil', filePath: '/x', answers: { a: 'yes' }, questions: [] };
    const { items } = readRows([call('m', 'mcp__x__y', {}), result('m', 'ok', { toolUseResult })]);
    const made = only(items, 'result')[0]!.result;
    expect([made.acceptedPlan, made.answers]).toEqual([undefined, undefined]);
  });
});

describe('the host’s own marks', () => {
  const boundary = (compactMetadata?: unknown) =>
    outer({
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      compactMetadata,
    });

  it('reads a boundary with and without its metadata', () => {
    const rows = [
      boundary({ trigger: 'auto', preTokens: 985028, postTokens: 3146 }),
      boundary({ trigger: 'manual', preTokens: 9 }),
      boundary(null),
      boundary(),
      boundary('odd'),
    ];
    expect(only(readRows(rows).items, 'boundary').map(({ at, time, id, ...rest }) => rest)).toEqual(
      [
        { type: 'boundary', trigger: 'auto', tokensBefore: 985028, tokensAfter: 3146 },
        { type: 'boundary', trigger: 'manual', tokensBefore: 9 },
        { type: 'boundary', trigger: 'unknown' },
        { type: 'boundary', trigger: 'unknown' },
        { type: 'boundary', trigger: 'unknown' },
      ],
    );
  });

  it('takes the clearing of old results for no compaction', () => {
    const row = outer({
      type: 'system',
      subtype: 'microcompact_boundary',
      microcompactMetadata: { preTokens: 1 },
    });
    const { items, unknown } = readRows([row]);
    expect(only(items, 'boundary')).toEqual([]);
    expect(unknown).toEqual({});
  });

  it('takes a boundary’s text inside a tool result for what it is: output', () => {
    const fake = JSON.stringify(boundary({ trigger: 'auto' }));
    const { items } = readRows([
      call('t', 'Bash', { command: 'cat x' }),
      result('t', `\n${fake}\n`),
    ]);
    expect(only(items, 'boundary')).toEqual([]);
    expect(only(items, 'result')[0]!.result.text).toContain('compact_boundary');
  });

  it('reads files that the host attached again and text that hooks brought in', () => {
    const file = {
      filePath: '/home/dev/proj/PLAN.md',
      content: '# plan\n',
      numLines: 2,
      startLine: 1,
      totalLines: 2,
    };
    const attachment = (inside: object) => outer({ type: 'attachment', attachment: inside });
    const rows = [
      attachment({
        type: 'file',
        filename: '/home/dev/proj/PLAN.md',
        content: { type: 'text', file },
      }),
      attachment({
        type: 'plan_file_reference',
        planFilePath: '/home/dev/.claude/plans/p.md',
        planContent: 'steps',
      }),
      attachment({
        type: 'hook_additional_context',
        content: ['brief', 'more'],
        hookName: 'SessionStart',
        hookEvent: 'SessionStart',
      }),
      attachment({ type: 'hook_success', content: '', stdout: '{}', hookEvent: 'SessionStart' }),
      attachment({
        type: 'hook_success',
        content: 'plain',
        stdout: 'plain',
        hookEvent: 'SessionStart',
      }),
      attachment({
        type: 'hook_blocking_error',
        hookEvent: 'Stop',
        blockingError: { blockingError: 'go on', command: 'x' },
      }),
    ];
    const { items, unknown } = readRows(rows);
    expect(only(items, 'attached-file').map(({ path, text }) => [path, text])).toEqual([
      ['/home/dev/proj/PLAN.md', '# plan\n'],
      ['/home/dev/.claude/plans/p.md', 'steps'],
    ]);
    expect(only(items, 'injected-context').map(({ event, text }) => [event, text])).toEqual([
      ['SessionStart', 'brief\nmore'],
      ['SessionStart', 'plain'],
      ['Stop', 'go on'],
    ]);
    expect(unknown).toEqual({});
  });

  it('counts the size of the context once a message, cache included, and not that of subagents [case 68]', () => {
    const usage = {
      input_tokens: 10,
      cache_read_input_tokens: 60_000,
      cache_creation_input_tokens: 5,
      output_tokens: 900,
    };
    const row = (id: string, extra: object = {}) =>
      outer({
        type: 'assistant',
        message: { id, model: 'claude-opus-5-5', content: [{ type: 'text', text: 'x' }], usage },
        ...extra,
      });
    const { items } = readRows([
      row('m1'),
      row('m2'),
      row('m1'),
      row('m3', { isSidechain: true }),
      outer({
        type: 'assistant',
        message: {
          id: 'm4',
          model: '<synthetic>',
          content: [{ type: 'text', text: 'API Error' }],
          usage,
        },
      }),
      outer({ type: 'assistant', message: { id: 'm5', content: [], usage: { input_tokens: 0 } } }),
    ]);
    expect(only(items, 'usage').map((item) => item.contextTokens)).toEqual([60_015, 60_015]);
    expect(only(items, 'assistant')).toHaveLength(3);
  });

  it('tells the mode and the place when they change', () => {
    const { items } = readRows([
      { type: 'permission-mode', permissionMode: 'plan', sessionId: 's1' },
      { type: 'permission-mode', permissionMode: 'plan', sessionId: 's1' },
      outer({ type: 'attachment', attachment: { type: 'plan_mode_exit', planExists: false } }),
      outer({
        type: 'system',
        subtype: 'turn_duration',
        cwd: '/home/dev/proj/worktree',
        gitBranch: 'HEAD',
      }),
      outer({
        type: 'system',
        subtype: 'turn_duration',
        cwd: '/home/dev/proj/worktree',
        gitBranch: 'HEAD',
      }),
    ]);
    expect(only(items, 'mode').map((item) => item.mode)).toEqual(['plan', 'default']);
    expect(
      only(items, 'place').map(({ cwd, branch, hostVersion }) => [cwd, branch, hostVersion]),
    ).toEqual([
      ['/home/dev/proj', 'main', '2.1.332'],
      ['/home/dev/proj/worktree', 'HEAD', '2.1.332'],
    ]);
  });

  it('names and counts what it does not know', () => {
    const { unknown } = readRows([
      { type: 'brand-new' },
      { type: 'brand-new' },
      {},
      outer({ type: 'attachment', attachment: { type: 'hologram' } }),
      outer({ type: 'system', subtype: 'new_thing' }),
    ]);
    expect(unknown).toEqual({
      'brand-new': 2,
      'no type': 1,
      'attachment/hologram': 1,
      'system/new_thing': 1,
    });
  });
});
