import { untrustedPath } from '../trust/untrusted.ts';
import type { RecordView } from './record-view.ts';
import { isOpen, openObligations, type Recovery } from './recovery.ts';

/** So often a recovery asks for a text again that the host cleared: an agent that reads much is not held up at every step. */
const mostTimes = 3;

/** Files whose text the host took out of the context again, by the calls that had shown it. */
export function clearedFiles(
  recovery: Recovery | undefined,
  { cleared }: Pick<RecordView, 'cleared'>,
): string[] {
  if (recovery === undefined || recovery.released || cleared === undefined) return [];
  if ((recovery.clearedTimes ?? 0) >= mostTimes) return [];
  return recovery.obligations
    .filter(({ shownBy = [] }) => shownBy.some((id) => cleared.has(id)))
    .map(({ path }) => path);
}

/** In place: these files have to be read again; a recovery that had ended by it is open again. */
export function forgetRead(recovery: Recovery, files: readonly string[]): void {
  if (files.length === 0) return;
  if (recovery.met !== undefined) recovery.reopened = true;
  delete recovery.met;
  recovery.clearedTimes = (recovery.clearedTimes ?? 0) + 1;
  for (const file of recovery.obligations) {
    if (!files.includes(file.path)) continue;
    file.cleared = true;
    delete file.met;
    delete file.metAt;
    delete file.shown;
    delete file.shownBy;
  }
}

/** What the agent is told of files whose text the host took out of the context; empty where there are none. */
export function clearedNotice(recovery: Recovery | undefined): string {
  const files = isOpen(recovery) ? openObligations(recovery).filter(({ cleared }) => cleared) : [];
  if (files.length === 0) return '';
  const names = files.slice(0, 4).map(({ path }) => untrustedPath(path));
  const more = files.length > 4 ? ` and ${files.length - 4} more` : '';
  return `Holdfast: the client cleared what you had read of ${names.join(', ')}${more} from the context. Read ${files.length === 1 ? 'it' : 'them'} again before any change.`;
}
