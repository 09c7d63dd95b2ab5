import type { SampleSession } from '../host.ts';

const session = '00000000-0000-4000-8000-000000000003';

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
  const rows: object[] = [{ type: 'session_start', id: session, cwd, version: 2 }];
  for (let at = 0; at < 8; at++) {
    const message = (id: string, role: string, content: object[]): object => ({
      type: 'message',
      id: `${id}${at}`,
      timestamp: `2026-01-01T00:00:${10 + at}.000Z`,
      message: { role, content },
    });
    const id = `call_${at}`;
    const name = at % 2 ? 'Execute' : 'Read';
    const input = at % 2 ? { command: 'npm test' } : { file_path: `${cwd}/PLAN.md` };
    const content = at % 2 ? '1 failed\n\n[Process exited with code 1]' : '# Plan\n';
    rows.push(
      message('u', 'user', [{ type: 'text', text: `Do part ${at}. Never push; use tabs.` }]),
      message('a', 'assistant', [{ type: 'tool_use', id, name, input }]),
      message('r', 'user', [{ type: 'tool_result', tool_use_id: id, content }]),
      message('t', 'assistant', [{ type: 'text', text: 'Shall I go on?' }]),
    );
  }
  rows.push({ type: 'compaction_state', id: 'c', summaryText: 'The work went on.' });
  return rows;
}

function samplePayloads(project: string): object[] {
  const file_path = `${project}/PLAN.md`;
  const write = { tool_name: 'Create', tool_input: { file_path, content: 'x' } };
  const read = { tool_name: 'Read', tool_input: { file_path } };
  return [
    { hook_event_name: 'SessionStart', source: 'startup' },
    { hook_event_name: 'UserPromptSubmit', prompt: 'go on' },
    { hook_event_name: 'PreCompact', trigger: 'auto', custom_instructions: '' },
    { hook_event_name: 'SessionStart', source: 'compact' },
    { hook_event_name: 'PreToolUse', ...write },
    { hook_event_name: 'PreToolUse', ...read },
    { hook_event_name: 'PostToolUse', ...read, tool_response: '# Plan\n' },
    { hook_event_name: 'Stop', stop_hook_active: false },
  ];
}
