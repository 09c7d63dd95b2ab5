import type { Config } from '../config/defaults.ts';
import type { SnapshotSummary } from '../snapshot/snapshot.ts';
import { isTaskId } from './message.ts';

/**
 * The task in a tracker that a session's first message names: by the pattern that is configured, whose first group is
 * the id, else in the form `Task: ts-9f3a1c`, or that of the ids of its tracker. Undefined where it names none.
 */
export function trackerTask(
  { tracked }: Pick<SnapshotSummary, 'tracked'>,
  { trackerTask: pattern, tracker }: Pick<Config, 'trackerTask' | 'tracker'>,
): { id: string; role?: string } | undefined {
  if (tracked === undefined) return undefined;
  const { role, id, head } = tracked;
  const own = pattern === '' ? (id ?? idOf(tracker, head ?? '')) : idBy(pattern, head ?? '');
  return own === undefined || !isTaskId(own) ? undefined : { id: own, ...(role && { role }) };
}

function idBy(pattern: string, text: string): string | undefined {
  try {
    return new RegExp(pattern, 'im').exec(text)?.[1];
  } catch {
    return undefined;
  }
}

/** The word behind "Task:", whole: "bd-a1b2" is another task than "bd-a1b2.1". */
const named =
  /(?<![\w-])task[*_]{0,2}:[*_]{0,2}[ \t]{0,9}`?(#?\w[\w-]{0,60}(?:\.\w{1,8}){0,6})(?![\w-]|\.\w)/gi;
/** Behind the last word of a line. */
const lineEnd = /^[`*_"'\u201d]{0,4}[ \t]{0,9}(?:\r?\n|$)/;

/** The ids of trackers that are of another form: `Task: task-12`, `Task: #412`, `Task: bd-a1b2.1`. */
function idOf(tracker: Config['tracker'], text: string): string | undefined {
  if (tracker !== 'backlog' && tracker !== 'gh' && tracker !== 'bd') return undefined;
  const head = text.slice(0, 400);
  for (const found of head.matchAll(named)) {
    const word = found[1]!;
    const isLast = lineEnd.test(head.slice(found.index + found[0].length));
    if (tracker === 'backlog' && /^task-\d{1,9}(?:\.\d{1,4})*$/i.test(word)) return word;
    if (tracker === 'gh' && (isLast ? /^#?\d{1,9}$/ : /^#\d{1,9}$/).test(word))
      return word.replace('#', '');
    if (tracker === 'bd' && isBeadsId(word, isLast)) return word;
  }
  return undefined;
}

/**
 * True for `bd-1`, `bd-a1b2.1`, `myproj-x9z`. Behind a prefix of one's own there is a digit beside a letter, or the id ends its
 * line: "Task: utf-8 support" and "Task: re-run the tests" name none.
 */
function isBeadsId(word: string, isLast: boolean): boolean {
  const [, prefix, name] = /^([a-z][\w-]{0,40})-([a-z0-9]{1,8})(?:\.\d{1,4})*$/i.exec(word) ?? [];
  if (prefix === undefined || name === undefined) return false;
  return prefix.toLowerCase() === 'bd' || isLast || (/\d/.test(name) && /[a-z]/i.test(name));
}
