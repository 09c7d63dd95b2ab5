import type { HostEvent } from '../../core/event.ts';
import type { Reply } from '../../core/reply.ts';
import { textsOf } from '../../core/reply-texts.ts';
import type { Encoded } from '../host.ts';

/** Events whose answer may carry context for the model. */
const contextEvents: Partial<Record<HostEvent['type'], string>> = {
  'session.started': 'SessionStart',
  'prompt.submitted': 'UserPromptSubmit',
  'tool.requested': 'PreToolUse',
  'tool.finished': 'PostToolUse',
  'subagent.started': 'SubagentStart',
};

/**
 * Replies in this client's dialect (0.171.0, seen live). One key that it does not know makes it drop the whole answer.
 * Nothing that a hook says before or after a compaction reaches the model; a forced turn is the reason of a block.
 */
export function encode(event: HostEvent, replies: readonly Reply[]): Encoded {
  // The end of a session takes no answer at all.
  if (event.type === 'session.ended') return { stdout: '' };
  const output: Record<string, unknown> = {};
  const notice = textsOf(replies, 'notify');
  if (notice !== '') output.systemMessage = notice;
  if (event.type === 'turn.ending') {
    const reason = [textsOf(replies, 'continue'), textsOf(replies, 'inject')].find(
      (text) => text !== '',
    );
    if (reason !== undefined) Object.assign(output, { decision: 'block', reason });
  } else {
    const specific = specificOutput(event, replies);
    if (specific !== undefined) output.hookSpecificOutput = specific;
  }
  return { stdout: Object.keys(output).length === 0 ? '' : JSON.stringify(output) };
}

function specificOutput(
  event: HostEvent,
  replies: readonly Reply[],
): Record<string, unknown> | undefined {
  const hookEventName = contextEvents[event.type];
  if (hookEventName === undefined) return undefined;
  const parts: Record<string, unknown> = {};
  const denial = replies.find((reply) => reply.type === 'deny');
  if (denial !== undefined && event.type === 'tool.requested') {
    parts.permissionDecision = 'deny';
    parts.permissionDecisionReason = denial.reason;
  }
  const context = [denial?.context ?? '', textsOf(replies, 'inject')];
  const additionalContext = context.filter((text) => text !== '').join('\n');
  if (additionalContext !== '') parts.additionalContext = additionalContext;
  return Object.keys(parts).length === 0 ? undefined : { hookEventName, ...parts };
}
