import { join } from 'node:path';
import { type FleetView, viewOf } from '../../app/fleet/view.ts';
import { mainWorkTree } from '../../app/ticket/place.ts';
import type { FleetMessage, SeenReport } from '../../core/fleet/report.ts';
import { namesIn, readSmall, removeSmall, replaceSmall } from '../../platform/small-files.ts';
import type { CliContext } from './context.ts';
import { fleetFolder, joinedFleet } from './fleet-joined.ts';

/** Where a project's fleet keeps what it needs here. */
function placeOf(context: CliContext): string {
  const project = mainWorkTree(context.install.disk, context.project);
  return join(context.paths.home, fleetFolder(project));
}

/** What this machine saw of the others at its last sync; nothing is connected. Undefined where it never synced. */
export function fleetView(context: CliContext): FleetView | undefined {
  return viewOf(readSmall(join(placeOf(context), 'view.json')));
}

export function keepFleetView(context: CliContext, view: FleetView): void {
  // Without it the next sync begins with nothing seen, which harms nothing.
  replaceSmall(join(placeOf(context), 'view.json'), `${JSON.stringify(view)}\n`);
}

/** Messages to workers of other machines that wait here to be sent. */
export function fleetOutbox(context: CliContext) {
  const folder = join(placeOf(context), 'outbox');
  return {
    /** False when the disk refuses. */
    add: (message: FleetMessage): boolean =>
      replaceSmall(join(folder, `${message.id}.json`), `${JSON.stringify(message)}\n`),
    waiting: (): FleetMessage[] =>
      namesIn(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .flatMap((name) => messageOf(readSmall(join(folder, name))) ?? []),
    remove: (id: string): void => removeSmall(join(folder, `${id}.json`)),
  };
}

function messageOf(text: string | undefined): FleetMessage | undefined {
  try {
    return JSON.parse(text ?? '') as FleetMessage;
  } catch {
    return undefined;
  }
}

/** What other machines told of a ticket at the last sync. */
export function reportsOn(context: CliContext, ticket: string): SeenReport[] {
  const joined = joinedFleet(context);
  if (joined === undefined) return [];
  const reports = fleetView(context)?.reports ?? [];
  return reports.filter((one) => one.ticket === ticket && one.machine !== joined.machine);
}
