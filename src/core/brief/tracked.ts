import { untrusted } from '../trust/untrusted.ts';
import type { BriefInput } from './input.ts';

/** The task in a tracker that is the session's, with how to write to it; empty where there is none. */
export function trackedLine({ tracked }: BriefInput): string {
  if (tracked === undefined) return '';
  const role = tracked.role === undefined ? '' : `, you are its ${tracked.role}`;
  return `Task ${untrusted(tracked.id, 60)}${role}. ${tracked.howTo}`.trimEnd();
}
