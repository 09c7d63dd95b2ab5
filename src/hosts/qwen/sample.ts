import type { SampleSession } from '../host.ts';

const session = '00000000-0000-4000-8000-000000000002';

/** A short session with one compaction: its record, and the payloads of its events in order. */
export function sampleSession(project: string, record: string): SampleSession {
  const common = { session_id: session, transcript_path: record, cwd: project };
  return {
    record: sampleRows(project)
      .map((row) => JSON.stringify(row))
      .join('\n'),
    payloads: samplePayloads(project).map((payload) => JSON.stringify({ ...common, ...payload })),
  };
}

function sampleRows(cwd: string): object[] {
  const rows: object[] = [];
  for (let at = 0; at < 8; at++) {
    const base = { sessionId: session, cwd, timestamp: `2026-01-01T00:00:${10 + at}.000Z` };
    const row = (uuid: string, type: string, provenance: string, parts: object[]): object => {
      const role = type === 'assistant' ? 'model' : 'user';
      return { ...base, uuid: `${uuid}${at}`, type, provenance, message: { role, parts } };
    };
    const id = `call_${at}`;
    const name = at % 2 ? 'run_shell_command' : 'read_file';
    const args = at % 2 ? { command: 'npm test' } : { file_path: `${cwd}/PLAN.md` };
    const output = at % 2 ? 'Output: 1 failed\nExit Code: 1\nSignal: (none)' : '# Plan\n';
    rows.push(
      row('u', 'user', 'real_user', [{ text: `Do part ${at}. Never push; use tabs instead.` }]),
      row('a', 'assistant', 'assistant_output', [{ functionCall: { id, name, args } }]),
      row('r', 'tool_result', 'tool_result', [
        { functionResponse: { id, name, response: { output } } },
      ]),
      row('t', 'assistant', 'assistant_output', [{ text: 'Shall I go on?' }]),
    );
  }
  return rows;
}

function samplePayloads(project: string): object[] {
  const file_path = `${project}/PLAN.md`;
  const write = { tool_name: 'write_file', tool_input: { file_path, content: 'x' } };
  const read = { tool_name: 'read_file', tool_input: { file_path }, tool_call_id: 'call_b' };
  return [
    { hook_event_name: 'SessionStart', source: 'startup' },
    { hook_event_name: 'UserPromptSubmit', prompt: 'go on' },
    { hook_event_name: 'PreCompact', trigger: 'auto', custom_instructions: '' },
    { hook_event_name: 'PostCompact', trigger: 'auto', compact_summary: 'The work went on.' },
    { hook_event_name: 'SessionStart', source: 'compact' },
    { hook_event_name: 'PreToolUse', ...write, tool_call_id: 'call_a' },
    { hook_event_name: 'PreToolUse', ...read },
    { hook_event_name: 'PostToolUse', ...read, tool_response: { llmContent: '# Plan\n' } },
    { hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: 'Done.' },
  ];
}
