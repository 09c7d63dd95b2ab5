import type { Message } from './transcript-messages.ts';

/** What is known of a session beside its messages. */
export interface SessionFacts {
  /** The session belongs to another one: its prompts come from the agent above it. */
  subagent?: boolean;
  hostVersion?: string;
  /** What the person undid and nobody has gone on from: from this message on, or this part of it. */
  revert?: { messageID: string; partID?: string };
  /** As `ReaderOptions` has it. */
  keep?: number;
}

/** What must be remembered from message to message. */
export interface State {
  messages: Message[];
  /** Number of the message at hand. */
  index: number;
  /** Ids of the messages at which the history was cut. */
  cuts: Set<string>;
  facts: SessionFacts;
  cwd?: string;
  mode?: string;
  /** Size of the context at the last answer. */
  contextTokens?: number;
  /** When the last answer was complete, in milliseconds since 1970. */
  answered: number;
  /** The last prompt's texts, and whether a compaction for overflow came after it with no answer since. */
  prompt: string[];
  replaying: boolean;
}

export function newState(messages: Message[], cuts: Set<string>, facts: SessionFacts): State {
  return { messages, cuts, facts, index: 0, answered: 0, prompt: [], replaying: false };
}
