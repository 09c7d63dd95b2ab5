import { heldTermMs, type Synced, syncTickets } from '../../app/fleet/sync.ts';
import { readTicket } from '../../app/ticket/store.ts';
import { readWorker } from '../../app/worker/records.ts';
import { Fault } from '../../core/errors.ts';
import { isOver } from '../../core/worker/launch.ts';
import { isUnreachable } from '../../fleet-db/database.ts';
import { checkVersion } from '../../fleet-db/migrate.ts';
import { workerHosts } from '../../hosts/worker-registry.ts';
import { watchEnd } from '../../platform/detached.ts';
import { pushBranch } from '../../platform/git-worktree.ts';
import { isThere } from '../../platform/small-files.ts';
import { counted } from './care.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { alone, type FleetContext, fleetContext } from './fleet-context.ts';
import { stopLost, syncText } from './fleet-sync.ts';
import { refuseInsideSession } from './inside-session.ts';
import { defaultRestarts, launchWorker } from './run.ts';
import { refuseInsideWorker, type WorkerContext, workerContext } from './worker-context.ts';

interface ServeOptions {
  labels?: string;
  max: number;
  host?: string;
  once?: boolean;
  push?: string;
  json?: boolean;
}

/** A ticket that this machine took, until it is over. */
interface Taken {
  id: string;
  worker: string;
  branch?: string;
}

/** Between two looks at the fleet, in milliseconds. */
const pauseMs = 2_000;
/** The name under which a ticket is held until its worker is there. */
const server = 'fleet-serve';

/** Takes tickets that fit and runs workers on them, until it is told to end; then it waits for those that run. */
export async function serveFleet(context: CliContext, options: ServeOptions): Promise<Outcome> {
  refuseInsideSession(context, 'Serving a fleet');
  const workers = workerContext(context);
  refuseInsideWorker(context, workers, 'serve a fleet');
  const fleet = fleetContext(context);
  const isToldToEnd = watchEnd();
  const say = (text: string) => options.json || context.say(`${text}\n`);
  const serving = new Serving(context, options, fleet, workers, say);
  try {
    await checkVersion(fleet.database);
    say(
      `${fleet.joined.machine} serves ${fleet.joined.project}. Ctrl-C: take no more, and end when the workers have.`,
    );
    for (;;) {
      const idle = await serving.turn(!isToldToEnd());
      if (idle && (isToldToEnd() || options.once)) break;
      await pause(pauseMs, isToldToEnd);
    }
    return {
      text: `${counted(serving.ended.length, 'ticket')} served.`,
      data: { machine: fleet.joined.machine, ended: serving.ended },
    };
  } finally {
    await fleet.database.close();
  }
}

class Serving {
  readonly ended: { id: string; status: string; branch?: string; pushed?: boolean }[] = [];
  private running: Taken[] = [];
  /** Tickets that no worker could be started for here; they are another machine's. */
  private readonly refused = new Set<string>();
  private isCutOff = false;
  private readonly context: CliContext;
  private readonly options: ServeOptions;
  private readonly fleet: FleetContext;
  private readonly workers: WorkerContext;
  private readonly say: (text: string) => void;

  constructor(
    context: CliContext,
    options: ServeOptions,
    fleet: FleetContext,
    workers: WorkerContext,
    say: (text: string) => unknown,
  ) {
    this.context = context;
    this.options = options;
    this.fleet = fleet;
    this.workers = workers;
    this.say = say;
  }

  /** One look at the fleet. True when nothing runs here and nothing was left to take. */
  async turn(takes: boolean): Promise<boolean> {
    try {
      const synced = await this.together();
      for (const note of synced.notes) this.say(note);
      if (synced.lost.length > 0) this.say(syncText(synced));
      await stopLost(this.context, this.workers, synced.lost);
      await this.lookAfter();
      const took = takes && (await this.take());
      await this.beat();
      if (this.isCutOff) this.say('The fleet is there again.');
      this.isCutOff = false;
      return this.running.length === 0 && !took;
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      if (!this.isCutOff) this.say(`${(error as Fault).message} What runs here goes on.`);
      this.isCutOff = true;
      await this.lookAfter();
      return false;
    }
  }

