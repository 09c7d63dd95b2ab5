import type { TicketStatus } from '../ticket/ticket.ts';

/** Programs that keep tasks, and what stands in for one. */
export const trackerKinds = ['none', 'prog', 'bd', 'backlog', 'gh', 'file', 'command'] as const;

export type TrackerKind = (typeof trackerKinds)[number];

/**
 * One thing to be told to a tracker. `log`: what was done, added to what is there; `status`: where the task stands now;
 * `truth`: a whole hand-over, for whoever takes the task up next; some trackers put it in place of what they had.
 */
export interface TrackerMessage {
  what: 'log' | 'status' | 'truth';
  /** The task's id in the tracker. */
  id: string;
  /** One line that begins with a letter, so that no program takes it for an option. */
  text: string;
  status?: TicketStatus;
}

/** Command lines for a tracker of one's own; each empty where it has none for that. */
export interface TrackerTemplates {
  log: string;
  status: string;
  truth: string;
  /** Prints what describes the task, and nothing else. */
  show: string;
}

/** True for an id that can be handed to a program: one word, no option, no path. */
export function isTaskId(text: string): boolean {
  return /^[A-Za-z0-9#][\w.-]{0,79}$/.test(text) && !text.includes('..');
}

/** A text on one line that no program takes for an option, cut to so many characters. */
export function trackerText(text: string, limit = 1500): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const safe = /^[\p{L}\p{N}"'(]/u.test(line) ? line : `: ${line}`.replace(/^: -+/, 'note: ');
  const words = /^[\p{L}\p{N}"'(]/u.test(safe) ? safe : `note${safe}`;
  return words.length <= limit ? words : `${words.slice(0, limit - 1)}…`;
}
