import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import type { TaskDocument } from '../../core/task/task.ts';
import { isTaskId, type TrackerMessage, trackerText } from '../../core/tracker/message.ts';
import { trackerTask } from '../../core/tracker/task-id.ts';
import type { TrackerConfig } from './outbox.ts';

const mostFiles = 8;

/**
 * What a tracker is told of a compaction: that it happened, and what is so now. The task is the one that the session's
 * ticket names, else the one of its first message; without either nothing is told.
 */
export function compactionMessages(
  config: TrackerConfig,
  about: {
    snapshot: Snapshot;
    document?: TaskDocument;
    number: number;
    trigger: 'auto' | 'manual' | 'unknown';
  },
): TrackerMessage[] {
  const { snapshot, document } = about;
  const id = document?.tracker ?? trackerTask(snapshot.summary, config)?.id;
  if (id === undefined || !isTaskId(id)) return [];
  const how = about.trigger === 'unknown' ? '' : ` (${about.trigger})`;
  const log = `compacted${how}, compaction ${about.number} of the session`;
  return [
    { what: 'log', id, text: log },
    { what: 'truth', id, text: trackerText(truth(snapshot, document)) },
  ];
}

function truth(snapshot: Snapshot, document: TaskDocument | undefined): string {
  const of = (kind: string) => snapshot.facts.filter((fact) => fact.kind === kind);
  const files = [...of('file.created'), ...of('file.modified')].map((fact) => fact.value);
  const more = files.length > mostFiles ? ` and ${files.length - mostFiles} more` : '';
  const failing = of('test.failing').map((fact) => fact.value);
  const parts = [
    document?.status && `status: ${document.status}`,
    document?.objective && `objective: ${document.objective}`,
    document?.step && `step: ${document.step}`,
    document?.nextAction && `next: ${document.nextAction}`,
    files.length > 0 && `changed: ${files.slice(0, mostFiles).join(', ')}${more}`,
    failing.length > 0 && `failing: ${failing.slice(0, 5).join(', ')}`,
    snapshot.summary.openQuestion && `asked, not answered: ${snapshot.summary.openQuestion}`,
  ].filter(Boolean);
  return `after a compaction: ${parts.length === 0 ? 'nothing is changed' : parts.join('; ')}`;
}
