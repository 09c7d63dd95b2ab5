import type { LaunchRecord, WorkerState } from '../../core/worker/launch.ts';
import type { WorkerNotice } from '../../core/worker/notice.ts';
import { readTicket } from '../ticket/store.ts';
import type { WorkerBook } from './book.ts';
import type { SupervisorDeps } from './supervisor-deps.ts';

/** Writes down how a worker ended, and tells the session that started it. */
export function endWorker(
  deps: Pick<SupervisorDeps, 'tell' | 'ticketDisk' | 'files' | 'redact'>,
  book: WorkerBook,
  end: { status: 'completed' | 'interrupted' | 'failed'; reason: string },
  stopped: boolean,
): void {
  const reason = deps.redact(end.reason);
  book.note(end.status === 'completed' ? 'note' : 'error', `${end.status}: ${reason}`);
  // Before the state says that it is over: a supervisor that is killed in between ends the worker once more.
  const { launch, state } = book;
  if (launch.handler) {
    const notice = noticeOf(deps, launch, state, { ...end, reason }, stopped, book.now);
    deps.tell(launch.handler, `${launch.worker}-${launch.ends + 1}`, notice);
  }
  book.update({ status: end.status, reason, ended: book.now, holdsPlace: false, waiting: [] });
  book.save();
  book.writeLaunch({ ends: launch.ends + 1 });
}

function noticeOf(
  deps: Pick<SupervisorDeps, 'ticketDisk' | 'files' | 'redact'>,
  launch: LaunchRecord,
  state: WorkerState,
  end: { status: 'completed' | 'interrupted' | 'failed'; reason: string },
  stopped: boolean,
  time: string,
): WorkerNotice {
  const began = Date.parse(state.began ?? launch.launched);
  const killed = stopped && end.status === 'interrupted';
  return {
    task: launch.ticketId,
    worker: launch.worker,
    status: end.status === 'completed' ? 'completed' : killed ? 'killed' : 'failed',
    summary: `${wordsOf(end, killed)} The ticket is ${launch.ticket}.`,
    result: deps.redact(resultIn(deps, launch.ticket) ?? state.lastText ?? ''),
    usage: {
      tokens: state.spent.inputTokens + state.spent.outputTokens,
      toolUses: state.spent.toolUses,
      durationMs: Math.max(0, Date.parse(time) - began),
    },
    at: time,
  };
}

/** Why a worker ended that a user or a program stopped. */
export const stoppedReason = 'It was stopped.';

function wordsOf({ status, reason }: { status: string; reason: string }, killed: boolean): string {
  if (!killed) return `The worker is ${status}. ${reason}`;
  return reason === stoppedReason ? 'The worker was stopped.' : `The worker was stopped. ${reason}`;
}

function resultIn(
  deps: Pick<SupervisorDeps, 'ticketDisk' | 'files'>,
  path: string,
): string | undefined {
  try {
    return readTicket(deps, path).ticket.result;
  } catch {
    return undefined;
  }
}
