import type { HostEvent } from '../../core/event.ts';
import type { Reply } from '../../core/reply.ts';
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
  if (event.type === 'turn.ending') withText(answer, 'continue', join(replies, 'continue'));
  withText(answer, 'inject', join(replies, 'inject'));
  return withText(answer, 'notify', join(replies, 'notify'));
}

/** The same as text: what a recording of the extension's work shows. */
export function encode(event: HostEvent, replies: readonly Reply[]): Encoded {
  const answer = answerOf(event, replies);
  return { stdout: Object.keys(answer).length === 0 ? '' : JSON.stringify(answer) };
}

function denialOf(replies: readonly Reply[]): string {
  const denial = replies.find((reply) => reply.type === 'deny');
  if (denial === undefined) return '';
  return denial.context === undefined ? denial.reason : `${denial.reason}\n${denial.context}`;
}

function withText(answer: Answer, part: keyof Answer, text: string): Answer {
  if (text !== '') answer[part] = text;
  return answer;
}

function join(replies: readonly Reply[], type: 'inject' | 'notify' | 'continue'): string {
  return replies
    .flatMap((reply) => {
      if (reply.type !== type) return [];
      return reply.type === 'continue' ? [reply.reason] : [reply.text];
    })
    .join('\n\n');
}
