import { Fault } from '../../core/errors.ts';
import type { TicketStatus } from '../../core/ticket/ticket.ts';
import type { FleetLease, FleetStore, Machine } from './ports.ts';
import { heldTermMs } from './sync.ts';

/** A ticket that a machine took by itself, and the worker on it. */
export interface Served {
  /** The ticket's id in the fleet. */
  id: string;
  worker: string;
  host: string;
  folder: string;
  branch: string;
}

/** How a worker stands. */
export type Standing =
  | { kind: 'works' }
  | { kind: 'lost' }
  | { kind: 'over'; status: 'completed' | 'interrupted' | 'failed'; reason: string };

/** What serving works with. Each function may throw a Fault; one of code `unreadable` says that the fleet cannot be reached. */
export interface ServeDeps {
  machine: string;
  there: Pick<FleetStore, 'read' | 'claim' | 'release' | 'beat'>;
  /** What it may take now, the oldest first, without these. */
  takeable(without: readonly string[]): Promise<string[]>;
  offer: Pick<Machine, 'labels' | 'most'>;
  /** Brings files and fleet together. */
  sync(): Promise<void>;
  /** Why nothing may be taken now; undefined where all is well. */
  closed(): string | undefined;
  /** Why a ticket is none for this machine; undefined where it is one. */
  misfit(id: string): string | undefined;
  /** Makes the work tree and starts a worker. */
  launch(id: string): Promise<Served>;
  /** Starts a lost worker's supervisor again. */
  resume(one: Served): Promise<void>;
  standing(worker: string): Standing | undefined;
  /** The ticket's status in the file here. */
  status(id: string): TicketStatus | undefined;
  /** Brings what was made to the remote, and says in a few words where it lies; undefined where nothing was made. */
  bring(one: Served): string | undefined;
  /** Adds a line to the ticket, once. */
  report(id: string, line: string): void;
  move(id: string, to: 'queued' | 'blocked', reason: string): void;
  /** What was taken and is not brought back yet, over restarts. */
  kept(): Served[];
  keep(served: readonly Served[]): void;
  say(line: string): void;
}

/** So many tickets may turn out to be none for this machine in one look. */
const mostLooks = 20;

/** Takes tickets of a fleet for this machine, and brings their results back. */
export class Server {
  private readonly deps: ServeDeps;
  private served: Served[];
  /** Tickets that were given back here: this process takes them no more. */
  private readonly left = new Set<string>();
  private readonly told = new Set<string>();

  constructor(deps: ServeDeps) {
    this.deps = deps;
    this.served = deps.kept();
  }

  /** What is worked on, or not brought back yet. */
  get open(): readonly Served[] {
    return this.served;
  }

  /** True where a worker ended or was lost since the last look. */
  get hasEnded(): boolean {
    return this.served.some(({ worker }) => this.deps.standing(worker)?.kind !== 'works');
  }

  /** One look: what ended is brought back, and where `takes` tickets are taken as long as there is a place. False where the fleet cannot be reached. */
  async look(takes: boolean): Promise<boolean> {
    try {
      await this.deps.sync();
      let settled = 0;
      for (const one of [...this.served]) if (await this.settle(one)) settled += 1;
      if (takes) await this.take();
      const { labels, most } = this.deps.offer;
      await this.deps.there.beat({ labels, most, running: this.served.length });
      if (settled > 0) await this.deps.sync();
      this.told.delete(unreached);
      return true;
    } catch (error) {
      if (!(error instanceof Fault) || !isUnreached(error)) throw error;
      this.sayOnce(unreached, `${error.message} Work goes on; nothing new is taken.`);
      return false;
    }
  }

  private async take(): Promise<void> {
    const { deps } = this;
    const why = deps.closed();
    if (why !== undefined) {
      this.sayOnce(why, why);
      return;
    }
    const passed = new Set<string>();
    for (let looks = 0; looks < mostLooks && this.served.length < deps.offer.most; looks += 1) {
      const own = this.served.map(({ id }) => id);
      const ids = await deps.takeable([...passed, ...this.left, ...own]);
      if (ids.length === 0) return;
      for (const id of ids) {
        if (this.served.length >= deps.offer.most) return;
        passed.add(id);
        const misfit = deps.misfit(id);
        if (misfit === undefined) await this.takeOne(id);
        else this.sayOnce(`${id}: ${misfit}`, `leaves ${id}: ${misfit}`);
      }
    }
  }

