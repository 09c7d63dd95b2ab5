import type { Snapshot } from '../snapshot/snapshot.ts';
import type { ActiveTask } from '../task/task.ts';
import { clip } from '../trust/clip.ts';
import { untrusted } from '../trust/untrusted.ts';

const lineLimit = 300;

/**
 * The line that each prompt carries where a task is explicit or a plan approved. It is made from the task
 * and the record alone, so a compaction does not change a byte of it.
 */
export function renderStateLine(sessionId: string, task: ActiveTask, snapshot: Snapshot): string {
  const { document } = task;
  const uncommitted = snapshot.facts.filter(
    (fact) =>
      fact.kind.startsWith('file.') && fact.kind !== 'file.read' && fact.state === 'uncommitted',
  ).length;
  const fields = [
    `session ${untrusted(sessionId, 8)}`,
    `${document.source} ${task.path}`,
    field('objective', document.objective ?? document.title, 60),
    field('phase', document.phase ?? document.step, 40),
    field('scope', document.scope.join(', '), 40),
    field('success', document.success.join('; '), 50),
    `${snapshot.summary.edits} edits`,
    uncommitted === 0 ? 'clean' : `dirty (${uncommitted} files)`,
  ].filter((one) => one !== '');
  return clip(`Holdfast: ${fields.join(' | ')}`, lineLimit);
}

function field(name: string, value: string | undefined, limit: number): string {
  return value ? `${name}: ${untrusted(value, limit)}` : '';
}
