import type { SampleSession } from '../host.ts';

const session = 'holdfast-sample';

/** A short session with one compaction: its record, and what the extension hands on, in order. */
export function sampleSession(project: string, record: string): SampleSession {
  const base = { session, cwd: project, file: record };
  const plan = `${project}/PLAN.md`;
  const edit = { toolName: 'edit', toolCallId: 'call_0', input: { path: plan } };
  const read = { toolName: 'read', toolCallId: 'call_1', input: { path: plan } };
  const content = [{ type: 'text', text: '# Plan' }];
  const payloads: object[] = [
    { ...base, hook: 'session_start', event: { reason: 'startup' } },
    { ...base, hook: 'before_agent_start', event: { prompt: 'go on' } },
    { ...base, hook: 'session_before_compact', event: { reason: 'threshold' } },
    { ...base, hook: 'session_compact', event: { reason: 'threshold' } },
    { ...base, hook: 'compaction_told', event: { reason: 'threshold' }, summary: 'Work went on.' },
    { ...base, hook: 'tool_call', event: edit },
    { ...base, hook: 'tool_result', event: { ...read, content, isError: false } },
    { ...base, hook: 'context' },
    { ...base, hook: 'agent_before_settle', lastMessage: 'Done.' },
  ];
  return {
    record: rows(project)
      .map((row) => JSON.stringify(row))
      .join('\n'),
    payloads: payloads.map((payload) => JSON.stringify(payload)),
  };
}

function rows(cwd: string): object[] {
  const timestamp = '2026-01-01T00:00:10.000Z';
  const message = (id: string, parentId: string | null, given: object) => ({
    type: 'message',
    id,
    parentId,
    timestamp,
    message: given,
  });
  const call = { type: 'toolCall', id: 'call_w', name: 'write', arguments: { path: 'a.txt' } };
  const text = [{ type: 'text', text: 'Wrote it.' }];
  const result = { role: 'toolResult', toolCallId: 'call_w', toolName: 'write', content: text };
  return [
    { type: 'session', version: 3, id: session, timestamp, cwd },
    message('a1', null, { role: 'user', content: 'Do it. Never push.' }),
    message('a2', 'a1', { role: 'assistant', content: [call], stopReason: 'toolUse' }),
    message('a3', 'a2', { ...result, isError: false }),
  ];
}
