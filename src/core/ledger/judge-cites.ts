import { isInside, joinPath, relativeTo } from '../task/path.ts';
import { withoutTail } from '../text/ends.ts';
import { type CallEntry, isRecorded } from './entry.ts';
import { shownPaths } from './judge-read.ts';
import type { PredicateOf } from './predicate.ts';
import { fails, type Grounds, holds, type Verdict } from './verdict.ts';

const mostNames = 2_000;

/** Whether a text names files of the project, enough of them, and only such as were read. */
export function judgeCites(
  { cites, section, least }: PredicateOf<'cites'>,
  { calls, tree }: Grounds,
): Verdict {
  const own = joinPath(tree.project, cites);
  const whole = tree.readText(own);
  if (whole === undefined)
    return fails(`${cites} is not there, or cannot be read.`, `Write ${cites}.`);
  const text = section === undefined ? whole : sectionOf(whole, section);
  if (text === undefined) {
    return fails(
      `${cites} has no heading "${section}".`,
      `Write a section "${section}" into ${cites}.`,
    );
  }
  const read = new Map<string, CallEntry>();
  for (const entry of calls) {
    if (entry.outcome !== 'ok' || !isRecorded(entry)) continue;
    const looked = entry.does === 'read' ? entry.paths : [];
    for (const path of [...looked, ...shownPaths(entry)]) {
      if (!read.has(path)) read.set(path, entry);
    }
  }
  const named = pathsIn(text, tree.project).filter(
    (path) => path !== own && (read.has(path) || tree.readText(path) !== undefined),
  );
  const place = section === undefined ? cites : `${cites} under "${section}"`;
  const unread = named
    .filter((path) => !read.has(path))
    .map((path) => relativeTo(path, tree.project));
  if (unread.length > 0) {
    return fails(
      `${place} cites ${unread.join(', ')}, which was not read.`,
      `Read ${unread.join(', ')}, or cite it no longer.`,
    );
  }
  const rests = [...new Set(named.map((path) => read.get(path)!))];
  const told = named.map((path) => relativeTo(path, tree.project)).join(', ');
  return named.length >= least
    ? holds(`${place} cites ${named.length} files that were read: ${told}.`, rests)
    : fails(
        `${place} cites ${named.length} of ${least} files that were read${told ? `: ${told}` : ''}.`,
        `Say in ${place} by their paths on which files it rests, and read them.`,
        rests,
      );
}

/** Words of a text as paths below a folder; whether something is there is not looked at. */
function pathsIn(text: string, project: string): string[] {
  const words = text.match(/[\p{L}\p{N}_@.~+-]*(?:\/[\p{L}\p{N}_@.~+-]+)*/gu) ?? [];
  const paths = words
    .map((word) => withoutTail(word, /\./))
    .filter((word) => /[./]/.test(word) && /[\p{L}\p{N}]/u.test(word))
    .slice(0, mostNames)
    .map((word) => joinPath(project, word))
    .filter((path) => path !== project && isInside(path, project));
  return [...new Set(paths)];
}

/** What stands under a heading of Markdown, up to the next one of its level or above. */
function sectionOf(text: string, title: string): string | undefined {
  const lines = text.split('\n');
  const levelOf = (line: string) => /^(#{1,6})\s/.exec(line)?.[1]?.length;
  const wanted = title.toLowerCase();
  const start = lines.findIndex(
    (line) =>
      levelOf(line) !== undefined &&
      line
        .replace(/^#+\s+/, '')
        .trim()
        .toLowerCase() === wanted,
  );
  if (start < 0) return undefined;
  const level = levelOf(lines[start]!)!;
  const end = lines.findIndex((line, at) => at > start && (levelOf(line) ?? 7) <= level);
  return lines.slice(start + 1, end < 0 ? undefined : end).join('\n');
}
