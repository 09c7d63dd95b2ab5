/** One message of a conversation, as far as a cut between messages must know it. */
export interface TailMessage {
  role: 'user' | 'assistant';
  /** Characters that it takes. */
  length: number;
  /** Ids of the calls that it makes. */
  calls: readonly string[];
  /** Ids of the calls that it gives the results of. */
  results: readonly string[];
}

/**
 * Where the recent tail begins that stays as it is: the earliest message from which on all takes no more than `budget`
 * characters, no result stands without its call and no call that has a result without it. The number of messages where
 * nothing of the end may stay. `most`: messages at most.
 */
export function tailStart(messages: readonly TailMessage[], budget: number, most: number): number {
  let start = messages.length;
  let length = 0;
  const needed = new Set<string>();
  for (let at = messages.length - 1; at >= 0 && messages.length - at <= most; at -= 1) {
    const message = messages[at]!;
    length += message.length;
    if (length > budget) break;
    for (const id of message.results) needed.add(id);
    for (const id of message.calls) needed.delete(id);
    if (needed.size === 0) start = at;
  }
  return start;
}
