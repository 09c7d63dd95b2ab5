import type { HostEvent } from '../../core/event.ts';
import type { Reply } from '../../core/reply.ts';
import { denialOf, textsOf } from '../../core/reply-texts.ts';
import type { Encoded } from '../host.ts';

/**
 * Replies in this client's dialect (0.61.0, seen live): one JSON object or nothing. A text reaches the model with a
 * prompt and with a tool's result, and nowhere else; a denial and a turn that goes on are told by their reason.
 */
export function encode(event: HostEvent, replies: readonly Reply[]): Encoded {
  const output: Record<string, unknown> = {};
  const notice = textsOf(replies, 'notify');
  if (notice !== '') output.systemMessage = notice;
  if (event.type === 'tool.requested') refuse(output, denialOf(replies, '\n\n'));
  else if (event.type === 'turn.ending') refuse(output, textsOf(replies, 'continue'));
  else if (event.type === 'prompt.submitted') add(output, 'BeforeAgent', replies);
  else if (event.type === 'tool.finished') add(output, 'AfterTool', replies);
  return { stdout: Object.keys(output).length === 0 ? '' : JSON.stringify(output) };
}

function refuse(output: Record<string, unknown>, reason: string): void {
  if (reason !== '') Object.assign(output, { decision: 'deny', reason });
}

function add(
  output: Record<string, unknown>,
  hookEventName: string,
  replies: readonly Reply[],
): void {
  const additionalContext = textsOf(replies, 'inject');
  if (additionalContext !== '') output.hookSpecificOutput = { hookEventName, additionalContext };
}
