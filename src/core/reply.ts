import type { ConversationItem } from './conversation.ts';

/** Everything Holdfast can answer to a host, in one union for every host. */
export type Reply =
  | { type: 'none' }
  /** Text for the host's summariser; `whole`: it stands in place of the host's own order. */
  | { type: 'steer'; text: string; whole?: boolean }
  /** Text for the model. */
  | { type: 'inject'; text: string }
  /** The requested tool call is refused; the model sees the reason. */
  | { type: 'deny'; reason: string; context?: string }
  /** The person is asked before the requested tool call runs. */
  | { type: 'ask'; reason: string }
  /** The requested call runs with another command; on hosts that let a call be rewritten. */
  | { type: 'rewrite'; command: string }
  /** The turn goes on, with the reason as the model's next input. */
  | { type: 'continue'; reason: string }
  | { type: 'replace'; messages: ConversationItem[] }
  /** Text shown to the person. May accompany another reply. */
  | { type: 'notify'; text: string };