  private together(): Promise<Synced> {
    return alone(this.fleet, () => syncTickets(this.fleet.sync));
  }

  private beat(): Promise<void> {
    return this.fleet.there.beat({
      labels: labelsOf(this.options),
      most: this.options.max,
      running: this.running.length,
    });
  }

  /** Takes as many tickets as there is room for; true where there was one. */
  private async take(): Promise<boolean> {
    const { there } = this.fleet;
    let took = false;
    while (this.running.length < this.options.max) {
      const next = await there.claimNext({
        worker: server,
        termMs: heldTermMs,
        labels: labelsOf(this.options),
        hosts: workerHosts.map(({ id }) => id),
        without: [...this.refused],
      });
      if (next === undefined) return took;
      took = true;
      const path = await this.fetched(next.id);
      try {
        const launch = await launchWorker(
          this.context,
          this.workers,
          {
            restarts: defaultRestarts,
            json: true,
            worktree: isThere(`${this.workers.place.project}/.git`),
            ...(this.hostFor(path) !== undefined && { host: this.hostFor(path)! }),
          },
          path,
        );
        this.running.push({
          id: next.id,
          worker: launch.worker,
          ...(launch.branch !== undefined && { branch: launch.branch }),
        });
        this.say(`${launch.worker} takes ${next.id} (${launch.host}).`);
      } catch (error) {
        if (!(error instanceof Fault) || isUnreachable(error)) throw error;
        this.refused.add(next.id);
        await there.release(next.id, next.lease);
        this.say(`${next.id} cannot be worked on here: ${error.message}`);
      }
    }
    return took;
  }

  /** The file of a ticket that was just taken. */
  private async fetched(id: string): Promise<string> {
    await alone(this.fleet, () => syncTickets(this.fleet.sync, [id]));
    const path = this.fleet.here.pathOf(id);
    if (path === undefined)
      throw new Fault('not-found', `The shared ticket ${id} has no file here.`);
    return path;
  }

  private hostFor(path: string): string | undefined {
    return readTicket(this.workers, path).ticket.host === undefined ? this.options.host : undefined;
  }

  /** Says which workers have ended, and brings back what they made. */
  private async lookAfter(): Promise<void> {
    const left: Taken[] = [];
    for (const taken of this.running) {
      const known = readWorker(this.workers, taken.worker);
      if (known !== undefined && !isOver(known.state.status) && known.state.status !== 'lost') {
        left.push(taken);
        continue;
      }
      const { id, branch } = taken;
      const status = known?.state.status ?? 'lost';
      const pushed = branch !== undefined && this.options.push !== undefined && this.push(branch);
      this.ended.push({
        id,
        status,
        ...(branch !== undefined && { branch }),
        ...(this.options.push && { pushed }),
      });
      const where =
        branch === undefined
          ? ''
          : ` Branch ${branch}${pushed ? ` is on ${this.options.push}` : ''}.`;
      this.say(`${taken.worker} is ${status}. ${known?.state.reason ?? ''}${where}`);
    }
    const isLess = left.length < this.running.length;
    this.running = left;
    // How a ticket ended is told at once.
    if (isLess) await this.together();
  }

  private push(branch: string): boolean {
    const problem = pushBranch(this.workers.place.project, this.options.push!, branch);
    if (problem !== undefined) this.say(`${branch} could not be pushed: ${problem}`);
    return problem === undefined;
  }
}

function labelsOf({ labels = '' }: ServeOptions): string[] {
  return labels.split(/[\s,]+/).filter((each) => each !== '');
}

/** Waits; a signal to end is answered at once. */
async function pause(ms: number, isOverNow: () => boolean): Promise<void> {
  for (let waited = 0; waited < ms && !isOverNow(); waited += 100) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  // Who was told to end waits for workers without turning all the time.
  if (isOverNow()) await new Promise((resolve) => setTimeout(resolve, 200));
}
