import type { HostInstall } from '../../core/install/host-install.ts';
import { userTime } from '../../core/time-text.ts';
import { hookedScopes } from '../install/registrations.ts';
import type { UnheardSession } from '../sessions/unheard.ts';
import { type DoctorContext, type Finding, note, off } from './finding.ts';
import { installedMs } from './installed-ms.ts';

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
    const installed = installedMs(context, install.host) ?? since;
    const isOlder = ({ from }: UnheardSession) => Date.parse(from) < installed;
    return [
      ...told(install.host, sessions.filter(isOlder), 'open before the hooks were installed'),
      ...told(
        install.host,
        sessions.filter((session) => !isOlder(session)),
        'begun since the hooks were installed',
      ),
    ];
  });
}

const steps = {
  'open before the hooks were installed':
    'Clients read hooks when a session starts: end that session and resume it. "holdfast audit" shows what was lost there.',
  'begun since the hooks were installed':
    'Where the lines above say that hooks fire, something kept them from firing there: hooks switched off, another home or settings folder, a client that ignores the settings. "holdfast audit" shows what was lost there; "holdfast doctor --clear" forgets them once it is fixed.',
};

/** One finding for sessions of a kind, which names the newest. */
function told(
  host: string,
  sessions: readonly UnheardSession[],
  which: keyof typeof steps,
): Finding[] {
  const [newest] = sessions;
  if (newest === undefined) return [];
  const check = `${host} sessions`;
  const one = sessions.length === 1;
  const place = newest.cwd === undefined ? '' : ` in ${newest.cwd}`;
  const name = `${one ? '' : 'the newest '}${newest.session}${place}, ${userTime(newest.from)}`;
  const found = `No event arrived from ${one ? 'one session' : `${sessions.length} sessions`} ${which}: ${name}.`;
  const compactions = sessions.reduce((sum, session) => sum + session.compactions, 0);
  if (compactions === 0) return [note(check, found, steps[which])];
  const lost = `${compactions === 1 ? 'One compaction' : `${compactions} compactions`} went unannounced, and the agent went on without a brief.`;
  return [off(check, `${found} ${lost}`, steps[which])];
}

/** From when on events of a host should have arrived; undefined where nothing tells since when its hooks are there. */
function sinceOf(context: DoctorContext, host: HostInstall): number | undefined {
  const { install, paths } = context;
  const { disk, clock } = install;
  const installed = installedMs(context, host.host);
  if (installed === undefined) return undefined;
  const cleared = Date.parse(disk.readText(paths.cleared)?.trim() ?? '');
  return Math.max(installed, clock.now().getTime() - recentMs, Number.isNaN(cleared) ? 0 : cleared);
}
