import type { SampleSession } from '../host.ts';

const session = '00000000-0000-4000-8000-000000000004';

/** A short session with one compaction: its record, and the payloads of its events in order. */
export function sampleSession(project: string, record: string): SampleSession {
  const common = {
    conversation_id: session,
    session_id: session,
    cursor_version: 'sample',
    workspace_roots: [project],
    transcript_path: record,
  };
  return {
    record: sampleRows(project)
      .map((row) => JSON.stringify(row))
      .join('\n'),
    payloads: samplePayloads(project).map((payload) => JSON.stringify({ ...common, ...payload })),
  };
}

function sampleRows(project: string): object[] {
  const rows: object[] = [];
  for (let at = 0; at < 8; at++) {
    const message = (role: string, block: object): object => ({
      role,
      message: { content: [block] },
    });
    const use = at % 2 ? { command: 'npm test' } : { path: `${project}/PLAN.md` };
    rows.push(
      message('user', { type: 'text', text: `Do part ${at}. Never push; use tabs instead.` }),
      message('assistant', { type: 'tool_use', name: at % 2 ? 'Shell' : 'Read', input: use }),
      message('assistant', { type: 'text', text: 'Shall I go on?' }),
      { type: 'turn_ended', status: 'success' },
    );
  }
  return rows;
}

function samplePayloads(project: string): object[] {
  const file_path = `${project}/PLAN.md`;
  const write = { tool_name: 'Write', tool_input: { file_path, content: 'x' } };
  const cat = { tool_name: 'Shell', tool_input: { command: `cat ${file_path}` } };
  return [
    { hook_event_name: 'sessionStart' },
    { hook_event_name: 'preCompact', trigger: 'auto' },
    { hook_event_name: 'preToolUse', ...write, tool_use_id: 'call_a' },
    { hook_event_name: 'preToolUse', ...cat, tool_use_id: 'call_b' },
    {
      hook_event_name: 'postToolUse',
      ...cat,
      tool_use_id: 'call_b',
      tool_output: '{"output":"# Plan\\n","exitCode":0}',
    },
    { hook_event_name: 'stop', status: 'completed' },
  ];
}
