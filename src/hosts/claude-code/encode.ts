import type { HostEvent } from '../../core/event.ts';
import type { Reply } from '../../core/reply.ts';
import { textsOf } from '../../core/reply-texts.ts';
import type { Encoded } from '../host.ts';

const eventNames: Partial<Record<HostEvent['type'], string>> = {
  'session.started': 'SessionStart',
  'prompt.submitted': 'UserPromptSubmit',
  'tool.requested': 'PreToolUse',
  'batch.finished': 'PostToolBatch',
  'turn.ending': 'Stop',
  'subagent.started': 'SubagentStart',
};

/**
 * Replies in this client's dialect (2.1.332, seen live). Before a compaction only plain text counts and is
 * steering; what is printed after one is shown raw to the person, so nothing is. A forced turn goes out as context of
 * the Stop event: it continues the turn, once in the model's input, and without the command line. Versions before 2.1.163
 * take no context there, and continue by a refusal to end.
 */
export function encode(event: HostEvent, replies: readonly Reply[]): Encoded {
  if (event.type === 'compaction.starting') {
    return { stdout: textsOf(replies, 'steer') };
  }
  if (event.type === 'compaction.finished') return { stdout: '' };
  const output: Record<string, unknown> = {};
  const notice = textsOf(replies, 'notify');
  if (notice) output.systemMessage = notice;
  if (event.type === 'turn.ending' && event.olderClient) {
    const reason = contextOf(replies);
    if (reason !== '') Object.assign(output, { decision: 'block', reason });
    return { stdout: Object.keys(output).length === 0 ? '' : JSON.stringify(output) };
  }
  const specific = specificOutput(event, replies);
  if (specific) output.hookSpecificOutput = specific;
  return { stdout: Object.keys(output).length === 0 ? '' : JSON.stringify(output) };
}

function specificOutput(
  event: HostEvent,
  replies: readonly Reply[],
): Record<string, unknown> | undefined {
  const name = event.type === 'tool.finished' ? finishedName(event) : eventNames[event.type];
  if (name === undefined) return undefined;
  const parts: Record<string, unknown> = {};
  const context = contextOf(replies);
  const denial = replies.find((reply) => reply.type === 'deny');
  if (denial && event.type === 'tool.requested') {
    parts.permissionDecision = 'deny';
    parts.permissionDecisionReason = denial.reason;
  }
  const asked = replies.find((reply) => reply.type === 'ask');
  if (asked && !denial && event.type === 'tool.requested') {
    parts.permissionDecision = 'ask';
    parts.permissionDecisionReason = asked.reason;
  }
  const rewrite = replies.find((reply) => reply.type === 'rewrite');
  if (rewrite && !denial && !asked && event.type === 'tool.requested')
    // Without a decision of ours the client judges the rewritten call as any other.
    parts.updatedInput = { ...event.call.given, command: rewrite.command };
  const all = denial?.context
    ? [denial.context, context].filter((text) => text !== '').join('\n')
    : context;
  if (all !== '') parts.additionalContext = all;
  return Object.keys(parts).length === 0 ? undefined : { hookEventName: name, ...parts };
}

function contextOf(replies: readonly Reply[]): string {
  return [textsOf(replies, 'inject'), textsOf(replies, 'continue')]
    .filter((text) => text !== '')
    .join('\n');
}

function finishedName(event: HostEvent & { type: 'tool.finished' }): string {
  return event.result.outcome === 'ok' || event.result.outcome === 'unknown'
    ? 'PostToolUse'
    : 'PostToolUseFailure';
}
