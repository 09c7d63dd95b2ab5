import type { ToolEdit } from './edit/tool-edit.ts';

/** What a tool call does, told by its effect and not by its name on one host. */
export type ToolKind =
  | 'read'
  | 'write'
  | 'edit'
  | 'shell'
  | 'search'
  | 'todo'
  | 'plan'
  | 'subagent'
  | 'skill'
  | 'question'
  | 'discovery'
  | 'web'
  | 'other';

/** Lines of a file, both ends counted from 1 and included. `end` absent: to the end of the file. */
export interface LineRange {
  start: number;
  end?: number;
}

/** One tool call with the parts of its input that Holdfast reasons about. */
export interface ToolCall {
  /** The host's id of the call; the key by which call and result are paired. */
  id?: string;
  /** The host's own name of the tool, as in its record. */
  name: string;
  kind: ToolKind;
  /** Files the call names, as the host wrote them (absolute or relative to the working folder). */
  paths: string[];
  /** Files that a tool changes which is none of the client's own; only in events, and never kept. */
  changes?: string[];
  /** The command line of a shell call. */
  command?: string;
  /** The folder that a shell call runs in, where the call names it; absent: the session's. */
  cwd?: string;
  /** True where the command is for a shell that reads quotes and brackets in another way than `sh`. */
  otherShell?: boolean;
  /** The lines asked for by a read; absent: the whole file. */
  range?: LineRange;
  /** True when the call starts work that goes on after its result. */
  background?: boolean;
  /** The prompt of a subagent, the name of a skill, the text of a question, the pattern of a search. */
  detail?: string;
  /** What stands behind the name of a skill that is called. */
  words?: string;
  /** The whole input; only in events of a shell call, on hosts that let it be rewritten, and never kept. */
  given?: Record<string, unknown>;
  /** What an edit or a write puts into a file; only in events, where the host tells it, and never kept. */
  edit?: ToolEdit;
  /** The whole input as text, a member a line: of tools that are none of the host's own, of others where a reader is asked to keep it. */
  input?: string;
}

/** How a finished call ended. `unknown`: no result is in the record. */
export type Outcome = 'ok' | 'failed' | 'denied' | 'interrupted' | 'unknown';

/** File content that a tool result put before the model. */
export interface ShownFile {
  path: string;
  /** Line number of the first line of `text`, from 1. */
  startLine: number;
  text: string;
  /** Lines of the whole file, where the host tells. */
  totalLines?: number;
}

/** An answer that a person gave in the host's own question dialog. */
export interface DialogAnswer {
  question: string;
  answer: string;
  /** The options that were offered and not taken. */
  rejected: string[];
}

export interface ToolResult {
  callId: string;
  outcome: Outcome;
  /** Only where the host's record tells it; a passing shell call often has none. */
  exitCode?: number;
  /** A person refused the call, or stopped it. */
  refused?: true;
  /** The result as text: whole up to the reader's bound, else its head and its tail. */
  text: string;
  /** Length of the whole result in characters, before any cut. */
  length: number;
  /** True when the host kept a part of the output from the model, whose text then is not what the model saw. */
  partial?: boolean;
  shown?: ShownFile;
  /** Characters of a file that a read tool put before the model, where the host tells how many and not which. */
  shownLength?: number;
  /** The host's id of work that goes on in the background. */
  backgroundId?: string;
  /** The file that such work writes its output to. */
  outputPath?: string;
  /** The agent below this one that the call started, as its record and events are known by. */
  agentId?: string;
  answers?: DialogAnswer[];
  /** A plan that a person accepted in the host's plan dialog. */
  acceptedPlan?: { text: string; path?: string };
  /** The id that the host gave to a new todo item. */
  todoId?: string;
}
