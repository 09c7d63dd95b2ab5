import type { HostEvent } from '../../core/event.ts';
import type { MemoryMoment } from '../../core/memory/progress.ts';
import { findRecord } from '../find-record.ts';
import type { HookDeps } from '../hook/context.ts';
import { memoryMark } from './ports.ts';

/** Bytes of a record that hold fewer tokens than a memory waits for, whatever is written in it. */
const leastBytes = 16 * 1024;
/** What may be read in one go; of more, `holdfast memory --write` makes the memory. */
const mostBytes = 64 * 1024 * 1024;

const moments: Partial<Record<HostEvent['type'], MemoryMoment>> = {
  'turn.ending': 'pause',
  'session.ended': 'pause',
  'compaction.starting': 'loss',
};

/** What a program that lives long looks at besides: the turn before a prompt is over. */
const more: Partial<Record<HostEvent['type'], MemoryMoment>> = {
  'prompt.submitted': 'pause',
  'tool.finished': 'work',
};

/** What an event is for the memory of its session; undefined where it is nothing. */
export function memoryMoment(event: HostEvent, isLongLived: boolean): MemoryMoment | undefined {
  if (event.agentId !== undefined) return undefined;
  return moments[event.type] ?? (isLongLived ? more[event.type] : undefined);
}

/**
 * False where the record did not grow enough for a memory to be due, by its size alone: at most events nothing more is
 * done than this.
 */
export function memoryMayBeDue(
  { config, files, host, store }: Pick<HookDeps, 'config' | 'files' | 'host' | 'store'>,
  event: HostEvent,
  moment: MemoryMoment,
): boolean {
  if (config.sessionMemory === 'off') return false;
  const path = findRecord(files, host, event);
  if (path === undefined) return false;
  const size = files.stat(path)?.size ?? 0;
  const seen = Number(files.readText(`${store.folder}/${memoryMark}`, 100) ?? 0) || 0;
  // Where a record is no file of its own, nothing is told by its size.
  const grown = size < seen || size === 0 ? Number.NaN : size - seen;
  if (Number.isNaN(grown)) return true;
  if (grown > mostBytes) return false;
  return grown >= (moment === 'loss' && seen > 0 ? 1 : leastBytes);
}
