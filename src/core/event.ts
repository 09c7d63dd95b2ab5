import type { ToolCall, ToolResult } from './tool.ts';

/** What every event tells. */
export interface EventBase {
  sessionId: string;
  /** Set when the event belongs to a subagent of the session. */
  agentId?: string;
  cwd?: string;
  /** The host's record of the session, as its payload names it. */
  transcriptPath?: string;
  /** True when the agent's own plan mode is on. */
  planMode?: boolean;
  /** The host's id of the prompt that the event belongs to. */
  turnId?: string;
  /** A version of the client sent it that takes less than the tested one, and whose record need not show what it was told. */
  olderClient?: true;
}

export type SessionSource = 'startup' | 'resume' | 'clear' | 'compact' | 'fork' | 'unknown';
export type CompactionTrigger = 'auto' | 'manual' | 'unknown';

/** Everything a host tells Holdfast, in one union for every host. */
export type HostEvent = EventBase &
  /** `previousSessionId`: the session whose compaction began this one, on hosts that make a new one then. */
  (
    | { type: 'session.started'; source: SessionSource; previousSessionId?: string }
    | {
        type: 'prompt.submitted';
        prompt: string;
        origin: 'person' | 'program' | 'unknown';
        /** How full the context is, in percent, where the client says so with the prompt. */
        fullness?: number;
      }
    | { type: 'model.requested' }
    | { type: 'tool.requested'; call: ToolCall }
    | { type: 'tool.finished'; call: ToolCall; result: ToolResult }
    | { type: 'batch.finished'; callIds: string[] }
    | { type: 'compaction.starting'; trigger: CompactionTrigger; instructions?: string }
    | { type: 'compaction.finished'; trigger: CompactionTrigger; summary?: string }
    | { type: 'turn.ending'; lastMessage?: string }
    | { type: 'subagent.started'; agentType: string }
    | { type: 'subagent.stopped'; agentType: string }
    | { type: 'session.ended'; reason: string }
  );
