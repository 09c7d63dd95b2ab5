import { sessionsOnDisk } from '../care/sessions.ts';
import { type DoctorContext, type Finding, note } from './finding.ts';

/** How many of the newest sessions are looked at, and from which part of the limit on a brief is near it. */
const newest = 5;
const nearShare = 0.8;

/** Sessions whose last brief came near the limit, so that pointers stood where text should. */
export function checkBriefs({ install, paths, config }: DoctorContext): Finding[] {
  return sessionsOnDisk(install.disk, paths.sessions)
    .sort((a, b) => b.lastMs - a.lastMs)
    .slice(0, newest)
    .flatMap((session): Finding[] => {
      const length = lastBrief(install.disk.readText(`${session.folder}/journal.ndjson`));
      if (length === undefined || length < config.briefCharacters * nearShare) return [];
      return [
        note(
          'brief',
          `The last brief of session ${session.name} had ${length} of ${config.briefCharacters} characters.`,
          'Finish or drop what is done (todos, old plans), so that what matters keeps its place.',
        ),
      ];
    });
}

/** Characters of the last brief in a journal; undefined when there is none that can be read. */
function lastBrief(journal: string | undefined): number | undefined {
  const line = (journal ?? '')
    .split('\n')
    .filter((each) => each.includes('"kind":"brief"'))
    .at(-1);
  try {
    const { text } = JSON.parse(line ?? '{}') as { text?: unknown };
    return typeof text === 'string' ? text.length : undefined;
  } catch {
    return undefined;
  }
}
