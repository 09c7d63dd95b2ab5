import { describe, expect, it } from 'vitest';
import { only } from '../reading.ts';
import { call, readRows, result } from './transcript-reading.ts';

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

  it('reads an accepted plan with the path of its file [case 17]', () => {
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
