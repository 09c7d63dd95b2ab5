/** What a session is for. */
export const roles = ['handler', 'worker', 'loop', 'regular'] as const;

export type Role = (typeof roles)[number];

/** What made a session take its role. `skill` and `command`: it was invoked; `person`, `agent`: who ran `holdfast role set`. */
export type RoleSign = 'launch' | 'skill' | 'command' | 'person' | 'agent' | 'before';

/** The role of a session, with what goes with it. Paths are absolute. */
export interface SessionRole {
  role: Role;
  by: RoleSign;
  /** The ticket that it was launched with or given: a worker's work, a handler's contract. */
  ticket?: string;
  /** Id of the worker, where a launcher started it. */
  worker?: string;
  /** The document of a loop. */
  document?: string;
  /** The state file of a handler. */
  state?: string;
  /** The folder that the workers of one handler share. */
  scratch?: string;
  /** The skill or command that was invoked. */
  invoked?: string;
}

/** What the journal says of a session's role and work. */
export interface RoleState {
  role?: SessionRole;
  /** Tickets whose edits are looked at, absolute paths. */
  guarded?: string[];
  /** Tickets with a fault that could only be told, and what was told: it is not said again while it is the same. */
  faulty?: { path: string; why: string }[];
  work?: WorkState;
  /** Notices of workers and messages that this session was told, by their ids. */
  told?: { id: string; at: string }[];
  /** What happened, one phrase each, for a person. */
  history?: { at: string; what: string }[];
  /** Answers to the questions of a task, oldest first. */
  answers?: { question: string; answer: string; at: string }[];
}

/** Work since the last time that its progress, or a handler's state, was written. */
export interface WorkState {
  /** Calls that may have changed something. */
  calls: number;
  /** ISO time of the first of them. */
  since?: string;
  /** A phase ended after which a handler has not written its state. */
  phase?: string;
  reminded?: boolean;
  /** Fingerprint of what is written when there is progress: a worker's progress lines, a handler's state. */
  written?: string;
}
