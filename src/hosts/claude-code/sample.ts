import type { SampleSession } from '../host.ts';

const session = 'holdfast-sample';

/** A short session with one compaction: its record, and the payloads of its events in order. */
export function sampleSession(project: string, record: string): SampleSession {
  const plan = `${project}/PLAN.md`;
  return {
    record: sampleRows(project)
      .map((row) => JSON.stringify(row))
      .join('\n'),
    payloads: samplePayloads(plan).map((payload) =>
      JSON.stringify({ session_id: session, transcript_path: record, cwd: project, ...payload }),
    ),
  };
}

function sampleRows(project: string): object[] {
  const rows: object[] = [];
  for (let at = 0; at < 12; at++) {
    const base = {
      sessionId: session,
      cwd: project,
      timestamp: `2026-01-01T00:00:${10 + at}.000Z`,
    };
    const id = `toolu_${at}`;
    const call = calls(project)[at % 4]!;
    const use = { type: 'tool_use', id, ...call.use };
    const result = {
      type: 'tool_result',
      tool_use_id: id,
      content: call.text,
      is_error: call.failed,
    };
    const usage = { input_tokens: 1000 + at, cache_read_input_tokens: 10 };
    rows.push(
      {
        ...base,
        type: 'user',
        uuid: `u${at}`,
        message: { role: 'user', content: `Do part ${at}. Never push; use tabs instead.` },
      },
      {
        ...base,
        type: 'assistant',
        uuid: `a${at}`,
        message: { id: `m${at}`, role: 'assistant', usage, content: [use] },
      },
      {
        ...base,
        type: 'user',
        uuid: `r${at}`,
        message: { role: 'user', content: [result] },
        toolUseResult: {},
      },
      {
        ...base,
        type: 'assistant',
        uuid: `t${at}`,
        message: {
          id: `n${at}`,
          role: 'assistant',
          content: [{ type: 'text', text: 'Shall I go on?' }],
        },
      },
    );
  }
  return rows;
}

function calls(project: string): { use: object; text: string; failed: boolean }[] {
  return [
    {
      use: { name: 'Bash', input: { command: 'npm test' } },
      text: 'Exit code 1\nFAIL test/a.test.ts > adds\n1 failed',
      failed: true,
    },
    {
      use: {
        name: 'Edit',
        input: { file_path: `${project}/src/a.ts`, old_string: 'a', new_string: 'b' },
      },
      text: 'The file has been updated.',
      failed: false,
    },
    {
      use: { name: 'Bash', input: { command: 'git commit -m "Add it"' } },
      text: '[main 0123abc] Add it\n 1 file changed',
      failed: false,
    },
    {
      use: { name: 'Read', input: { file_path: `${project}/PLAN.md` } },
      text: '1\t# Plan',
      failed: false,
    },
  ];
}

function samplePayloads(plan: string): object[] {
  const edit = { tool_name: 'Edit', tool_input: { file_path: plan }, tool_use_id: 'toolu_edit' };
  const file = { filePath: plan, content: '# Plan\n', numLines: 2, startLine: 1, totalLines: 2 };
  const read = { tool_name: 'Read', tool_input: { file_path: plan }, tool_use_id: 'toolu_read' };
  return [
    { hook_event_name: 'SessionStart', source: 'startup' },
    { hook_event_name: 'UserPromptSubmit', prompt: 'go on' },
    { hook_event_name: 'PreCompact', trigger: 'auto', custom_instructions: null },
    { hook_event_name: 'SessionStart', source: 'compact' },
    { hook_event_name: 'PostCompact', trigger: 'auto', compact_summary: 'The work went on.' },
    { hook_event_name: 'PreToolUse', ...edit },
    {
      hook_event_name: 'PreToolUse',
      ...edit,
      tool_name: 'Bash',
      tool_input: { command: 'git status' },
    },
    { hook_event_name: 'PostToolUse', ...read, tool_response: { type: 'text', file } },
    { hook_event_name: 'PostToolBatch', tool_calls: [{ tool_use_id: 'toolu_read' }] },
    { hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: 'Done.' },
  ];
}
