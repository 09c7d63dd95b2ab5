import { basename, dirname, join } from 'node:path';
import { type Served, Server, type Standing } from '../../app/fleet/serve.ts';
import { moveTicket, progressTicket } from '../../app/ticket/actions.ts';
import { readTicket } from '../../app/ticket/store.ts';
import { trustList } from '../../app/trust.ts';
import { readWorker } from '../../app/worker/records.ts';
import { Fault } from '../../core/errors.ts';
import { broughtText, leftMessage, requestBody } from '../../core/fleet/brought.ts';
import { nameOfRepository } from '../../core/fleet/project-name.ts';
import { secretsInPatch } from '../../core/handoff/patch.ts';
import { isAbsolutePath, joinPath } from '../../core/task/path.ts';
import type { Ticket } from '../../core/ticket/ticket.ts';
import { isOver } from '../../core/worker/launch.ts';
import { checkVersion } from '../../fleet-db/migrate.ts';
import { workerHostById, workerHosts } from '../../hosts/worker-registry.ts';
import { watchEnd } from '../../platform/detached.ts';
import { findProgram } from '../../platform/find-program.ts';
import { defaultBranch, publishTree, treeOfRemote } from '../../platform/git-remote.ts';
import { isBranchName } from '../../platform/git-worktree.ts';
import { openPullRequest } from '../../platform/pull-request.ts';
import { stateStore } from '../../platform/state-store.ts';
import { paceOf } from '../../platform/worker-processes.ts';
import { counted } from './care.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { type FleetContext, fleetContext, withLock } from './fleet-context.ts';
import { fleetFolder } from './fleet-joined.ts';
import { newsOf } from './fleet-news.ts';
import { syncHere } from './fleet-sync.ts';
import { refuseInsideSession } from './inside-session.ts';
import { defaultRestarts, launchWorker } from './run.ts';
import { configHere } from './sessions.ts';
import { type WorkerContext, workerContext } from './worker-context.ts';
import { bringHooks } from './worker-hooks.ts';

export interface ServeOptions {
  labels?: string[];
  max: number;
  host?: string;
  model?: string;
  folder?: string;
  once?: boolean;
}

/** Takes tickets of the fleet for this machine until it is told to end; with `once` those that fit now, and waits for their workers. */
export async function serveFleet(context: CliContext, options: ServeOptions): Promise<Outcome> {
  refuseInsideSession(context, 'Taking tickets of a fleet');
  const standard = standardHost(context, options.host);
  const fleet = fleetContext(context);
  const ending = watchEnd();
  const pace = paceOf(Number(context.env.HOLDFAST_WORKER_PACE) || 1);
  const busy = new Fault('refused', 'Another process is already taking tickets for this project.', {
    hint: 'Stop it first (Ctrl-C in its terminal). To run more workers, use --max.',
  });
  const news = newsOf(fleet.there, pace);
  try {
    await checkVersion(fleet.database);
    return await withLock(fleet.tickets, 'fleet-serve', serve, 0, busy);
  } finally {
    news.end();
    await fleet.database.close();
  }

  async function serve(): Promise<Outcome> {
    const server = serverOf(context, fleet, options, standard);
    const { machine, project } = fleet.joined;
    const others = standard === undefined ? ' that name their client' : '';
    sayAt(context, `${machine} takes tickets of ${project}${others}, ${options.max} at a time.`);
    let reached = true;
    for (let looks = 0; !ending(); looks += 1) {
      await news.listen();
      reached = await server.look(options.once !== true || looks === 0);
      if (options.once && server.open.length === 0) break;
      // Where the fleet cannot be reached, what ended here waits as well.
      await news.wait(() => ending() || (reached && server.hasEnded));
    }
    const open = server.open.map(({ id, worker }) => `${worker} on ${id}`);
    const going =
      open.length === 0
        ? ''
        : ` ${counted(open.length, 'worker goes', 'workers go')} on: ${open.join(', ')}. The next "holdfast fleet serve" brings back what they make.`;
    return {
      text: `${machine} takes no more tickets.${going}`,
      data: { machine, open: server.open },
      failed: options.once === true && !reached,
    };
  }
}

