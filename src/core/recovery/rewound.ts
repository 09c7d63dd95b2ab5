import { deliveredBrief } from './delivery.ts';
import type { RecordView } from './record-view.ts';
import type { Recovery } from './recovery.ts';

/** What a recovery counted on that happened in turns which were taken back since. */
export interface Undone {
  /** The brief that had arrived is not before the model any more. */
  brief: boolean;
  /** Files that were read in such turns, whole or in part. */
  files: string[];
  /** Questions that were answered in such turns. */
  questions: string[];
}

/** True where a view shows a rewind that the recovery does not know of. */
export function isNewRewind(recovery: Recovery | undefined, { rewound }: RecordView): boolean {
  if (recovery === undefined || rewound === undefined || recovery.released) return false;
  return rewound.at > (recovery.rewoundAt ?? -1);
}

/**
 * What is undone, by a view of the record since the recovery without the turns that were taken back. `hidesTold`: such a
 * view need not show what was told, so that only the times tell.
 */
export function undoneBy(recovery: Recovery, view: RecordView, hidesTold: boolean): Undone {
  const news = (view.rewinds ?? []).filter(({ at }) => at > (recovery.rewoundAt ?? -1));
  const isBehind = (at: string | undefined): boolean =>
    at !== undefined && news.some(({ since }) => since !== undefined && at >= since);
  const held = deliveredBrief(recovery, view) !== undefined;
  const brief = hidesTold
    ? isBehind(recovery.briefs.at(-1)?.at)
    : !held && recovery.delivered !== undefined;
  const files = recovery.obligations.filter(
    (file) => (brief && file.met === 'inlined') || isBehind(file.metAt) || isBehind(file.shown?.at),
  );
  const questions = (recovery.answered ?? []).filter((question) =>
    isBehind(recovery.answeredAt?.[question]),
  );
  return { brief, files: files.map(({ path }) => path), questions };
}

/** In place: what is undone has to be told and read again; a recovery that had ended by it is open again. */
export function undo(recovery: Recovery, { brief, files, questions }: Undone): void {
  if (!brief && files.length === 0 && questions.length === 0) return;
  delete recovery.met;
  if (brief) {
    delete recovery.delivered;
    recovery.undelivered = true;
    recovery.warned = false;
    recovery.undoneBriefs = (recovery.undoneBriefs ?? 0) + 1;
  }
  for (const file of recovery.obligations) {
    if (!files.includes(file.path)) continue;
    delete file.met;
    delete file.metAt;
    delete file.shown;
  }
  recovery.answered = recovery.answered?.filter((question) => !questions.includes(question));
}
