/** Where a ticket stands. */
export const ticketStatuses = [
  'queued',
  'claimed',
  'in-progress',
  'blocked',
  'review',
  'done',
  'failed',
  'abandoned',
] as const;

export type TicketStatus = (typeof ticketStatuses)[number];

/** One fault of a ticket, for a person. */
export interface TicketFault {
  /** From 1. */
  line: number;
  what: string;
}

/** An answer that was given to a validation question. */
export interface TicketAnswer {
  question: string;
  answer: string;
}

/** What a ticket file says. */
export interface Ticket {
  /** The front matter's id, else the file's name without its ending. */
  id: string;
  title: string;
  /** Absent: the file names no status, or one that is not known. */
  status?: TicketStatus;
  role?: string;
  host?: string;
  repo?: string;
  branch?: string;
  objective?: string;
  scope: string[];
  success: string[];
  filesToLoad: string[];
  /** Questions that must be answered. */
  validation: string[];
  /** True when the gate opens only when each question is answered (`validation: required`, or `validation_required: true`). */
  validationRequired: boolean;
  answers: TicketAnswer[];
  nextAction?: string;
  phase?: string;
  approval?: string;
  permissions?: 'ask' | 'edit' | 'full';
  /** True when a worker of this ticket may start workers (`may_start_workers: true`). */
  mayStartWorkers: boolean;
  /** Patterns of commands and tools that its worker may use unasked, once a user trusts the list. */
  allow: string[];
  dependsOn: string[];
  /** Its id in a tracker (`tracker` or `task`). */
  tracker?: string;
  /** Text of the section Contract. */
  contract?: string;
  /** Lines of the section Progress, without their list marks, in order. */
  progress: string[];
  /** Text of the section Result; absent while it is empty. */
  result?: string;
  faults: TicketFault[];
}
