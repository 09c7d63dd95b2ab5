import { readRecords } from '../install/record.ts';
import type { DoctorContext } from './finding.ts';

/** When a host's hooks were put where they are, in milliseconds since 1970; undefined where nothing tells. */
export function installedMs({ install, paths }: DoctorContext, host: string): number | undefined {
  const times = readRecords(install.disk, paths.installs)
    .filter((record) => record.host === host && record.part !== 'server')
    .map(({ time }) => Date.parse(time))
    .filter((time) => !Number.isNaN(time));
  return times.length > 0 ? Math.max(...times) : install.disk.stat(paths.launcher)?.modifiedMs;
}
