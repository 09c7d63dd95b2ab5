import type { HostEvent } from '../../core/event.ts';
import type { Reply } from '../../core/reply.ts';
import { denialOf, textsOf } from '../../core/reply-texts.ts';
import type { Encoded } from '../host.ts';

/** What the extension does; absent parts: nothing. */
export interface Answer {
  /** Goes before the model, as a message of the extension. */
  inject?: string;
  /** The tool call is blocked for this reason, which the model sees. */
  block?: string;
  /** The run goes on with this message. */
  continue?: string;
  /** Is shown to the person. */
  notify?: string;
}

/** Replies in this client's dialect (1.6.0, seen live). Its own summariser cannot be told anything. */
export function answerOf(event: HostEvent, replies: readonly Reply[]): Answer {
  const answer: Answer = {};
  if (event.type === 'compaction.starting') return answer;
  if (event.type === 'tool.requested') withText(answer, 'block', denialOf(replies));
  if (event.type === 'turn.ending')
    withText(answer, 'continue', textsOf(replies, 'continue', '\n\n'));
  withText(answer, 'inject', textsOf(replies, 'inject', '\n\n'));
  return withText(answer, 'notify', textsOf(replies, 'notify', '\n\n'));
}

/** The same as text: what a recording of the extension's work shows. */
export function encode(event: HostEvent, replies: readonly Reply[]): Encoded {
  const answer = answerOf(event, replies);
  return { stdout: Object.keys(answer).length === 0 ? '' : JSON.stringify(answer) };
}

function withText(answer: Answer, part: keyof Answer, text: string): Answer {
  if (text !== '') answer[part] = text;
  return answer;
}
