import type { Snapshot } from '../snapshot/snapshot.ts';
import type { ActiveTask, TaskDocument } from '../task/task.ts';
import { clip, clipMarked } from '../trust/clip.ts';
import { untrusted, untrustedPath } from '../trust/untrusted.ts';

const lineLimit = 300;
/** Characters that a cut field keeps, so that each has its place. */
const least = 12;

/** What is asked of the machine for the line. */
export interface StateLineFacts {
  /** Top folder of the project: edits elsewhere are not counted. */
  project?: string;
  /** Number of files that git shows as changed in the project; undefined where git was not asked or did not answer. */
  changed?: number;
}

/** A part of the line: what does not fit of it is cut, at its beginning where the end tells more. */
interface Field {
  name: string;
  text: string;
  /** Characters beyond which it is cut; absent: it never is. */
  cut?: 'end' | 'start';
}

/**
 * The line that each prompt carries where a task is explicit or a plan approved. It is made from the task, the record and git
 * alone, so a compaction does not change a byte of it. Every field keeps its place; what has to be cut is cut so that the line
 * is as full as it may be.
 */
export function renderStateLine(
  sessionId: string,
  task: ActiveTask,
  snapshot: Snapshot,
  facts: StateLineFacts = {},
): string {
  const fields = fieldsOf(sessionId, task, snapshot, facts);
  const caps = fields.map(({ text }) => Math.min(text.length, lineLimit));
  // The longest field gives way, a character at a time, until all of them fit.
  let over = lineOf(fields, caps).length - lineLimit;
  while (over > 0) {
    const longest = longestOf(fields, caps);
    if (longest < 0) break;
    caps[longest]! -= 1;
    over -= 1;
  }
  return clip(lineOf(fields, caps), lineLimit);
}

/** The longest field that can still be cut; -1 where none can. */
function longestOf(fields: readonly Field[], caps: readonly number[]): number {
  let found = -1;
  for (const [at, { cut }] of fields.entries()) {
    if (cut === undefined || caps[at]! <= least) continue;
    if (found < 0 || caps[at]! > caps[found]!) found = at;
  }
  return found;
}

function fieldsOf(
  sessionId: string,
  task: ActiveTask,
  snapshot: Snapshot,
  { project, changed }: StateLineFacts,
): Field[] {
  const { document, approval } = task;
  const { source } = document;
  const next = document.nextAction ?? document.step;
  const mayBeApproved = source === 'plan' || source === 'document';
  const named = (name: string, text: string | undefined): Field => ({
    name: `${name}: `,
    text: text === undefined ? '' : untrusted(text, lineLimit),
    cut: 'end',
  });
  const fixed = (text: string): Field => ({ name: '', text });
  return [
    fixed(`session ${clip(untrusted(sessionId, 200), 8)}`),
    { name: `${source} `, text: untrustedPath(task.path), cut: 'start' } satisfies Field,
    fixed(approval ? 'APPROVED' : mayBeApproved ? 'not approved' : ''),
    named('objective', document.objective ?? document.title),
    named('phase', document.phase ?? stepCount(document)),
    named('scope', document.scope.join(', ')),
    named('success', document.success.join('; ')),
    fixed(counted(editsIn(snapshot, project), 'edit')),
    fixed(
      changed === undefined ? '' : changed === 0 ? 'clean' : `dirty (${counted(changed, 'file')})`,
    ),
    named('next', next),
  ].filter(({ text, name }) => text !== '' || name === `${source} `);
}

/** How far a plan is that has no phases, by its steps. */
function stepCount({ openSteps, doneSteps }: TaskDocument): string | undefined {
  if (openSteps.length === 0) return undefined;
  return `step ${doneSteps + 1} of ${doneSteps + openSteps.length}`;
}

function editsIn({ summary }: Snapshot, project: string | undefined): number {
  if (project === undefined) return summary.edits;
  const below = `${project.replace(/\/$/, '')}/`;
  return summary.editedFolders
    .filter(({ folder }) => `${folder}/`.startsWith(below))
    .reduce((sum, { edits }) => sum + edits, 0);
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function lineOf(fields: readonly Field[], caps: readonly number[]): string {
  const parts = fields.map(({ name, text, cut }, at) => {
    if (cut === undefined || text.length <= caps[at]!) return `${name}${text}`.trimEnd();
    return `${name}${cut === 'end' ? clipMarked(text, caps[at]!) : tail(text, caps[at]!)}`;
  });
  return `Holdfast: ${parts.join(' | ')}`;
}

function tail(path: string, limit: number): string {
  return `\u2026${path.slice(path.length - limit + 1).replace(/^[\udc00-\udfff]/, '')}`;
}
