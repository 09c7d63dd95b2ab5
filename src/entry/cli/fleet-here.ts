import { type FilesStore, filesStore } from '../../app/fleet/files-store.ts';
import { type Mirror, mirrorIn } from '../../app/fleet/mirror.ts';
import { ticketFolder } from '../../app/ticket/place.ts';
import { refuseLinkedFolders } from '../../app/ticket/safe-folder.ts';
import { stateStore } from '../../platform/state-store.ts';
import type { CliContext } from './context.ts';
import { fleetFolder, type Joined } from './fleet-joined.ts';
import { type TicketContext, ticketContext } from './ticket-deps.ts';

/** What a fleet's project has on this machine. */
export interface SideHere {
  here: FilesStore;
  tickets: TicketContext;
  mirror: Mirror;
}

/** What a fleet's project has on this machine; nothing is connected. */
export function sideHere(context: CliContext, { machine }: Joined): SideHere {
  const tickets = ticketContext(context);
  // The files become what the fleet says; a tracker hears of each step where it is made.
  const { onChange: _, ...deps } = tickets;
  const { project } = tickets.place;
  refuseLinkedFolders(tickets.files, project);
  context.install.disk.makeFolder(ticketFolder(project), 0o755);
  return {
    tickets,
    here: filesStore(deps, { project, machine, isMirror: true }),
    mirror: mirrorIn(stateStore(context.paths.home), fleetFolder(project)),
  };
}
