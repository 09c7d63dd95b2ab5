import type { HostEvent } from '../../core/event.ts';
import type { Reply } from '../../core/reply.ts';
import { denialOf, textsOf } from '../../core/reply-texts.ts';
import type { Encoded } from '../host.ts';

/** Events whose answer may carry context for the model. */
const contextEvents: Partial<Record<HostEvent['type'], string>> = {
  'session.started': 'SessionStart',
  'prompt.submitted': 'UserPromptSubmit',
  'tool.finished': 'PostToolUse',
};

/**
 * Replies in this client's dialect, by its documents and its program (0.225.2). What is said before a compaction is not
 * used, and of a call that runs only the decision is: what belongs to a denial goes out in its reason.
 */
export function encode(event: HostEvent, replies: readonly Reply[]): Encoded {
  const output: Record<string, unknown> = {};
  const notice = textsOf(replies, 'notify');
  if (notice !== '') output.systemMessage = notice;
  if (event.type === 'turn.ending') {
    const reason = textsOf(replies, 'continue');
    if (reason !== '') Object.assign(output, { decision: 'block', reason });
  } else if (event.type === 'tool.requested') {
    const decision = decisionOf(replies);
    if (decision !== undefined) output.hookSpecificOutput = decision;
  } else {
    const hookEventName = contextEvents[event.type];
    const additionalContext = textsOf(replies, 'inject');
    if (hookEventName !== undefined && additionalContext !== '') {
      output.hookSpecificOutput = { hookEventName, additionalContext };
    }
  }
  return { stdout: Object.keys(output).length === 0 ? '' : JSON.stringify(output) };
}

function decisionOf(replies: readonly Reply[]): Record<string, unknown> | undefined {
  const hookEventName = 'PreToolUse';
  const reason = denialOf(replies, '\n\n');
  if (reason !== '') {
    return { hookEventName, permissionDecision: 'deny', permissionDecisionReason: reason };
  }
  const asked = replies.find((reply) => reply.type === 'ask');
  if (asked === undefined) return undefined;
  return { hookEventName, permissionDecision: 'ask', permissionDecisionReason: asked.reason };
}
