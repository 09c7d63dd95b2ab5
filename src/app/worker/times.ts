/** How long what lasts, in milliseconds, before the pace is counted in. */
export const times = {
  /** How often is looked for messages, answers and stops. */
  look: 250,
  /** A client that printed nothing by then does not work. */
  firstByte: 120_000,
  /** A line is written in one go: what stops in the middle of one has stalled. */
  halfLine: 60_000,
  /** A model, or the client between two steps. */
  silence: 30 * 60_000,
  /** The same while a tool runs, which may be a long build. */
  silentTool: 4 * 60 * 60_000,
  /** What a client gets to end by itself when its work is over. */
  leave: 10_000,
  /** What a client gets after a polite word, and again after SIGTERM, before its group is killed. */
  stop: 5_000,
  /** A message that no hook of the session told by then is written to the client. */
  untold: 15_000,
  /** A request that nobody answered by then is denied. */
  request: 120_000,
  /** How often a lease is renewed. */
  renew: 5 * 60_000,
  /** How often is looked whether a queued worker's turn has come. */
  turn: 500,
  /** How often the record is asked for compactions that the stream does not show. */
  record: 5_000,
} as const;
