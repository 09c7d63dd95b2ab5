import { Fault } from '../../core/errors.ts';
import { isHandoffId } from '../../core/handoff/mark.ts';
import { busyFault } from '../../core/lock.ts';
import { userTime } from '../../core/time-text.ts';
import {
  backoffMs,
  endByTicket,
  type NextStep,
  nextStep,
  type Standing,
} from '../../core/worker/next-step.ts';
import {
  againPrompt,
  nudgePrompt,
  type PromptInput,
  workerPrompt,
} from '../../core/worker/prompt.ts';
import { claimTicket, moveTicket } from '../ticket/actions.ts';
import { claimLease, releaseLease, renewLease } from '../ticket/leases.ts';
import { readTicket } from '../ticket/store.ts';
import { WorkerBook } from './book.ts';
import { runClient } from './client-run.ts';
import { endWorker, stoppedReason } from './end-worker.ts';
import { giveBackTaken, messageText, takeMessages, waitingMessages } from './inbox.ts';
import { readWorker, workerFolder } from './records.ts';
import type { SupervisorDeps } from './supervisor-deps.ts';
import { times } from './times.ts';
import { waitForTurn } from './turn.ts';

/** Turns that a client may end too early before it is left alone. */
const mostNudges = 2;

/**
 * Looks after one worker from its launch to its end: claims its ticket, waits for its turn, runs its client as often as it
 * must, and says how it ended. `ready` is called once the ticket is the worker's. Throws a Fault when it is another's.
 */
export async function superviseWorker(
  deps: SupervisorDeps,
  worker: string,
  ready: () => void,
): Promise<void> {
  const book = deps.disk.locked(
    `${workerFolder(worker)}/.lock`,
    () => takeWorker(deps, worker),
    busyFault(worker),
  );
  const { ticket } = book.launch;
  book.update({
    status: 'queued',
    reason: 'It begins.',
    ended: undefined,
    restarts: 0,
    waiting: [],
  });
  book.save();
  giveBackTaken(deps.disk, worker);
  ready();
  const renewing = setInterval(() => {
    renewQuietly(deps, ticket, worker);
  }, times.renew);
  try {
    await new Supervision(deps, book).toEnd();
  } finally {
    clearInterval(renewing);
    releaseLease(deps, ticket, worker);
    book.save();
  }
}

/**
 * Makes this process the one that looks after a worker, and the ticket the worker's. Throws a Fault where another process
 * does, or the ticket is another's.
 */
function takeWorker(deps: SupervisorDeps, worker: string): WorkerBook {
  const known = readWorker(deps, worker);
  if (known === undefined) throw new Fault('not-found', `There is no worker ${worker}.`);
  const hint = 'See what it does with "holdfast workers".';
  if (known.alive) throw new Fault('refused', `${worker} is already running.`, { hint });
  const { ticket, ticketId } = known.launch;
  const claim = claimLease(deps, ticket, { owner: worker, pid: deps.pid });
  if (!claim.won) {
    const { owner, since } = claim.lease;
    throw new Fault(
      'refused',
      `${ticketId} is already claimed by ${owner} (since ${userTime(since)}).`,
      {
        hint,
      },
    );
  }
  const book = new WorkerBook(deps, known);
  deps.disk.remove(`${workerFolder(worker)}/stop.json`);
  const identity = deps.processes.identity(deps.pid) ?? 'unknown';
  book.writeLaunch({ supervisor: { pid: deps.pid, identity } });
  return book;
}

function renewQuietly(deps: SupervisorDeps, ticket: string, worker: string): void {
  try {
    renewLease(deps, ticket, worker);
  } catch {
    // The lease rests on this process; what is renewed is only the time that others see.
  }
}

class Supervision {
  private readonly deps: SupervisorDeps;
  private readonly book: WorkerBook;
  private restarts = 0;
  private nudges = 0;

  constructor(deps: SupervisorDeps, book: WorkerBook) {
    this.deps = deps;
    this.book = book;
  }

  async toEnd(): Promise<void> {
    const { deps, book } = this;
    const never = await waitForTurn(deps, book, this.mustStop);
    const stopped = this.mustStop();
    if (never !== undefined || stopped !== undefined) {
      this.end({ status: never ? 'failed' : 'interrupted', reason: never ?? stopped! });
      return;
    }
    // A client of a supervisor that was killed may still be there.
    await deps.processes.endLeft(book.state.client, book.launch.worker, deps.pace.ms(times.stop));
    const over = book.launch.run > 0 ? endByTicket(this.standing()) : undefined;
    if (over?.step === 'end' && over.status === 'completed') {
      this.end(over);
      return;
    }
    try {
      this.takeUp();
      this.end(await this.runs());
    } catch (error) {
      // A ticket that was taken away, or a disk that refuses.
      if (!(error instanceof Fault)) throw error;
      this.end({ status: 'failed', reason: error.message });
    }
  }

