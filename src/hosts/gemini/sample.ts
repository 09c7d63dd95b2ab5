import type { SampleSession } from '../host.ts';

const session = '00000000-0000-4000-8000-000000000006';

/** A short session with one compression: its record, and the payloads of its events in order. */
export function sampleSession(project: string, record: string): SampleSession {
  const common = { session_id: session, transcript_path: record, cwd: project };
  return {
    record: sampleRows(project)
      .map((row) => JSON.stringify(row))
      .join('\n'),
    payloads: samplePayloads(project).map((payload) => JSON.stringify({ ...common, ...payload })),
  };
}

function sampleRows(project: string): object[] {
  const rows: object[] = [{ sessionId: session, projectHash: 'sample', kind: 'main' }];
  for (let at = 0; at < 8; at++) {
    const timestamp = `2026-01-01T00:00:${10 + at}.000Z`;
    const id = `call_${at}`;
    const name = at % 2 ? 'run_shell_command' : 'read_file';
    const args = at % 2 ? { command: 'npm test' } : { file_path: `${project}/PLAN.md` };
    const output = at % 2 ? 'Output: 1 failed\nExit Code: 1' : '# Plan\n';
    const result = [{ functionResponse: { id, name, response: { output } } }];
    const text = `Do part ${at}. Never push; use tabs instead.`;
    const toolCalls = [{ id, name, args, result, status: 'success', timestamp }];
    rows.push({ id: `u${at}`, timestamp, type: 'user', content: [{ text }] });
    rows.push({ id: `m${at}`, timestamp, type: 'gemini', content: 'Shall I go on?', toolCalls });
  }
  const content = [{ text: '<state_snapshot>The work went on.</state_snapshot>' }];
  const timestamp = '2026-01-01T00:00:30.000Z';
  rows.push({ $set: { messages: [{ id: 's', timestamp, type: 'user', content }] } });
  return rows;
}

function samplePayloads(project: string): object[] {
  const file_path = `${project}/PLAN.md`;
  const write = { tool_name: 'write_file', tool_input: { file_path, content: 'x' } };
  const read = { tool_name: 'read_file', tool_input: { file_path } };
  return [
    { hook_event_name: 'SessionStart', source: 'startup' },
    { hook_event_name: 'BeforeAgent', prompt: 'go on' },
    { hook_event_name: 'BeforeModel' },
    { hook_event_name: 'BeforeTool', ...write },
    { hook_event_name: 'BeforeTool', ...read },
    { hook_event_name: 'AfterTool', ...read, tool_response: { llmContent: '# Plan\n' } },
    { hook_event_name: 'AfterAgent', prompt: 'go on', prompt_response: 'Done.' },
  ];
}
