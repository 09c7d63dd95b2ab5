import type { UpdateStep } from '../../app/recall/update-index.ts';
import type { Progress } from '../../platform/progress.ts';
import { size } from './table.ts';

/** Tells how far the index is behind. */
export function followUpdate(progress: Progress): (step: UpdateStep) => void {
  return ({ files, filesDone, bytes, bytesDone }) => {
    progress.show(
      () =>
        `Reading what is new: ${filesDone} of ${files} transcripts, ${size(bytesDone)} of ${size(bytes)}`,
    );
  };
}
