import type { Left } from './rewind/left.ts';
import type { ToolCall, ToolResult } from './tool.ts';

/** Where an item stands in the host's record. */
export interface Position {
  /** Byte offset of the line's first byte. */
  offset: number;
  /** Line number from 1. */
  line: number;
}

/**
 * Who wrote a user-role text.
 * `typed`: at the prompt or given headless; `queued` and `mid-turn`: typed while the agent worked;
 * `command`: a slash command; `injected`: the host or a hook; `program`: another program.
 */
export type UserOrigin = 'typed' | 'queued' | 'mid-turn' | 'command' | 'injected' | 'program';

export type TodoStatus = 'pending' | 'in_progress' | 'completed' | 'deleted';

export interface TodoItem {
  id: string;
  text: string;
  status: TodoStatus;
}

interface ItemBase {
  at: Position;
  /** ISO time of the row, where it has one. */
  time?: string;
  /** The row's own id. */
  id?: string;
  /** True when the reader knows the row as a copy of an earlier one. */
  replayed?: boolean;
}

/** One thing that happened in a session, the same for every host. Items come in file order. */
export type ConversationItem = ItemBase &
  /** `acceptedPlan`: the plan that the person accepted with the conversation before it cleared; then the text is the host's. */
  (
    | {
        type: 'user';
        origin: UserOrigin;
        text: string;
        acceptedPlan?: { text: string; path?: string };
      }
    | { type: 'assistant'; text: string }
    | { type: 'call'; call: ToolCall }
    | { type: 'result'; result: ToolResult }
    /** `replace`: the whole list; `patch`: only the items named, an empty text or status left as it was. */
    | { type: 'todos'; mode: 'replace' | 'patch'; items: Partial<TodoItem>[] }
    | {
        type: 'boundary';
        trigger: 'auto' | 'manual' | 'unknown';
        tokensBefore?: number;
        tokensAfter?: number;
      }
    | { type: 'summary'; text: string }
    /** The host loaded a skill: the folder it lies in. Its call, or the user's slash command, stands before it. */
    | { type: 'skill-loaded'; folder: string }
    /** An instruction or memory file that the host put before the model; `nested`: with a file of its folder, or one that it is for. */
    | { type: 'instructions'; path: string; text: string; nested?: true; globs?: string[] }
    /** A file that the host itself put before the model again. */
    | { type: 'attached-file'; path: string; text: string }
    /** Text that a hook put before the model. */
    | { type: 'injected-context'; event?: string; text: string }
    | { type: 'usage'; contextTokens: number; model?: string; windowTokens?: number }
    | { type: 'mode'; mode: string }
    | { type: 'place'; cwd?: string; branch?: string; hostVersion?: string }
    /** The host took the texts of these calls' results out of the context; the conversation goes on without them. */
    | { type: 'cleared'; callIds: string[] }
    /** Background work that ended, by the id of `ToolResult.backgroundId`. */
    | { type: 'background-ended'; backgroundId: string; outcome: string }
    /**
     * Turns were taken back. `left`: all places of the record that do not count from now on. `since`: ISO time of the first row
     * that was taken back now. `unsure`: a reading that began in the middle could not tell; one from the start can.
     */
    | { type: 'rewind'; left: Left; since?: string; unsure?: boolean }
  );
