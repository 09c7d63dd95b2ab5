import { untrusted } from '../trust/untrusted.ts';
import type { BriefInput } from './input.ts';

/**
 * The task in a tracker that is the session's, with how to write to it, or the role alone that the first message gave; empty
 * where there is neither.
 */
export function trackedLine({ tracked, statedRole }: BriefInput): string {
  if (tracked === undefined)
    return statedRole === undefined
      ? ''
      : `Role of the agent, from the first message: ${untrusted(statedRole, 40)}.`;
  const role = tracked.role === undefined ? '' : `, you are its ${tracked.role}`;
  return `Task ${untrusted(tracked.id, 60)}${role}. ${tracked.howTo}`.trimEnd();
}
