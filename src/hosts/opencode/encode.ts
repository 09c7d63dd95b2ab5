import type { HostEvent } from '../../core/event.ts';
import type { Reply } from '../../core/reply.ts';
import { denialOf, textsOf } from '../../core/reply-texts.ts';
import type { Encoded } from '../host.ts';

/** What the plugin does with a hook's arguments; absent parts: nothing. */
export interface Answer {
  /** Goes to the end of what the summariser is asked. */
  context?: string;
  /** Stands in place of what the summariser is asked. The client drops the summary before then, so the plugin adds it. */
  order?: string;
  /** Goes before the model. */
  inject?: string;
  /** Is thrown: the tool call is refused, and the model sees this text as its result. */
  refuse?: string;
  /** The session is prompted with it once more. */
  prompt?: string;
  /** Is shown to the person. */
  toast?: string;
}

/** Replies in this client's dialect (1.18.34, seen live). */
export function answerOf(event: HostEvent, replies: readonly Reply[]): Answer {
  const answer: Answer = {};
  if (event.type === 'compaction.starting') {
    const whole = replies.some((reply) => reply.type === 'steer' && reply.whole);
    return withText(answer, whole ? 'order' : 'context', textsOf(replies, 'steer', '\n\n'));
  }
  if (event.type === 'tool.requested') withText(answer, 'refuse', denialOf(replies));
  if (event.type === 'turn.ending')
    withText(answer, 'prompt', textsOf(replies, 'continue', '\n\n'));
  withText(answer, 'inject', textsOf(replies, 'inject', '\n\n'));
  return withText(answer, 'toast', textsOf(replies, 'notify', '\n\n'));
}

/** The same as text: what a recording of the plugin's work shows. */
export function encode(event: HostEvent, replies: readonly Reply[]): Encoded {
  const answer = answerOf(event, replies);
  return { stdout: Object.keys(answer).length === 0 ? '' : JSON.stringify(answer) };
}

function withText(answer: Answer, part: keyof Answer, text: string): Answer {
  if (text !== '') answer[part] = text;
  return answer;
}
