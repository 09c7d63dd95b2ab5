import { recordKey } from '../../core/search/handle.ts';
import { findRecords, type RecordRef } from '../records/find.ts';
import type { RecordDisk } from '../records/ports.ts';
import type { Problem } from '../records/problem.ts';
import { type Candidate, type Root, walk } from '../records/walk.ts';
import type { Forgotten } from './forgotten.ts';
import { indexRecord } from './index-record.ts';
import { PendingWrites } from './pending-writes.ts';
import type { RecallIndex, Written } from './ports.ts';

export interface UpdateWish {
  roots: readonly Root[];
  /** A person's own patterns of secrets. */
  patterns: readonly RegExp[];
  forgotten: Forgotten;
  /** Called before and while a changed record is read, with the bytes of it that were read. */
  onStep?(step: UpdateStep): void;
}

export interface UpdateStep {
  /** Changed files, and their bytes, in all and so far. */
  files: number;
  filesDone: number;
  bytes: number;
  bytesDone: number;
}

export interface Update {
  /** Why the index is not up to date, where it is not. */
  stopped?: Exclude<Written, 'done'>;
  /** Changed files that were not taken in, or not whole, for that reason; and their bytes. */
  left: { files: number; bytes: number };
  problems: Problem[];
}

/**
 * Takes into the index what is new in the records below the roots. Files that look as they did are not opened. The oldest
 * comes first, so that what was taken in last is about what is newest.
 */
export function updateIndex(disk: RecordDisk, index: RecallIndex, wish: UpdateWish): Update {
  const update: Update = { problems: [], left: { files: 0, bytes: 0 } };
  const changed: Candidate[] = [];
  const marks = index.marks();
  const met = new Set<string>();
  for (const one of walk(disk, wish.roots)) {
    if ('problem' in one) {
      update.problems.push(one.problem);
      continue;
    }
    met.add(one.candidate.path);
    if (marks.get(one.candidate.path) !== markOf(disk, one.candidate)) changed.push(one.candidate);
  }
  changed.sort((a, b) => a.modifiedMs - b.modifiedMs || (a.path < b.path ? -1 : 1));
  const step: UpdateStep = {
    files: changed.length,
    filesDone: 0,
    bytes: changed.reduce((sum, one) => sum + one.size, 0),
    bytesDone: 0,
  };
  const pending = new PendingWrites(index);
  for (const candidate of changed) {
    wish.onStep?.(step);
    const written = takeIn(disk, index, candidate, { ...wish, pending }, update, step);
    if (written !== 'done') {
      update.stopped = written;
      break;
    }
    step.filesDone += 1;
  }
  // Behind the others, since a record that was moved is known again by then.
  const isOn = update.stopped === undefined && stopAt(update, pending.flush());
  if (isOn) dropGone(disk, index, { met, closed: closedOf(update.problems) }, pending);
  stopAt(update, pending.flush());
  if (update.stopped !== undefined) update.left = leftOf(disk, index, changed);
  wish.onStep?.(step);
  return update;
}

/** False where writing came to its end, which is remembered. */
function stopAt(update: Update, written: Written): boolean {
  if (written !== 'done') update.stopped ??= written;
  return written === 'done';
}

/** The changed files that the index does not hold as they are. */
function leftOf(
  disk: RecordDisk,
  index: RecallIndex,
  changed: readonly Candidate[],
): Update['left'] {
  const marks = index.marks();
  const left = changed.filter((one) => marks.get(one.path) !== markOf(disk, one));
  return { files: left.length, bytes: left.reduce((sum, { size }) => sum + size, 0) };
}

/** Places that could not be looked into, so that nothing is known of what lies below. */
function closedOf(problems: readonly Problem[]): string[] {
  return problems.filter(({ kind }) => kind === 'unreadable').map(({ path }) => path);
}

/** Takes out what was taken in of files that a person, or the host, has removed since. */
function dropGone(
  disk: RecordDisk,
  index: RecallIndex,
  { met, closed }: { met: ReadonlySet<string>; closed: readonly string[] },
  pending: PendingWrites,
): void {
  for (const path of index.paths()) {
    if (met.has(path) || closed.some((one) => path.startsWith(one)) || disk.exists(path)) continue;
    pending.add('', 0, (writer) => writer.removeFile(path));
  }
}

/** How a file looks from outside. A database may have changed in the file beside it. */
function markOf(disk: RecordDisk, { path, size, modifiedMs, stores }: Candidate): string {
  const mark = `${size} ${modifiedMs}`;
  if (!isDatabase({ stores })) return mark;
  const log = disk.stat(`${path}-wal`);
  return log === undefined ? mark : `${mark} ${log.size} ${log.modifiedMs}`;
}

/** A file that may hold several conversations, so that it is not done with one of them. */
function isDatabase({ stores }: Pick<Candidate, 'stores'>): boolean {
  return stores.some((store) => store.format.kind === 'database');
}

function takeIn(
  disk: RecordDisk,
  index: RecallIndex,
  candidate: Candidate,
  wish: UpdateWish & { pending: PendingWrites },
  update: Update,
  step: UpdateStep,
): Written {
  const { path, stores, size } = candidate;
  // Before reading: what is added meanwhile is found the next time.
  const mark = markOf(disk, candidate);
  const before = step.bytesDone;
  let settled = true;
  let marked = false;
  const keys = new Set<string>();
  for (const found of findRecords(disk, [{ path, stores, named: false }])) {
    if ('problem' in found) {
      update.problems.push(found.problem);
      if (!isSettled(found.problem)) settled = false;
      continue;
    }
    const key = keyFor(disk, index, found.ref, wish.pending);
    keys.add(key);
    const written = indexRecord(disk, index, found.ref, {
      ...wish,
      key,
      onProblem: (problem) => update.problems.push(problem),
      mark: isDatabase(candidate) ? undefined : mark,
      onBytes: (bytes) => {
        step.bytesDone = before + Math.min(bytes, size);
        wish.onStep?.(step);
      },
    });
    if (written === 'unread' || written === 'elsewhere') settled = false;
    else if (written !== 'done' && written !== 'unchanged') return written;
    else if (written === 'done' && !isDatabase(candidate)) marked = true;
  }
  step.bytesDone = before + size;
  if (!settled || marked) return 'done';
  // Conversations that are no longer in their database.
  if (isDatabase(candidate)) wish.pending.add('', 0, (writer) => writer.removeFile(path, keys));
  return wish.pending.add('', 0, (writer) => writer.putMark(path, mark));
}

/** True where looking again makes no difference until the file changes. */
function isSettled({ kind }: Problem): boolean {
  return !['gone', 'locked', 'unreadable', 'module', 'behind', 'failed'].includes(kind);
}

/** The key of a record; a further one for a copy of a file that is still there. */
function keyFor(
  disk: RecordDisk,
  index: RecallIndex,
  ref: RecordRef,
  pending: PendingWrites,
): string {
  const { store, session, path } = ref;
  const key = recordKey(store.host, session, path);
  if (pending.holds(key)) pending.flush();
  const known = index.record(key);
  if (known === undefined || known.path === path || !disk.exists(known.path)) return key;
  return recordKey(store.host, path, path);
}