  /** Runs the client until the worker is at its end. */
  private async runs(): Promise<Extract<NextStep, { step: 'end' }>> {
    const { deps, book } = this;
    let why = book.launch.run > 0 ? 'it was resumed.' : undefined;
    let prompt = this.promptFor(why);
    for (;;) {
      book.update({
        status: 'running',
        reason: 'Its client works.',
        began: book.state.began ?? book.now,
      });
      const { sessions, resumable } = book.launch;
      const resume = resumable ? sessions.at(-1)?.replace(/^[^/]*\//, '') : undefined;
      const inbox = this.messagesInPrompt();
      let shown = false;
      const end = await runClient(deps, book, {
        prompt: `${prompt}${inbox.text}`,
        ...(resume !== undefined && { resume }),
        onWork: () => {
          if (!shown) inbox.delivered();
          shown = true;
        },
        isDone: () => endByTicket(this.standing()) !== undefined,
        afterTurn: () => this.afterTurn(),
        mustStop: this.mustStop,
      });
      if (!shown) inbox.giveBack();
      const step = nextStep(end, this.standing());
      if (step.step === 'end') return step;
      if (step.anew) book.writeLaunch({ resumable: false });
      why = step.reason;
      if (step.nudge) {
        this.nudges += 1;
        prompt = this.nudge();
        continue;
      }
      book.note('note', `starts again: ${why}`);
      book.update({ status: 'restarting', reason: why, restarts: book.state.restarts + 1 });
      book.save();
      await this.pauseFor(backoffMs(this.restarts));
      this.restarts += 1;
      const stopped = this.mustStop();
      if (stopped !== undefined) return { step: 'end', status: 'interrupted', reason: stopped };
      prompt = this.promptFor(why);
    }
  }

  /** The ticket becomes the worker's, also one that was blocked or waited for a review. */
  private takeUp(): void {
    const { deps, book } = this;
    const { ticket: path, worker } = book.launch;
    const { status } = readTicket(deps, path).ticket;
    if (status === 'blocked' || status === 'review') {
      moveTicket(deps, path, 'in-progress', `resumed by ${worker}`, worker);
      return;
    }
    const claim = claimTicket(deps, path, { owner: worker, pid: deps.pid });
    if (!claim.won)
      throw new Fault(
        'refused',
        `${path} is already claimed by ${claim.owner} (since ${userTime(claim.since)}).`,
      );
  }

  /** What a client that can be told more is told when its turn is over. */
  private afterTurn(): string | undefined {
    const standing = this.standing();
    if (endByTicket(standing) || standing.stopped !== undefined) return undefined;
    if (this.nudges >= mostNudges) return undefined;
    this.nudges += 1;
    try {
      const text = this.nudge();
      this.book.note('note', 'the turn ended, but the ticket is not done: told so');
      return text;
    } catch {
      // Without its ticket there is nothing to tell; what that means is decided when the client is gone.
      return undefined;
    }
  }

  private standing(): Standing {
    const { deps, book } = this;
    const stopped = this.mustStop();
    const counts = {
      restarts: this.restarts,
      mostRestarts: book.launch.restarts,
      nudges: this.nudges,
      mostNudges,
      pendingMessages: waitingMessages(deps.disk, book.launch.worker).length > 0,
      ...(stopped !== undefined && { stopped }),
    };
    try {
      const { ticket } = readTicket(deps, book.launch.ticket);
      const hasResult = ticket.result !== undefined;
      return { ticket: ticket.status, hasResult, lastProgress: ticket.progress.at(-1), ...counts };
    } catch {
      // A ticket that is being written, or cannot be read, says nothing of its work.
      return { ticket: undefined, hasResult: false, lastProgress: undefined, ...counts };
    }
  }

  private readonly mustStop = (): string | undefined => {
    const text = this.deps.disk.read(`${workerFolder(this.book.launch.worker)}/stop.json`);
    if (text !== undefined) return stoppedReason;
    return this.deps.toldToEnd() ? 'Its supervisor was told to end.' : undefined;
  };

  private promptInput(): PromptInput {
    const { launch } = this.book;
    const { ticket } = readTicket(this.deps, launch.ticket);
    const { folder, scratch, branch, permission, allow = [] } = launch;
    const own = { folder, scratch, permission, allow };
    return { ticket, path: launch.ticket, ...own, ...(branch && { branch }) };
  }

  private promptFor(why: string | undefined): string {
    const input = this.promptInput();
    const first = `${workerPrompt(input)}${this.handoff()}`;
    if (why === undefined) return first;
    if (this.book.launch.resumable) return againPrompt(input, why);
    return `${againPrompt(input, why)}\n\n${first}`;
  }

  /** The text of the handoff by which it continues the work of a session. */
  private handoff(): string {
    const { handoff } = this.book.launch;
    if (handoff === undefined || !isHandoffId(handoff)) return '';
    const text = this.deps.disk.read(`handoffs/${handoff}/text.md`);
    return text === undefined ? '' : `\n${text}\n`;
  }

  private nudge(): string {
    const { ticket } = readTicket(this.deps, this.book.launch.ticket);
    return nudgePrompt(ticket, this.book.launch.ticket);
  }

  /** Messages for a client that takes none while it runs come with the next prompt. */
  private messagesInPrompt(): { text: string; delivered(): void; giveBack(): void } {
    const { deps, book } = this;
    if (deps.host.message) return { text: '', delivered() {}, giveBack() {} };
    const { messages, delivered, giveBack } = takeMessages(deps.disk, book.launch.worker);
    return {
      text: messages.map((each) => `\n\n${messageText(each)}`).join(''),
      delivered,
      giveBack,
    };
  }

  private async pauseFor(time: number): Promise<void> {
    for (let waited = 0; waited < time && this.mustStop() === undefined; waited += times.look) {
      await this.deps.pace.wait(Math.min(times.look, time - waited));
    }
  }

  private end(end: { status: 'completed' | 'interrupted' | 'failed'; reason: string }): void {
    endWorker(this.deps, this.book, end, this.mustStop() !== undefined);
  }
}
