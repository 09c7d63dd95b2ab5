/** The part of the client's interface for extensions (1.6.0) that is used. */
export interface PiApi {
  on(event: string, handler: (event: PiEvent, context: PiContext) => unknown): unknown;
  sendMessage(
    message: { customType: string; content: string; display: boolean },
    options?: { deliverAs?: 'steer' | 'followUp' | 'nextTurn'; triggerTurn?: boolean },
  ): void;
}

/** What comes with every event. */
export interface PiContext {
  cwd: string;
  hasUI?: boolean;
  model?: { contextWindow?: number };
  sessionManager: {
    getSessionId(): string;
    /** Undefined where the client keeps no file. */
    getSessionFile(): string | undefined;
    getEntries(): { type: string; message?: PiMessage }[];
  };
  /** How full the context is; null where the client does not know it, as right after a compaction. */
  getContextUsage?(): { percent?: number | null } | undefined;
  ui?: { notify(message: string, kind: string): void };
}

/** An event, as far as it is looked at; each kind has some of these. */
export interface PiEvent {
  type: string;
  reason?: string;
  prompt?: string;
  messageType?: string;
  toolName?: string;
  toolCallId?: string;
  input?: unknown;
  content?: { type: string; text?: string }[];
  messages?: PiMessage[];
  entries?: unknown[];
  signal?: AbortSignal;
  preparation?: { firstKeptEntryId?: string; tokensBefore?: number };
  /** The entries of the branch that the conversation is on, oldest first. */
  branchEntries?: PiEntry[];
  compactionEntry?: { summary?: string };
  [name: string]: unknown;
}

export interface PiEntry {
  type: string;
  id?: string;
  message?: PiMessage;
}

export interface PiMessage {
  role: string;
  content?: string | { type: string; text?: string }[];
  timestamp?: number;
  [name: string]: unknown;
}