function serverOf(
  context: CliContext,
  fleet: FleetContext,
  options: ServeOptions,
  standard: string | undefined,
): Server {
  const { there, here, joined, tickets } = fleet;
  const { project } = tickets.place;
  const workers = workerContext(context);
  const state = stateStore(context.paths.home);
  const name = `${fleetFolder(project)}/served.json`;
  const labels = options.labels ?? [];
  const pathOf = (id: string): string => {
    const path = here.pathOf(id);
    if (path !== undefined) return path;
    throw new Fault('not-found', `The file of ${id} is not here.`);
  };
  const ticketOf = (id: string): Ticket | undefined => {
    const path = here.pathOf(id);
    return path === undefined ? undefined : readTicket(tickets, path).ticket;
  };
  const launch = (one: Pick<Served, 'id' | 'host' | 'folder' | 'branch'>) =>
    launchWorker(
      context,
      workers,
      {
        host: one.host,
        restarts: defaultRestarts,
        place: { folder: one.folder, branch: one.branch },
        ...(options.model !== undefined && { model: options.model }),
      },
      pathOf(one.id),
    );
  /** Opens a pull request, where the settings say so. */
  const requestFor = ({ id, folder, branch }: Pick<Served, 'id' | 'folder' | 'branch'>) => {
    const { fleetPullRequests: program } = configHere({ ...context, project });
    const base = program === 'off' ? undefined : defaultBranch(folder);
    if (program === 'off' || base === undefined) return undefined;
    const ticket = ticketOf(id);
    const title = workers.redact(ticket?.title ?? id);
    const body = workers.redact(requestBody(id, ticket ?? {}));
    return openPullRequest(program, folder, { branch, base, title, body }, context.env);
  };
  return new Server({
    machine: joined.machine,
    there,
    offer: { labels, most: options.max },
    takeable: (without) => {
      const hosts = workerHosts
        .filter(({ program }) => findProgram(program, context.env.PATH) !== undefined)
        .map(({ id }) => id);
      const anyHost = standard !== undefined && hosts.includes(standard);
      return there.takeable({ labels, hosts, anyHost, without, limit: 50 });
    },
    async sync() {
      const { notes, mail } = await syncHere(context, fleet, workers);
      for (const note of [...notes, ...mail.notes]) sayAt(context, note);
    },
    closed() {
      const odd = trustList(context.install.disk, context.paths.trust, project).find(
        (item) => item.state !== 'trusted',
      );
      return (
        odd &&
        `${odd.path} of this project is not trusted, so nothing is taken. Read it, then run "holdfast trust" in a terminal.`
      );
    },
    misfit(id) {
      const ticket = ticketOf(id);
      if (ticket === undefined) return 'its file is not here yet';
      if (ticket.faults[0]) return `it cannot be used: ${ticket.faults[0].what}`;
      return isOfProject(workers, ticket.repo, joined.project)
        ? undefined
        : `it is for the repository ${ticket.repo}`;
    },
    async launch(id) {
      const host = ticketOf(id)?.host ?? standard;
      if (host === undefined) throw new Fault('usage', `No client is named for ${id}.`);
      const place = { id, host, ...treeFor(context, project, id, options.folder) };
      bringHooks(context, host, project, place.folder);
      return { ...place, worker: (await launch(place)).worker };
    },
    async resume(one) {
      await launch(one);
    },
    standing(worker) {
      const known = readWorker(workers, worker);
      return known && standingOf(known);
    },
    status: (id) => ticketOf(id)?.status,
    bring({ id, folder, branch }) {
      const made = publishTree(folder, branch, {
        message: (files) => leftMessage(ticketOf(id)?.title ?? id, id, files),
        secretsIn: (patch) => secretsInPatch(patch, tickets.patterns),
      });
      const request = made.kind === 'pushed' ? requestFor({ id, folder, branch }) : undefined;
      return broughtText(
        { ...made, ...(request && { request }) },
        { branch, folder, machine: joined.machine },
      );
    },
    report(id, line) {
      const isThere = ticketOf(id)?.progress.some((each) => each.endsWith(line));
      if (!isThere) progressTicket(tickets, pathOf(id), line);
    },
    move(id, to, reason) {
      if (to === 'blocked' && ticketOf(id)?.status === 'queued') return;
      moveTicket(tickets, pathOf(id), to, reason);
    },
    kept: () => servedIn(state.read(name)),
    keep: (served) => state.write(name, `${JSON.stringify(served)}\n`),
    say: (line) => sayAt(context, line),
  });
}

function standingOf({
  alive,
  state: { status, reason },
}: NonNullable<ReturnType<typeof readWorker>>): Standing {
  if (status === 'lost') return { kind: 'lost' };
  // Its process still gives the ticket back.
  if (alive || !isOver(status)) return { kind: 'works' };
  return { kind: 'over', status: status as 'completed' | 'interrupted' | 'failed', reason };
}

/** A work tree of its own, that begins where the remote stands. */
function treeFor(
  context: CliContext,
  project: string,
  id: string,
  given: string | undefined,
): { folder: string; branch: string } {
  const branch = `holdfast/${id}`;
  if (!isBranchName(branch)) {
    throw new Fault('malformed', `${id} cannot be used as a branch name.`, {
      hint: 'Give the ticket an id of letters, digits and "-".',
    });
  }
  const beside = join(dirname(project), `${basename(project)}.worktrees`);
  const folder = given === undefined ? beside : absolute(context, given);
  const own = join(folder, id);
  treeOfRemote(project, own, branch);
  return { folder: context.install.disk.realPath(own) ?? own, branch };
}

/** A ticket that names no repository, or this one: by its folder, or by its address or the end of that. */
function isOfProject(workers: WorkerContext, repo: string | undefined, project: string): boolean {
  if (repo === undefined) return true;
  if (isAbsolutePath(repo)) {
    const real = workers.files.realPath(repo);
    return real !== undefined && real === workers.files.realPath(workers.place.project);
  }
  const name = nameOfRepository(repo);
  return name !== undefined && (name === project || project.endsWith(`/${name}`));
}

/** The client for tickets that name none: the one that is given, else the only one that is installed. */
function standardHost(context: CliContext, given: string | undefined): string | undefined {
  const installed = workerHosts.filter(
    ({ program }) => findProgram(program, context.env.PATH) !== undefined,
  );
  if (given === undefined) return installed.length === 1 ? installed[0]!.id : undefined;
  if (workerHostById(given) === undefined) {
    throw new Fault('usage', `No worker can be started with the client "${given}".`, {
      hint: `Known: ${workerHosts.map(({ id }) => id).join(', ')}.`,
    });
  }
  return given;
}

function absolute(context: CliContext, path: string): string {
  return isAbsolutePath(path) ? path : joinPath(context.cwd, path);
}

function servedIn(text: string | undefined): Served[] {
  try {
    return text === undefined ? [] : (JSON.parse(text) as Served[]);
  } catch {
    // Workers go on without it; only their results are not brought back by themselves.
    return [];
  }
}

function sayAt(context: CliContext, line: string): void {
  context.say(`${context.install.clock.now().toISOString().slice(11, 19)}  ${line}\n`);
}
