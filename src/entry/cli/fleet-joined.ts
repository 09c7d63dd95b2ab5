import { dirname, join } from 'node:path';
import { leaseName } from '../../app/ticket/leases.ts';
import { mainWorkTree } from '../../app/ticket/place.ts';
import { Fault } from '../../core/errors.ts';
import { ownPackage } from '../../platform/package.ts';
import { runBriefly } from '../../platform/run-briefly.ts';
import { readSmall } from '../../platform/small-files.ts';
import { startBeside } from '../../platform/start-beside.ts';
import type { CliContext } from './context.ts';

/** How a project of this machine belongs to a fleet. No part of it is secret. */
export interface Joined {
  /** The project's name in the fleet. */
  project: string;
  /** This machine's name there. */
  machine: string;
  /** The file with the connection string; absent where it is in the environment. */
  file?: string;
}

/** Where the connection string is looked for where no file was named. */
export const fleetVariable = 'HOLDFAST_FLEET';

/** The folder below the state folder of what a project's fleet needs here. */
export function fleetFolder(mainTree: string): string {
  return `fleet/${leaseName(mainTree)}`;
}

/** What was written when this project joined a fleet; undefined where it did not, which costs one look. */
export function joinedFleet(context: CliContext): Joined | undefined {
  const project = mainWorkTree(context.install.disk, context.project);
  const text = readSmall(join(context.paths.home, fleetFolder(project), 'joined.json'));
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Joined;
  } catch (error) {
    throw new Fault(
      'malformed',
      'The saved data of the fleet that this project joined cannot be read.',
      {
        hint: 'Join it again: holdfast fleet join',
        cause: error,
      },
    );
  }
}

/** Brings the fleet up to date beside us, where the project joined one. Nobody waits for it. */
export function tellFleet(context: CliContext): void {
  if (joinedFleet(context) !== undefined) {
    startBeside(['fleet', 'sync'], context.env, context.project);
  }
}

/** So long is waited for the fleet's word on who has a ticket. */
const claimMs = 20_000;

/**
 * Asks the fleet for a ticket, before it is claimed here; nothing to ask where the project joined none. Throws a Fault where
 * the fleet cannot be reached: nobody can say then who has the ticket. A process by itself does it, so that commands on
 * tickets hold no database's library.
 */
export async function claimInFleet(
  context: CliContext,
  path: string,
  owner: string,
  termMs?: number,
): Promise<{ won: true } | { won: false; holder: string; until: string }> {
  if (joinedFleet(context) === undefined) return { won: true };
  const args = ['fleet', 'claim', path, '--owner', owner, '--json'];
  if (termMs !== undefined) args.push('--term', String(termMs));
  const said = await runBriefly(
    process.execPath,
    [join(dirname(ownPackage().hookBundle), 'cli.js'), ...args],
    {
      cwd: context.project,
      env: { ...context.env, HOLDFAST_HOME: context.paths.home },
      deadlineMs: claimMs,
      limit: 64 * 1024,
    },
  );
  if (said === undefined) {
    throw new Fault(
      'unreadable',
      'The fleet cannot be reached to see who has this ticket, so it was not claimed.',
      {
        hint: 'See why with "holdfast fleet status". Work that was already claimed can continue meanwhile.',
      },
    );
  }
  const answer = JSON.parse(said) as { won: boolean; holder?: string; until?: string };
  return answer.won
    ? { won: true }
    : { won: false, holder: answer.holder ?? 'another machine', until: answer.until ?? '' };
}
