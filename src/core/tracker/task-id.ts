import type { Config } from '../config/defaults.ts';
import type { SnapshotSummary } from '../snapshot/snapshot.ts';
import { isTaskId } from './message.ts';

/**
 * The task in a tracker that a session's first message names: by the pattern that is configured, whose first group is
 * the id, else in the form `Task: ts-9f3a1c`. Undefined where it names none.
 */
export function trackerTask(
  { tracked }: Pick<SnapshotSummary, 'tracked'>,
  { trackerTask: pattern }: Pick<Config, 'trackerTask'>,
): { id: string; role?: string } | undefined {
  if (tracked === undefined) return undefined;
  const { role, id, head } = tracked;
  const own = pattern === '' ? id : idBy(pattern, head ?? '');
  return own === undefined || !isTaskId(own) ? undefined : { id: own, ...(role && { role }) };
}

function idBy(pattern: string, text: string): string | undefined {
  try {
    return new RegExp(pattern, 'im').exec(text)?.[1];
  } catch {
    return undefined;
  }
}
