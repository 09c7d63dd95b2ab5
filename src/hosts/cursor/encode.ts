import type { HostEvent } from '../../core/event.ts';
import type { Reply } from '../../core/reply.ts';
import { denialOf, textsOf } from '../../core/reply-texts.ts';
import type { Encoded } from '../host.ts';

/**
 * Replies in this client's dialect, by its documents (2026-07). It wants an object also where there is nothing to say.
 * Of the events that are registered only the end of a tool and of a turn, and a denial, reach the model.
 */
export function encode(event: HostEvent, replies: readonly Reply[]): Encoded {
  return { stdout: JSON.stringify(answer(event, replies)) };
}

function answer(event: HostEvent, replies: readonly Reply[]): Record<string, unknown> {
  switch (event.type) {
    case 'tool.requested':
      return refusal(replies);
    case 'tool.finished':
      return only('additional_context', textsOf(replies, 'inject'));
    case 'turn.ending':
      return only('followup_message', textsOf(replies, 'continue'));
    case 'compaction.starting':
      return only('user_message', textsOf(replies, 'notify'));
    default:
      return {};
  }
}

/** What belongs to a denial goes out with its reason; the person is shown the reason alone. */
function refusal(replies: readonly Reply[]): Record<string, unknown> {
  const agent_message = denialOf(replies, between);
  if (agent_message === '') return {};
  const [reason = ''] = agent_message.split(between);
  return { permission: 'deny', user_message: reason.slice(0, 300), agent_message };
}

const between = '\n\n';

function only(name: string, text: string): Record<string, unknown> {
  return text === '' ? {} : { [name]: text };
}
