import type { SampleSession } from '../host.ts';

const session = 'ses_holdfastsample';

/** A short session with one compaction: its messages, one a line, and what the plugin hands on, in order. */
export function sampleSession(project: string, record: string): SampleSession {
  const base = { session, directory: project, database: record };
  const plan = `${project}/PLAN.md`;
  const call = { sessionID: session, callID: 'call_0', tool: 'edit' };
  const args = { filePath: plan, oldString: 'a', newString: 'b' };
  const read = { ...call, callID: 'call_1', tool: 'read', args: { filePath: plan } };
  const parts = [{ type: 'text', text: 'go on' }];
  const payloads: object[] = [
    { ...base, hook: 'session.first', resumed: false },
    { ...base, hook: 'chat.message', output: { parts, message: { id: 'msg_1' } } },
    { ...base, hook: 'experimental.session.compacting', auto: true },
    { ...base, hook: 'experimental.compaction.autocontinue' },
    { ...base, hook: 'session.compacted', auto: true, summary: 'The work went on.' },
    { ...base, hook: 'tool.execute.before', input: call, output: { args } },
    {
      ...base,
      hook: 'tool.execute.after',
      input: read,
      output: { output: '1: # Plan', metadata: {} },
    },
    { ...base, hook: 'experimental.chat.messages.transform' },
    { ...base, hook: 'session.idle', lastMessage: 'Done.' },
  ];
  return {
    record: messages(project)
      .map((message) => JSON.stringify(message))
      .join('\n'),
    payloads: payloads.map((payload) => JSON.stringify(payload)),
  };
}

function messages(project: string): object[] {
  const prompt = {
    info: { id: 'msg_1', role: 'user', time: { created: 1 } },
    parts: [{ id: 'prt_1', type: 'text', text: 'Do it. Never push.' }],
  };
  const state = {
    status: 'completed',
    input: { filePath: `${project}/a.txt`, content: 'x' },
    output: 'Wrote file successfully.',
    metadata: {},
    time: { start: 2, end: 3 },
  };
  const answer = {
    info: { id: 'msg_2', role: 'assistant', time: { created: 2, completed: 3 }, finish: 'stop' },
    parts: [{ id: 'prt_2', type: 'tool', callID: 'call_w', tool: 'write', state }],
  };
  return [prompt, answer];
}
