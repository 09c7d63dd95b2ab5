import type { SampleSession } from '../host.ts';

const session = '00000000-0000-4000-8000-000000000003';

/** A short session with one compaction: its record, and the payloads of its events in order. */
export function sampleSession(project: string, record: string): SampleSession {
  const common = { sessionId: session, timestamp: 0, cwd: project, transcriptPath: record };
  return {
    record: sampleRows(project)
      .map((row) => JSON.stringify(row))
      .join('\n'),
    payloads: samplePayloads(project).map((payload) => JSON.stringify({ ...common, ...payload })),
  };
}

function sampleRows(cwd: string): object[] {
  let serial = 0;
  const row = (type: string, data: object): object => {
    serial += 1;
    const timestamp = `2026-01-01T00:00:${String(serial % 60).padStart(2, '0')}.000Z`;
    return { type, data, id: `e${serial}`, timestamp, parentId: null };
  };
  const rows = [row('session.start', { sessionId: session, context: { cwd } })];
  for (let at = 0; at < 8; at++) {
    const toolCallId = `call_${at}`;
    const name = at % 2 ? 'bash' : 'view';
    const args = at % 2 ? { command: 'npm test' } : { path: `${cwd}/PLAN.md` };
    const content = at % 2 ? '1 failed\n<shellId: 0 completed with exit code 1>' : '1. # Plan';
    rows.push(
      row('user.message', { content: `Do part ${at}. Never push; use tabs instead.` }),
      row('assistant.message', {
        messageId: `m${at}`,
        content: '',
        toolRequests: [{ toolCallId, name, arguments: args }],
      }),
      row('tool.execution_start', { toolCallId, toolName: name, arguments: args }),
      row('tool.execution_complete', { toolCallId, success: true, result: { content } }),
      row('assistant.message', { messageId: `t${at}`, content: 'Shall I go on?' }),
    );
  }
  const summary = { success: true, summaryContent: 'The work went on.', trigger: 'threshold' };
  return [...rows, row('session.compaction_complete', summary)];
}

function samplePayloads(project: string): object[] {
  const path = `${project}/PLAN.md`;
  const write = { toolName: 'create', toolArgs: { path: `${project}/a.txt`, file_text: 'x' } };
  const read = { toolName: 'view', toolArgs: { path } };
  const shown = { resultType: 'success', textResultForLlm: '1. # Plan\n2. - [ ] one' };
  return [
    { hook_event_name: 'sessionStart', source: 'new', initialPrompt: 'go on' },
    { hook_event_name: 'userPromptSubmitted', prompt: 'go on' },
    { hook_event_name: 'preCompact', trigger: 'auto', customInstructions: '' },
    { hook_event_name: 'preToolUse', ...write },
    { hook_event_name: 'preToolUse', ...read },
    { hook_event_name: 'postToolUse', ...read, toolResult: shown },
    { hook_event_name: 'agentStop', stopReason: 'end_turn', stop_hook_active: false },
  ];
}
