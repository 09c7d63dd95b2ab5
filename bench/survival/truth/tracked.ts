import type { BenchSession } from '../cases/session.ts';
import type { Fact } from './fact.ts';
import { ambiguousPaths } from './files.ts';
import { shortPath } from './known-tools.ts';
import type { Segment } from './segment.ts';

/**
 * Files of which the host itself made a backup in the segment, because its tools changed them: a truth that owes nothing
 * to reading tool calls. Its rows list everything so far, so what stood in the last one before the segment is taken off.
 */
export function trackedFacts(session: BenchSession, segment: Segment): Fact[] {
  const upTo = (line: number) =>
    session.events.findLast((event) => event.type === 'tracked' && event.line < line);
  const before = upTo(segment.from);
  const last = upTo(segment.to);
  if (last?.type !== 'tracked') return [];
  const old = new Set(before?.type === 'tracked' ? before.paths : []);
  const paths = last.paths
    .filter((path) => !old.has(path))
    .map((path) => shortPath(session.cwd, path));
  const ambiguous = ambiguousPaths(paths);
  return paths.map((path) => ({
    id: `file.tracked ${path}`,
    kind: 'file.tracked',
    value: path,
    match: { by: 'path', path, ambiguous: ambiguous.has(path) },
    state: 'true_at_boundary',
    source: 'host-record',
    line: last.line,
    segment: segment.number,
  }));
}
