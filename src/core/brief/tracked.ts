import { untrusted } from '../trust/untrusted.ts';
import type { BriefInput } from './input.ts';

/** The task in a tracker that the session's first message named; empty where it named none. */
export function trackedLine({ snapshot }: BriefInput): string {
  const { tracked } = snapshot.summary;
  if (tracked === undefined) return '';
  const id = untrusted(tracked.id, 60);
  const role = tracked.role === undefined ? '' : `, you are its ${tracked.role}`;
  return `Task ${id}${role}. Write what is true now to its tracker (\`prog desc ${id} "…"\`), and what was done to its log (\`prog log ${id} "…"\`).`;
}
