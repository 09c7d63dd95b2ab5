import type { TicketStatus } from '../ticket/ticket.ts';
import type { TrackerKind, TrackerMessage, TrackerTemplates } from './message.ts';
import { fillTemplate } from './template.ts';

/**
 * The command line that tells a tracker a message, as program and arguments, never through a shell; undefined where the
 * tracker has no way to be told it. Backlog.md 1.52 was run; those of `prog`, `bd` and `gh` are from their documents.
 */
export function trackerCommand(
  kind: TrackerKind,
  message: TrackerMessage,
  templates: TrackerTemplates,
): string[] | undefined {
  switch (kind) {
    case 'prog':
      return progCommand(message);
    case 'bd':
      return bdCommand(message);
    case 'backlog':
      return backlogCommand(message);
    case 'gh':
      return ghCommand(message);
    case 'command':
      return fillTemplate(templates[message.what], message);
    default:
      return undefined;
  }
}

/** True where a description takes the place of the one before, as far as is known; one's own command may. */
export function replacesTruth(argv: readonly string[]): boolean {
  return !argv.some((word) => word.startsWith('--append-') || word === 'comment');
}

/** The command line that shows a task, so that what stands there is known before it is replaced; undefined where there is none. */
export function showCommand(
  kind: TrackerKind,
  id: string,
  templates: TrackerTemplates,
): string[] | undefined {
  if (kind === 'prog') return ['prog', 'show', id];
  if (kind !== 'command') return undefined;
  return fillTemplate(templates.show, { what: 'truth', id, text: '' });
}

function progCommand({ what, id, text, status }: TrackerMessage): string[] | undefined {
  if (what === 'log') return ['prog', 'log', id, text];
  // The only way that `prog` has; it replaces what was there, so that only a whole hand-over is told so.
  if (what === 'truth') return ['prog', 'desc', id, text];
  switch (status) {
    case 'claimed':
    case 'in-progress':
      return ['prog', 'start', id];
    case 'blocked':
      return ['prog', 'block', id, text];
    case 'done':
      return ['prog', 'done', id];
    case 'failed':
    case 'abandoned':
      return ['prog', 'cancel', id, text];
    default:
      return undefined;
  }
}

function bdCommand({ what, id, text, status }: TrackerMessage): string[] | undefined {
  if (what === 'log') return ['bd', 'comments', 'add', id, text];
  if (what === 'truth') return ['bd', 'update', id, '--append-notes', text];
  if (status === undefined) return undefined;
  if (isOver(status)) return ['bd', 'close', id, '--reason', text];
  const words: Partial<Record<TicketStatus, string>> = { queued: 'open', blocked: 'blocked' };
  return ['bd', 'update', id, '--status', words[status] ?? 'in_progress'];
}

/** A new project of Backlog.md has three statuses; what is blocked or in review is in progress there. */
function backlogCommand({ what, id, text, status }: TrackerMessage): string[] | undefined {
  const edit = ['backlog', 'task', 'edit', id];
  if (what === 'log') return [...edit, '--comment', text, '--comment-author', 'holdfast'];
  if (what === 'truth') return [...edit, '--append-notes', text];
  if (status === undefined) return undefined;
  if (status === 'done') return [...edit, '-s', 'Done'];
  // Of what failed nothing says that it is done: it stands there as work to do, and its log says why.
  const waits = status === 'queued' || status === 'failed' || status === 'abandoned';
  return [...edit, '-s', waits ? 'To Do' : 'In Progress'];
}

/** The body of an issue is its author's, so what is so now is told as a comment as well. */
function ghCommand({ what, id, text, status }: TrackerMessage): string[] | undefined {
  const number = id.replace(/^#/, '');
  if (what !== 'status') return ['gh', 'issue', 'comment', number, '--body', text];
  if (status === 'done') return ['gh', 'issue', 'close', number, '--reason', 'completed'];
  if (status === 'failed' || status === 'abandoned') {
    return ['gh', 'issue', 'close', number, '--reason', 'not planned'];
  }
  return status === 'queued' ? ['gh', 'issue', 'reopen', number] : undefined;
}

function isOver(status: TicketStatus): boolean {
  return status === 'done' || status === 'failed' || status === 'abandoned';
}
