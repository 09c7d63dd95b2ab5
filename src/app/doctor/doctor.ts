import { switchedOffBy } from '../config/switches-in-effect.ts';
import { shelvesHere } from '../install/shelf.ts';
import { checkBriefs } from './check-briefs.ts';
import { checkClient } from './check-client.ts';
import { checkConfig } from './check-config.ts';
import { checkDaemon } from './check-daemon.ts';
import { checkFiring } from './check-firing.ts';
import { checkHeard } from './check-heard.ts';
import { checkLauncher } from './check-launcher.ts';
import { checkSearch } from './check-search.ts';
import { checkServer } from './check-server.ts';
import { checkSettings } from './check-settings.ts';
import { checkShelf } from './check-shelf.ts';
import { checkFaults, checkNotes, checkState } from './check-state.ts';
import { checkStatusLine } from './check-status-line.ts';
import { checkSummaryPrompt } from './check-summary-prompt.ts';
import { checkSwitches } from './check-switches.ts';
import { checkTrust } from './check-trust.ts';
import { checkUnheard } from './check-unheard.ts';
import type { DoctorContext, Finding } from './finding.ts';

/** Looks at everything that could keep hooks from working, and plays events to those that are registered. */
export async function examine(context: DoctorContext): Promise<Finding[]> {
  const switches = checkSwitches(context);
  const state = checkState(context);
  const shelves = shelvesHere(context.install);
  const { findings, registrations } = checkSettings(context, shelves.length > 0);
  // Notes and faults are read before the play, so that it tells only what was there.
  const told = [...checkNotes(context), ...checkFaults(context)];
  const fired: Finding[] = [];
  if (switchedOffBy(context.install) === undefined) {
    for (const registration of registrations) {
      fired.push(...(await checkFiring(context, registration)));
      const known = fired.some((finding) => finding.check === `${registration.install.host} trust`);
      if (!known) fired.push(...(await checkTrust(context, registration)));
      const prompt = checkSummaryPrompt(context, registration);
      if (!fired.some(({ check }) => check === prompt[0]?.check)) fired.push(...prompt);
    }
  }
  return [
    ...switches,
    ...state,
    ...checkLauncher(context, registrations.length === 0 && shelves.length > 0),
    ...findings,
    ...checkStatusLine(context),
    ...checkShelf(context, shelves, registrations),
    ...checkClient(context, registrations),
    ...fired,
    ...(await checkDaemon(context, registrations)),
    ...(await checkServer(context)),
    ...told,
    ...checkHeard(context),
    ...checkUnheard(context),
    ...checkSearch(context),
    ...checkConfig(context),
    ...checkBriefs(context),
  ];
}

/** Drops what hooks and launcher wrote down about failures, and forgets what was missed until now. */
export function clearFaults(context: DoctorContext): void {
  const { disk, clock } = context.install;
  if (disk.stat(context.paths.home) !== undefined)
    disk.write(context.paths.cleared, `${clock.now().toISOString()}\n`, 0o600);
  context.install.disk.remove(context.paths.faults);
  context.install.disk.removeFolder(context.paths.notes);
}
