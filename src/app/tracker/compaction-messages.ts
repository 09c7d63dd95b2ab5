import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import type { TaskDocument } from '../../core/task/task.ts';
import { wroteHandOver } from '../../core/tracker/hand-over.ts';
import { isTaskId, type TrackerMessage, trackerText } from '../../core/tracker/message.ts';
import { trackerTask } from '../../core/tracker/task-id.ts';
import { type TrackerConfig, templatesOf } from './outbox.ts';

const mostFiles = 8;
const mostOfSummary = 1_500;

/**
 * What a tracker is told of a compaction: that it happened and how things stood, for its log; and, where enough is known
 * for a whole hand-over and the agent wrote none itself, that. The task is the one that the session's
 * ticket names, else the one of its first message; without either nothing is told.
 */
export function compactionMessages(
  config: TrackerConfig,
  about: {
    snapshot: Snapshot;
    document?: TaskDocument;
    number: number;
    trigger: 'auto' | 'manual' | 'unknown';
    /** The client's own, where it is known by now. */
    summary?: string;
  },
): TrackerMessage[] {
  const { snapshot, document } = about;
  const id = document?.tracker ?? trackerTask(snapshot.summary, config)?.id;
  if (id === undefined || !isTaskId(id)) return [];
  const how = about.trigger === 'unknown' ? '' : ` (${about.trigger})`;
  const state = stateOf(snapshot, document);
  const log = `compacted${how}, compaction ${about.number} of the session: ${state || 'nothing is changed'}`;
  const text = trackerText(log) + summaryIn(about.summary);
  const messages: TrackerMessage[] = [{ what: 'log', id, text }];
  if (
    isHandOver(snapshot, document) &&
    !wroteHandOver(snapshot.facts, config.tracker, id, templatesOf(config))
  ) {
    messages.push({ what: 'truth', id, text: trackerText(`after a compaction: ${state}`, 4_000) });
  }
  return messages;
}

/** What the client's summary says, for the trail: its beginning, without the thoughts before it. */
export function summaryIn(summary: string | undefined): string {
  if (summary === undefined) return '';
  const text = trackerText(substanceOf(summary), mostOfSummary);
  return text === '' ? '' : `; its summary: ${text}`;
}

/** Words that clients, and models, put before a summary, each a line of its own. */
const before =
  /^(?:This session is being continued from a previous conversation|Another language model started to solve this problem|(?:here is|below is|the following is|this is) (?:a|the|my) .{0,40}summary\b|(?:#+ )?(?:\*\*)?(?:conversation |session )?summary(?: of the conversation| below)?(?:\*\*)?:?\s*$)/i;

/** A summary from where it begins to tell something: without the thoughts and the introduction before it. */
function substanceOf(summary: string): string {
  const thoughts = summary.indexOf('</analysis>');
  const said = summary.slice(thoughts < 0 ? 0 : thoughts + 11).replace(/<\/?summary>/g, '');
  const lines = said.trim().split('\n');
  while (lines.length > 1 && (before.test(lines[0]!.trim()) || lines[0]!.trim() === '')) {
    lines.shift();
    // The thoughts of older versions stand under a heading.
    const at = /^analysis:?\s*$/i.test(lines[0]?.trim() ?? '')
      ? lines.findIndex((line) => /^summary:?\s*$/i.test(line.trim()))
      : -1;
    if (at > 0) lines.splice(0, at);
  }
  const text = lines.join('\n');
  // An introduction without a line of its own.
  return text.replace(/^[^\n]{0,600}?summarized below:\s*/i, '');
}

/** True where enough is known that another agent could go on: what for, how far, and what next. */
function isHandOver({ facts }: Snapshot, document: TaskDocument | undefined): boolean {
  const next = document?.nextAction ?? document?.step;
  const did = facts.some(({ kind }) =>
    /^file\.(?:created|modified|deleted)$|^git\.commit$/.test(kind),
  );
  return Boolean(document?.objective ?? document?.title) && Boolean(next) && did;
}

/** What is so now, on one line: the task and how far it is, what was changed, tried, fails and is asked. */
function stateOf(snapshot: Snapshot, document: TaskDocument | undefined): string {
  const of = (kind: string) => snapshot.facts.filter((fact) => fact.kind === kind);
  const files = [...of('file.created'), ...of('file.modified')].map((fact) => fact.value);
  const more = files.length > mostFiles ? ` and ${files.length - mostFiles} more` : '';
  const some = (kind: string, most: number) =>
    of(kind)
      .slice(-most)
      .map((fact) => fact.value)
      .join(', ');
  return [
    document?.status && `status: ${document.status}`,
    document?.title && `task: ${document.title}`,
    document?.objective &&
      document.objective !== document.title &&
      `objective: ${document.objective}`,
    document?.step && `step: ${document.step}`,
    document?.nextAction && `next: ${document.nextAction}`,
    files.length > 0 && `changed: ${files.slice(0, mostFiles).join(', ')}${more}`,
    some('git.commit', 3) && `commits: ${some('git.commit', 3)}`,
    some('attempt.failed', 3) && `tried and failed: ${some('attempt.failed', 3)}`,
    some('test.failing', 5) && `failing: ${some('test.failing', 5)}`,
    snapshot.summary.openQuestion && `asked, not answered: ${snapshot.summary.openQuestion}`,
  ]
    .filter(Boolean)
    .join('; ');
}
