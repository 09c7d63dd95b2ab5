import { join } from 'node:path';
import { loadConfig } from '../../app/config/load-config.ts';
import type { TicketChange, TicketDeps } from '../../app/ticket/actions.ts';
import type { BoardCache } from '../../app/ticket/board-cache.ts';
import { leaseName } from '../../app/ticket/leases.ts';
import { mainWorkTree } from '../../app/ticket/place.ts';
import { findTicketPath, type TicketPlace } from '../../app/ticket/store.ts';
import { ticketMessages } from '../../app/tracker/ticket-messages.ts';
import type { CheckContext } from '../../core/ticket/check.ts';
import { compilePatterns } from '../../core/trust/compile-patterns.ts';
import { steadyTime } from '../../platform/clock.ts';
import { generationsIn } from '../../platform/generations.ts';
import { readSmall, replaceSmall } from '../../platform/small-files.ts';
import { startBeside } from '../../platform/start-beside.ts';
import { hookTickets } from '../ticket-deps.ts';
import { trackerPost } from '../tracker.ts';
import type { CliContext } from './context.ts';
import { tellFleet } from './fleet-joined.ts';
import { sessionSign } from './inside-session.ts';

/** Roles that a ticket can ask for. */
export const ticketRoles = ['handler', 'worker', 'loop', 'regular'];

/** What the commands on tickets work with. */
export interface TicketContext extends TicketDeps {
  place: TicketPlace;
  check: CheckContext;
  /** What the settings in effect allow every worker. */
  settings: readonly string[];
  files: CliContext['install']['disk'];
}

export function ticketContext(context: CliContext): TicketContext {
  const { disk, clock, hosts } = context.install;
  const { paths, env } = context;
  const project = mainWorkTree(disk, context.project);
  const { config } = loadConfig(disk, { userConfig: context.userConfig, project }, paths.trust);
  const { patterns } = compilePatterns(config.redact);
  return {
    files: disk,
    clock,
    ...hookTickets(paths.home),
    leases: (name) => generationsIn(join(paths.home, 'leases', name)),
    steady: steadyTime,
    patterns,
    onChange(change) {
      if (config.tracker !== 'none') toTracker(change);
      tellFleet(context);
    },
    place: {
      project,
      cwd: context.cwd,
      named: env.HOLDFAST_TICKET ? [env.HOLDFAST_TICKET] : [],
      get anywhere() {
        return sessionSign(context) === undefined;
      },
    },
    settings: config.workerAllow,
    check: { project, hosts: hosts.map((host) => host.host), roles: ticketRoles },
  };

  /** A tracker is told by a process of its own, which nobody waits for. */
  function toTracker(change: TicketChange): void {
    const messages = ticketMessages(change, patterns);
    if (messages.length === 0) return;
    const place = { stateFolder: paths.home, project, env, patterns };
    trackerPost(config, place).post(messages, `${change.path} ${change.time}`);
    startSending(env);
  }
}

/** What was read of the tickets of a project the last time. */
export function boardCache(context: CliContext, project: string): BoardCache {
  const path = join(context.paths.home, 'boards', `${leaseName(project)}.json`);
  return { read: () => readSmall(path), write: (text) => void replaceSmall(path, text) };
}

/** The path of the ticket that an argument names. */
export function ticketPath(tickets: TicketContext, named: string | undefined): string {
  return findTicketPath(tickets, tickets.place, named ?? '');
}

/** The worker in whose name a command writes: the one that is named, else the one that this shell belongs to. */
export function ownerOf(context: CliContext, named: string | undefined): string | undefined {
  return named ?? (context.env.HOLDFAST_WORKER || undefined);
}

/** Starts the sending of what waits for a tracker, beside us. */
function startSending(env: CliContext['env']): void {
  startBeside(['tracker', 'send'], env);
}
