import { heardText } from '../../core/recovery/missed.ts';
import { sessionsOnDisk } from '../care/sessions.ts';
import { type DoctorContext, type Finding, note, off, ok } from './finding.ts';

/** How many of the newest sessions are looked at, and how long back. */
const newest = 8;
const recentMs = 7 * 24 * 60 * 60 * 1000;
const check = 'compactions';

/** Whether the events fired for the compactions that the records of the newest sessions show. */
export function checkHeard(context: DoctorContext): Finding[] {
  const { install, paths } = context;
  const cleared = install.disk.readText(paths.cleared)?.trim() ?? '';
  const since = install.clock.now().getTime() - recentMs;
  const sessions = sessionsOnDisk(install.disk, paths.sessions)
    .filter(({ lastMs }) => lastMs >= since)
    .sort((a, b) => b.lastMs - a.lastMs)
    .slice(0, newest);
  let all = 0;
  const findings = sessions.flatMap(({ host, name }): Finding[] => {
    const heard = context.heard({ host, name });
    if (heard === undefined || heard.boundaries === 0) return [];
    all += heard.boundaries - (heard.waiting ? 1 : 0);
    const missed = heard.missed.filter(({ at }) => at === undefined || at > cleared);
    const told = `${host} session ${name}: ${heardText(heard)}.`;
    if (missed.length > 0) {
      return [
        off(
          check,
          told,
          `"holdfast show ${name}" lists them. Where the lines above say that hooks fire, something kept them from firing then: hooks switched off, another home or settings folder, a client that ignores the settings. "holdfast doctor --clear" forgets them once it is mended.`,
        ),
      ];
    }
    return heard.found === 0 ? [] : [note(check, told)];
  });
  if (findings.length > 0 || all === 0) return findings;
  return [
    ok(
      check,
      `All ${all} in the transcripts of the newest sessions were announced by the client's events.`,
    ),
  ];
}
