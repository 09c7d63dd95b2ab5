import type { Config } from '../config/defaults.ts';
import type { SnapshotSummary } from '../snapshot/snapshot.ts';
import { isTaskId } from './message.ts';

/**
 * The task in a tracker that a session's first message names: by the pattern that is configured, whose first group is
 * the id, else in the form `Task: ts-9f3a1c`, or that of the ids of its tracker. Undefined where it names none.
 */
export function trackerTask(
  { tracked }: Pick<SnapshotSummary, 'tracked'>,
  { trackerTask: pattern, tracker }: Pick<Config, 'trackerTask' | 'tracker'>,
): { id: string; role?: string } | undefined {
  if (tracked === undefined) return undefined;
  const { role, id, head } = tracked;
  const own = pattern === '' ? (id ?? idOf(tracker, head ?? '')) : idBy(pattern, head ?? '');
  return own === undefined || !isTaskId(own) ? undefined : { id: own, ...(role && { role }) };
}

function idBy(pattern: string, text: string): string | undefined {
  try {
    return new RegExp(pattern, 'im').exec(text)?.[1];
  } catch {
    return undefined;
  }
}

/** The ids of trackers that are of another form: `Task: task-12`, `Task: #412`. */
function idOf(tracker: Config['tracker'], text: string): string | undefined {
  const head = text.slice(0, 400);
  if (tracker === 'backlog')
    return /(?<![\w-])task[*_]{0,2}:[*_]{0,2} ?(task-\d{1,9}(?:\.\d{1,4})?)\b/i.exec(head)?.[1];
  if (tracker === 'gh') {
    const found = /(?<![\w-])task[*_]{0,2}:[*_]{0,2} ?(?:#(\d{1,9})\b|(\d{1,9}) ?(?:\n|$))/i.exec(
      head,
    );
    return found?.[1] ?? found?.[2];
  }
  return undefined;
}
