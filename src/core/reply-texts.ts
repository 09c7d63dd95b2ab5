import type { Reply } from './reply.ts';

/** The texts of one type of reply, in order. */
export function textsOf(
  replies: readonly Reply[],
  type: 'steer' | 'inject' | 'notify' | 'continue',
  between = '\n',
): string {
  return replies
    .flatMap((reply) => {
      if (reply.type !== type) return [];
      return reply.type === 'continue' ? [reply.reason] : [reply.text];
    })
    .join(between);
}

/** What a model is told that may not do a call: the reason, and the text beside it; empty where nothing is denied. */
export function denialOf(replies: readonly Reply[], between = '\n'): string {
  const denial = replies.find((reply) => reply.type === 'deny');
  if (denial === undefined) return '';
  return denial.context === undefined
    ? denial.reason
    : `${denial.reason}${between}${denial.context}`;
}
