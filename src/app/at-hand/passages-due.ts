import type { HostEvent } from '../../core/event.ts';
import { agentState, lastRecovery } from '../../core/recovery/session-state.ts';
import type { HookDeps } from '../hook/context.ts';
import { passagesFile } from './ports.ts';

const looksBehind: ReadonlySet<HostEvent['type']> = new Set([
  'session.started',
  'compaction.finished',
  'prompt.submitted',
]);

/**
 * True where what was said before a compaction is to be taken in: as soon as one is announced, and behind one of which no event
 * told before. When it was taken in last, its file tells.
 */
export function arePassagesDue({ config, files, store }: HookDeps, event: HostEvent): boolean {
  if (config.memoryAtUse === 'off' || event.agentId !== undefined) return false;
  if (event.type === 'compaction.starting') return true;
  if (!looksBehind.has(event.type)) return false;
  const last = lastRecovery(agentState(store.load().state, undefined));
  if (last === undefined) return false;
  const made = files.stat(`${store.folder}/${passagesFile}`)?.modifiedMs ?? 0;
  return made < Date.parse(last.announced?.at ?? last.armedAt);
}
