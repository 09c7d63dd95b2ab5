import type { SampleSession } from '../host.ts';

const session = '00000000-0000-7000-8000-000000000001';

/** A short session with one compaction: its record, and the payloads of its events in order. */
export function sampleSession(project: string, record: string): SampleSession {
  const common = { session_id: session, transcript_path: record, cwd: project, model: 'sample' };
  return {
    record: sampleRows(project)
      .map((row) => JSON.stringify(row))
      .join('\n'),
    payloads: samplePayloads(project).map((payload) => JSON.stringify({ ...common, ...payload })),
  };
}

function sampleRows(project: string): object[] {
  const rows: object[] = [row('session_meta', { id: session, cwd: project })];
  for (let at = 0; at < 8; at++) {
    const said = [{ type: 'input_text', text: `Do part ${at}. Never push; use tabs instead.` }];
    const call_id = `call_${at}`;
    const cmd = at % 2 ? 'npm test' : 'cat PLAN.md';
    rows.push(
      row('event_msg', { type: 'task_started', turn_id: `turn-${at}` }),
      item({ type: 'message', role: 'user', content: said }),
      item({ type: 'function_call', name: 'exec_command', arguments: `{"cmd":"${cmd}"}`, call_id }),
      item({
        type: 'function_call_output',
        call_id,
        output: 'Process exited with code 1\nOutput:\nFAIL a.test.ts > adds\n1 failed',
      }),
      item({
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Shall I go on?' }],
      }),
    );
  }
  return rows;
}

function row(type: string, payload: object): object {
  return { timestamp: '2026-01-01T00:00:00.000Z', type, payload };
}

function item(payload: object): object {
  return row('response_item', payload);
}

function samplePayloads(project: string): object[] {
  const cat = { tool_name: 'Bash', tool_input: { command: `cat ${project}/PLAN.md` } };
  const patch = '*** Begin Patch\n*** Add File: a.txt\n+a\n*** End Patch';
  return [
    { hook_event_name: 'SessionStart', source: 'startup' },
    { hook_event_name: 'UserPromptSubmit', prompt: 'go on' },
    { hook_event_name: 'PreCompact', trigger: 'auto' },
    { hook_event_name: 'PostCompact', trigger: 'auto' },
    { hook_event_name: 'SessionStart', source: 'compact' },
    {
      hook_event_name: 'PreToolUse',
      tool_name: 'apply_patch',
      tool_input: { command: patch },
      tool_use_id: 'call_a',
    },
    { hook_event_name: 'PreToolUse', ...cat, tool_use_id: 'call_b' },
    { hook_event_name: 'PostToolUse', ...cat, tool_use_id: 'call_b', tool_response: '# Plan\n' },
    { hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: 'Done.' },
  ];
}
