import type { TodoItem } from '../conversation.ts';
import type { Fact } from '../fact.ts';
import type { DialogAnswer } from '../tool.ts';
import type { SentInstructions } from './instructions.ts';

/** A reference that a tool call made to a file, for finding the active task. */
export interface TaskReference {
  path: string;
  /** Kind of the tool call that made it. */
  kind: 'write' | 'edit' | 'skill' | 'read' | 'shell' | 'search';
  /** Index of the call among all calls of the session, from 0. */
  index: number;
  tool: string;
}

/** What a snapshot tells beside its facts; everything a brief, a gate or a state line asks for. */
export interface SnapshotSummary {
  /** Compaction boundaries seen so far, oldest first. */
  boundaries: {
    id: string;
    time?: string;
    trigger: string;
    tokensBefore?: number;
    offset: number;
  }[];
  /** Tool calls seen so far. */
  calls: number;
  /** Edits and writes that succeeded. */
  edits: number;
  /** The same by the folder of the file that was changed. */
  editedFolders: { folder: string; edits: number }[];
  /** The context size last reported by the host, in tokens. */
  contextTokens?: number;
  model?: string;
  cwd?: string;
  branch?: string;
  planMode: boolean;
  /** True when the last turn is unfinished: a call without result, or results the model has not answered. */
  midTurn: boolean;
  /** True where the record tells nothing of a turn yet. */
  noTurn?: boolean;
  /** True when the person stopped the last turn. */
  stopped?: boolean;
  /** The last thing the agent said when it ended its turn, if that was a question to the person. */
  openQuestion?: string;
  /** What the agent asked before a compaction and went on without; nobody has spoken to it since. */
  waitingQuestion?: string;
  todos: TodoItem[];
  answers: DialogAnswer[];
  /** Plans accepted by the person in this session, newest last. */
  acceptedPlans: { path?: string; text: string; time?: string; offset: number }[];
  taskReferences: TaskReference[];
  lastUserText?: string;
  /** Instruction and memory files as the host sent each last; absent where its record does not tell. */
  instructions?: SentInstructions[];
  /** What the agent above gave to a subagent to do: the first text of its record. */
  assigned?: string;
  /** The task in a tracker that the first message named (`Task: ts-1a2b3c`), the role by its heading, and how it begins. */
  tracked?: { id?: string; role?: string; head?: string };
  /** True when a model answer stands in the record after the last boundary. */
  answeredAfterBoundary: boolean;
}

export interface Snapshot {
  facts: Fact[];
  summary: SnapshotSummary;
}