  private async takeOne(id: string): Promise<void> {
    const { deps } = this;
    // The worker's own claim comes in the place of this one.
    const claim = await deps.there.claim(id, { worker: 'serve', termMs: heldTermMs });
    if (!claim.won) return;
    try {
      await deps.sync();
      const one = await deps.launch(id);
      this.keep([...this.served, one]);
      deps.say(`${one.worker} takes ${id} (${one.host}) in ${one.folder}`);
    } catch (error) {
      if (!(error instanceof Fault) || isUnreached(error)) throw error;
      this.left.add(id);
      await this.release(id);
      deps.say(`gives ${id} back: ${error.message}`);
    }
  }

  /** True where one is over and done with. */
  private async settle(one: Served): Promise<boolean> {
    const { deps } = this;
    const standing = deps.standing(one.worker);
    if (standing?.kind === 'works') return false;
    const lease = (await deps.there.read(one.id))?.lease;
    if (lease !== undefined && lease.machine !== deps.machine) {
      const where = `What was made here is in ${one.folder}, on ${one.branch}.`;
      deps.say(`${one.id} is ${lease.worker}'s on ${lease.machine} by now. ${where}`);
    } else if (standing?.kind === 'lost' && isOpen(deps.status(one.id))) {
      if (await this.resume(one, lease)) return false;
    } else {
      await this.bringBack(one, standing);
    }
    this.keep(this.served.filter(({ worker }) => worker !== one.worker));
    return true;
  }

  /** Takes a lost worker up again; false where its ticket is another's by now or nobody can work on it here. */
  private async resume(one: Served, instead: FleetLease | undefined): Promise<boolean> {
    const { deps } = this;
    const wish = { worker: one.worker, termMs: heldTermMs, ...(instead && { instead }) };
    const claim = await deps.there.claim(one.id, wish);
    if (!claim.won) {
      deps.say(`${one.id} was taken by another machine. What was made here is in ${one.folder}.`);
      return false;
    }
    try {
      await deps.resume(one);
      deps.say(`${one.worker} goes on with ${one.id}`);
      return true;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      await this.bringBack(one, { kind: 'over', status: 'failed', reason: error.message });
      return false;
    }
  }

  private async bringBack(one: Served, standing: Standing | undefined): Promise<void> {
    const { deps } = this;
    const { id, worker } = one;
    const place = deps.bring(one);
    if (place !== undefined) deps.report(id, `result: ${place}`);
    const end = standing?.kind === 'over' ? standing : undefined;
    const result = place === undefined ? 'nothing was changed' : place;
    deps.say(`${worker} is ${end?.status ?? 'gone'}, ${id} is ${deps.status(id)}: ${result}`);
    if (!isOpen(deps.status(id))) return;
    this.left.add(id);
    const reason = end?.reason ?? 'its worker is gone';
    // One that failed could not work here; another machine may. One that was stopped, or gave up, waits for a person.
    if (end?.status === 'interrupted') {
      deps.move(id, 'blocked', `${worker} on ${deps.machine}: ${reason}`);
      deps.say(`${id} is blocked: ${reason}`);
    } else {
      deps.move(id, 'queued', `given back by ${deps.machine}: ${reason}`);
      deps.say(`gives ${id} back: ${reason}`);
    }
    await this.release(id);
  }

  /** Ends the lease of this machine, so that others need not wait until it runs out. */
  private async release(id: string): Promise<void> {
    const lease = (await this.deps.there.read(id))?.lease;
    if (lease?.machine === this.deps.machine) await this.deps.there.release(id, lease);
  }

  private keep(served: Served[]): void {
    this.served = served;
    this.deps.keep(served);
  }

  private sayOnce(key: string, line: string): void {
    if (this.told.has(key)) return;
    this.told.add(key);
    this.deps.say(line);
  }
}

const unreached = 'unreached';

function isUnreached({ code }: Fault): boolean {
  return code === 'unreadable';
}

/** A ticket that nobody closed, set aside or handed to a person. */
function isOpen(status: TicketStatus | undefined): boolean {
  return status === 'queued' || status === 'claimed' || status === 'in-progress';
}
