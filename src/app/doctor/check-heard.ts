import { heardText, type MissedBoundary } from '../../core/recovery/missed.ts';
import { userTime } from '../../core/time-text.ts';
import { sessionsOnDisk } from '../care/sessions.ts';
import { type DoctorContext, type Finding, off, ok } from './finding.ts';
import { installedMs } from './installed-ms.ts';

/** How many of the newest sessions are looked at, and how long back sessions and compactions count. */
const newest = 8;
const recentMs = 7 * 24 * 60 * 60 * 1000;
const check = 'compactions';

/** Whether the events fired for the compactions that the records of the newest sessions show. */
export function checkHeard(context: DoctorContext): Finding[] {
  const { install, paths } = context;
  const since = install.clock.now().getTime() - recentMs;
  const cleared = install.disk.readText(paths.cleared)?.trim() ?? '';
  // A person has seen what was there when they cleared it, and what is a week old.
  const from = [cleared, new Date(since).toISOString()].sort().at(-1)!;
  const isNew = ({ at }: MissedBoundary): boolean => at === undefined || at > from;
  const sessions = sessionsOnDisk(install.disk, paths.sessions)
    .filter(({ lastMs }) => lastMs >= since)
    .sort((a, b) => b.lastMs - a.lastMs)
    .slice(0, newest);
  let all = 0;
  let unheard = 0;
  let older = 0;
  const findings = sessions.flatMap(({ host, name }): Finding[] => {
    const heard = context.heard({ host, name });
    if (heard === undefined || heard.boundaries + heard.before.length === 0) return [];
    // What was compacted before the hooks were there is nobody's fault.
    const hooked = installedMs(context, host) ?? Number.POSITIVE_INFINITY;
    const early = heard.before.filter(({ at }) => Date.parse(at ?? '') >= hooked);
    older += heard.before.length - early.length;
    all += heard.boundaries - (heard.waiting ? 1 : 0);
    const lost = [...early, ...heard.missed];
    const untold = [...heard.late, ...lost];
    unheard += untold.length;
    const times = untold.filter(isNew).map(({ at }) => at ?? '');
    if (times.length === 0) return [];
    const first = times.sort().find((at) => at !== '');
    const when = first === undefined ? '' : ` The first of these was at ${userTime(first)}.`;
    const worked = lost.some(isNew)
      ? 'The agent went on without a brief.'
      : 'Until then the agent went on without a brief.';
    return [
      off(
        check,
        `${host} session ${name}: ${heardText(heard)}.${when} ${worked}`,
        `"holdfast show ${name}" lists them. Where the lines above say that hooks fire, something kept them from firing then: a session that was open before the install, hooks switched off, another home or settings folder, a client that ignores the settings. "holdfast doctor --clear" forgets them once it is fixed.`,
      ),
    ];
  });
  if (findings.length > 0 || all === 0 || unheard > 0) return findings;
  return [
    ok(
      check,
      `All ${all} in the transcripts of the newest sessions were announced by the client's events.${olderText(older)}`,
    ),
  ];
}

function olderText(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? ' One more is older than the hooks.'
    : ` ${count} more are older than the hooks.`;
}
