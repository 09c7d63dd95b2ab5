import type { HostEvent } from '../../core/event.ts';
import type { Reply } from '../../core/reply.ts';
import { textsOf } from '../../core/reply-texts.ts';
import type { Encoded } from '../host.ts';

/** Events whose answer may carry context for the model, and what a failed tool's is called. */
const contextEvents: Partial<Record<HostEvent['type'], string>> = {
  'session.started': 'SessionStart',
  'prompt.submitted': 'UserPromptSubmit',
  'tool.requested': 'PreToolUse',
  'tool.finished': 'PostToolUse',
  'compaction.starting': 'PreCompact',
};

/**
 * Replies in this client's dialect (0.24.4, seen live). Before a compaction the context is for the summariser. Beside a
 * call that runs nothing reaches the model, so that what belongs to a denial goes out in its reason.
 */
export function encode(event: HostEvent, replies: readonly Reply[]): Encoded {
  const output: Record<string, unknown> = {};
  const notice = textsOf(replies, 'notify');
  if (notice !== '') output.systemMessage = notice;
  if (event.type === 'turn.ending') {
    const reason = textsOf(replies, 'continue');
    if (reason !== '') Object.assign(output, { decision: 'block', reason });
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
  const hookEventName = nameOf(event);
  if (hookEventName === undefined) return undefined;
  if (event.type === 'tool.requested') {
    const denial = replies.find((reply) => reply.type === 'deny');
    if (denial === undefined) return undefined;
    const reason = [denial.reason, denial.context ?? ''].filter((text) => text !== '').join('\n\n');
    return { hookEventName, permissionDecision: 'deny', permissionDecisionReason: reason };
  }
  const type = event.type === 'compaction.starting' ? 'steer' : 'inject';
  const additionalContext = textsOf(replies, type);
  return additionalContext === '' ? undefined : { hookEventName, additionalContext };
}

function nameOf(event: HostEvent): string | undefined {
  if (event.type !== 'tool.finished') return contextEvents[event.type];
  const { outcome } = event.result;
  return outcome === 'ok' || outcome === 'unknown' ? 'PostToolUse' : 'PostToolUseFailure';
}
