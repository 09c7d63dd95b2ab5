/** Why a client ended or could not go on, as far as its stream tells: what a supervisor decides by. */
export type WorkerTrouble =
  /** A limit of use or of turns was reached. */
  | 'limit'
  /** The key is missing or refused. */
  | 'credentials'
  /** Something else that a retry cannot fix: the model, the account, an option that the client does not know. */
  | 'setup'
  /** The model's server could not be reached, or failed. */
  | 'server'
  /** The conversation does not fit. */
  | 'context'
  | 'other';

/** Tokens and cost as a client tells them; what it does not tell is absent. */
export interface WorkerUsage {
  inputTokens?: number;
  outputTokens?: number;
  /** Tokens in the model's context at the last answer. */
  contextTokens?: number;
  /** Cost in US dollars as the client reckons it. */
  costUsd?: number;
  /** True when the numbers are those of the whole session, false when they are to be added to what was told before. */
  total: boolean;
}

/** A request of a client to be allowed something. */
export interface PermissionRequest {
  /** The client's id of the request, by which it is answered. */
  id: string;
  /** The client's name of the tool. */
  tool: string;
  /** What the call is about: its command, its path. One line. */
  about: string;
  /** Absolute or relative paths that the call names. */
  paths: string[];
  command?: string;
  /** The call's input, whole, on clients that want it back with the answer. */
  input?: object;
  /** True when the call changes the files at `paths` and does nothing else. */
  edit: boolean;
}

/** What a worker's client tells on its stream, in one union for every host. */
export type WorkerEvent =
  /** The host's id of the session that the client began or goes on with. */
  | { type: 'session'; id: string; model?: string }
  /** What the person's side put into the conversation, as the client tells it back. */
  | { type: 'prompt'; text: string }
  | { type: 'tool.started'; id?: string; tool: string; about: string }
  | { type: 'tool.finished'; id?: string; ok: boolean }
  | { type: 'text'; text: string }
  | { type: 'usage'; usage: WorkerUsage }
  | { type: 'compaction' }
  | { type: 'permission'; request: PermissionRequest }
  /** A fault that the client reports; `ends`: it does not go on after it. */
  | { type: 'error'; text: string; trouble: WorkerTrouble; ends: boolean }
  /** The client's turn is over. `ok` is the client's word and proves nothing. */
  | { type: 'result'; ok: boolean; text: string }
  /** A line of a kind that is not known, by its name. */
  | { type: 'unknown'; kind: string };
