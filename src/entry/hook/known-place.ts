import type { HostEvent } from '../../core/event.ts';
import { mainAgent } from '../../core/recovery/session-state.ts';
import type { Host } from '../../hosts/host.ts';
import { sessionFolder } from '../../journal/session-folder.ts';
import { readSession } from '../../journal/session-reading.ts';
import { type Environment, stateFolder } from '../../platform/paths.ts';

/**
 * In place: where a payload tells neither folder nor record, they are those that an earlier event of the session told. A
 * wrapper that hands on the session's id alone still gets the session's task and facts.
 */
export function addKnownPlace(event: HostEvent, host: Host, env: Environment): void {
  if (event.cwd !== undefined && event.transcriptPath !== undefined) return;
  const folder = sessionFolder(stateFolder(env), host.id, event.sessionId);
  const main = readSession(folder).state().agents[mainAgent];
  event.cwd ??= main?.cwd;
  event.transcriptPath ??= main?.record;
}
