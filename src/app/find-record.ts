import type { HostEvent } from '../core/event.ts';
import type { Host } from '../hosts/host.ts';
import type { Files } from './ports.ts';

/**
 * The record of the event's session or subagent. Where the payload's path is wrong or not yet there, the
 * same file name is looked for in the neighbouring folders, since hosts move a session's record with its work tree. Not
 * where each session has a folder of its own with a file of the same name, which may only be written late.
 */
export function findRecord(files: Files, host: Host, event: HostEvent): string | undefined {
  const named = host.recordPath(event.transcriptPath, event.agentId, event.sessionId);
  if (named === undefined) return undefined;
  if (files.stat(named)?.kind === 'file') return named;
  const parts = named.split('/');
  if (parts.at(-2) === event.sessionId) return undefined;
  const depth = event.agentId === undefined ? 2 : 4;
  const root = parts.slice(0, -depth).join('/');
  const rest = parts.slice(-depth + 1).join('/');
  if (root === '') return undefined;
  for (const folder of files.list(root)) {
    const candidate = `${root}/${folder}/${rest}`;
    if (files.stat(candidate)?.kind === 'file') return candidate;
  }
  return undefined;
}
