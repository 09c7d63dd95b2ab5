import { isBefore } from '../../core/install/client-version.ts';

/** The versions of a client between which it was tested. */
export interface TestedRange {
  oldest?: string;
  newest?: string;
}

/** How a version stands to those that were tested. */
export function standingIn(
  { oldest, newest }: TestedRange,
  version: string,
): 'older' | 'newer' | 'tested' | 'unknown' {
  if (newest === undefined) return 'unknown';
  if (isBefore(newest, version)) return 'newer';
  return isBefore(version, oldest ?? newest) ? 'older' : 'tested';
}

/** The range in words. */
export function rangeText({ oldest, newest }: TestedRange): string {
  return oldest === undefined || oldest === newest ? `${newest}` : `${oldest} to ${newest}`;
}
