import { join } from 'node:path';
import type { Payload } from './payloads.ts';
import type { RecordedSession } from './recorded-session.ts';

/** One ordinary payload of every event that the client has and Holdfast registers, in the order in which they come. */
export function everyEvent(rig: RecordedSession): [string, Payload][] {
  const call = {
    tool_name: 'Edit',
    tool_use_id: 'toolu_every',
    tool_input: { file_path: join(rig.project, 'a.ts'), old_string: 'a', new_string: 'b' },
  };
  return [
    ['SessionStart', { source: 'startup', model: 'm' }],
    ['UserPromptSubmit', { prompt: 'go on', prompt_id: 'p1', source: 'user' }],
    ['PreToolUse', call],
    ['PostToolUse', { ...call, tool_response: { filePath: 'a.ts' }, duration_ms: 3 }],
    ['PostToolUseFailure', { ...call, error: 'Exit code 1', is_interrupt: false }],
    ['PostToolBatch', { tool_calls: [{ ...call, tool_response: 'ok' }] }],
    ['SubagentStart', { agent_id: 'a1', agent_type: 'general-purpose' }],
    [
      'SubagentStop',
      { agent_id: 'a1', agent_type: 'general-purpose', agent_transcript_path: '/nowhere.jsonl' },
    ],
    ['PreCompact', { trigger: 'auto', custom_instructions: null }],
    ['SessionStart', { source: 'compact' }],
    ['PostCompact', { trigger: 'auto', compact_summary: '<summary>It went on.</summary>' }],
    ['SessionStart', { source: 'resume' }],
    ['SessionStart', { source: 'fork' }],
    ['Stop', { stop_hook_active: false, last_assistant_message: 'Done.' }],
    ['SessionStart', { source: 'clear' }],
    ['SessionEnd', { reason: 'other' }],
  ];
}
