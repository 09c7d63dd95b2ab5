import type { HostInstall } from '../../core/install/host-install.ts';
import { userTime } from '../../core/time-text.ts';
import { readRecords } from '../install/record.ts';
import { hookedScopes } from '../install/registrations.ts';
import { type DoctorContext, type Finding, note, off } from './finding.ts';

/** How long back sessions count. */
const recentMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Sessions that clients with our hooks wrote since these were installed, and of which no event ever arrived. Only the
 * clients' own transcripts show them: there is no state of ours that could tell of them.
 */
export function checkUnheard(context: DoctorContext): Finding[] {
  return context.install.hosts.flatMap((install) => {
    const scopes = hookedScopes(context.install, install);
    const since = scopes.size === 0 ? undefined : sinceOf(context, install);
    if (since === undefined) return [];
    const sessions = context.unheard({
      host: install.host,
      sinceMs: since,
      anywhere: scopes.has('user'),
    });
    const [newest] = sessions;
    if (newest === undefined) return [];
    const check = `${install.host} sessions`;
    const one = sessions.length === 1;
    const which = `${one ? '' : 'the newest '}${newest.session}${newest.cwd === undefined ? '' : ` in ${newest.cwd}`}, ${userTime(newest.from)}`;
    const found = `No event arrived from ${one ? 'one session' : `${sessions.length} sessions`} since ${userTime(new Date(since).toISOString())}: ${which}.`;
    const fix = `Where the lines above say that hooks fire, something kept them from firing there: hooks switched off, another home or settings folder, a client that ignores the settings. "holdfast audit" shows what was lost there; "holdfast doctor --clear" forgets them once it is fixed.`;
    const compactions = sessions.reduce((sum, session) => sum + session.compactions, 0);
    if (compactions === 0) return [note(check, found, fix)];
    const lost = `${compactions === 1 ? 'One compaction' : `${compactions} compactions`} went unannounced, and the agent went on without a brief.`;
    return [off(check, `${found} ${lost}`, fix)];
  });
}

/** From when on events of a host should have arrived; undefined where nothing tells since when its hooks are there. */
function sinceOf({ install, paths }: DoctorContext, host: HostInstall): number | undefined {
  const { disk, clock } = install;
  const times = readRecords(disk, paths.installs)
    .filter((record) => record.host === host.host && record.part !== 'server')
    .map(({ time }) => Date.parse(time))
    .filter((time) => !Number.isNaN(time));
  const installed = times.length > 0 ? Math.max(...times) : disk.stat(paths.launcher)?.modifiedMs;
  if (installed === undefined) return undefined;
  const cleared = Date.parse(disk.readText(paths.cleared)?.trim() ?? '');
  return Math.max(installed, clock.now().getTime() - recentMs, Number.isNaN(cleared) ? 0 : cleared);
}
