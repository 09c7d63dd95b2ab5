import type { Snapshot } from '../snapshot/snapshot.ts';
import type { ActiveTask } from '../task/task.ts';
import { clip } from '../trust/clip.ts';
import { untrusted, untrustedPath } from '../trust/untrusted.ts';

const lineLimit = 300;

/** Lengths of the fields, from the roomiest to what fits beside the longest path. */
const sizes = [
  { path: 4096, objective: 60, phase: 40, scope: 40, success: 50 },
  { path: 90, objective: 40, phase: 24, scope: 20, success: 20 },
  { path: 80, objective: 24, phase: 16, scope: 14, success: 14 },
];

/**
 * The line that each prompt carries where a task is explicit or a plan approved. It is made from the task
 * and the record alone, so a compaction does not change a byte of it. Every field keeps its place: a long path is
 * told by its end.
 */
export function renderStateLine(sessionId: string, task: ActiveTask, snapshot: Snapshot): string {
  const lines = sizes.map((size) => lineOf(sessionId, task, snapshot, size));
  return clip(lines.find((line) => line.length <= lineLimit) ?? lines.at(-1)!, lineLimit);
}

function lineOf(
  sessionId: string,
  task: ActiveTask,
  snapshot: Snapshot,
  size: (typeof sizes)[number],
): string {
  const { document } = task;
  const uncommitted = snapshot.facts.filter(
    (fact) =>
      fact.kind.startsWith('file.') && fact.kind !== 'file.read' && fact.state !== 'committed',
  ).length;
  const fields = [
    `session ${clip(untrusted(sessionId, 200), 8)}`,
    `${document.source} ${tail(untrustedPath(task.path), size.path)}`.trimEnd(),
    field('objective', document.objective ?? document.title, size.objective),
    field('phase', document.phase ?? document.step, size.phase),
    field('scope', document.scope.join(', '), size.scope),
    field('success', document.success.join('; '), size.success),
    `${snapshot.summary.edits} edits`,
    uncommitted === 0 ? 'clean' : `dirty (${uncommitted} files)`,
  ].filter((one) => one !== '');
  return `Holdfast: ${fields.join(' | ')}`;
}

function tail(path: string, limit: number): string {
  if (path.length <= limit) return path;
  return `…${path.slice(path.length - limit + 1).replace(/^[\udc00-\udfff]/, '')}`;
}

function field(name: string, value: string | undefined, limit: number): string {
  return value ? `${name}: ${untrusted(value, limit)}` : '';
}
