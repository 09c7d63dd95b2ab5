import type { ProblemGroup } from '../../app/audit/problems.ts';
import type { Problem, ProblemKind } from '../../app/records/problem.ts';
import type { HostCount } from '../../core/audit/report.ts';
import { count, many } from '../../core/audit/words.ts';
import { underHome } from './audit-session-text.ts';
import { size } from './table.ts';

/** What is said of each kind, with the path in front. */
const sentences: Record<ProblemKind, (problem: Problem) => string> = {
  absent: () => 'is not there.',
  unreadable: ({ detail }) => `cannot be read${detail ? ` (${detail})` : ''}.`,
  gone: () => 'vanished while it was being read.',
  foreign: ({ detail }) => `is not a transcript of a known client${detail ? `: ${detail}` : ''}.`,
  empty: () => 'is empty.',
  special: () => 'is no regular file; it was not opened.',
  loop: () => 'is a link that leads in a circle; it was not followed.',
  dangling: () => 'is a link that leads nowhere.',
  damaged: ({ count: places = 0, line }) =>
    `is damaged at ${many(places, 'place')}${line ? `, the first in line ${line}` : ''}; the rest was read.`,
  oversized: ({ count: lines = 0 }) =>
    `has ${many(lines, 'line')} over 32 MB, which ${lines === 1 ? 'was' : 'were'} left out.`,
  'too-large': ({ count: bytes }) =>
    bytes === undefined
      ? 'is too large to be read at once.'
      : `is so large that its first ${size(bytes)} were left out.`,
  shrank: () => 'became shorter while it was being read; what was read counts.',
  grew: () => 'grew while it was being read; what came later is left out.',
  replaced: () => 'was replaced while it was being read; what was read counts.',
  locked: () => 'is locked by another program. Close that program and run this again.',
  strange: ({ detail }) =>
    `is of a schema that is not known: ${detail}. Nothing in it was changed.`,
  behind: () =>
    'has changes beside it that its owner has not merged yet and that cannot be read without writing; they are left out.',
  module: () => 'needs the package "libsql", which does not load here. The rest was read.',
  failed: ({ detail }) => `brought out a fault of Holdfast's own (${detail}). Please report it.`,
};

/**
 * Lines for everything that was not read or not whole, and for rows that are not known; empty when there is nothing.
 * Many files of which the same is to be said stand under one sentence.
 */
export function problemLines(
  groups: readonly ProblemGroup[],
  hosts: readonly HostCount[],
  home: string,
): string[] {
  const lines = groups.flatMap((group) => groupLines(group, home));
  return [...lines, ...hosts.flatMap(unknownLine)];
}

/** So many files get a sentence each. */
const few = 3;

function groupLines({ kind, count: all, first }: ProblemGroup, home: string): string[] {
  const said = first.map((problem) => sentences[kind](problem));
  const paths = first.map((problem) => underHome(problem.path, home));
  const more = all > first.length ? `and ${count(all - first.length)} more` : '';
  if (all <= few || new Set(said).size > 1) {
    const each = paths.map((path, index) => `  - ${path} ${said[index]}`);
    return more === '' ? each : [...each, `  - ${more} of this sort`];
  }
  const named = paths.map((path) => `    ${path}`);
  return [
    `  - Each of these ${count(all)} ${said[0]!.split(/[.;]/, 1)[0]}:`,
    ...named,
    ...(more === '' ? [] : [`    ${more}`]),
  ];
}

function unknownLine({ title, unknownRows }: HostCount): string[] {
  const kinds = Object.entries(unknownRows).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  if (kinds.length === 0) return [];
  const all = kinds.reduce((sum, [, number]) => sum + number, 0);
  const named = kinds.slice(0, 6).map(([kind, number]) => `${kind} ${count(number)}`);
  const more = kinds.length > 6 ? `, and ${kinds.length - 6} more kinds` : '';
  return [
    `  - ${title}: ${many(all, 'row')} of kinds that are not known, passed over (${named.join(', ')}${more}).`,
  ];
}
