import type { BenchSession } from '../cases/session.ts';
import type { Fact } from './fact.ts';
import { phrase } from './matcher.ts';
import type { Segment } from './segment.ts';

/** The branch at the boundary, as the host's rows tell it; the main branches say nothing and are left out. */
export function branchFacts(session: BenchSession, segment: Segment): Fact[] {
  const last = session.branches.findLast((entry) => entry.line < segment.to);
  if (!last || /^(HEAD|main|master)$/.test(last.branch)) return [];
  return [
    {
      id: `git.branch ${last.branch}`,
      kind: 'git.branch',
      value: last.branch,
      match: phrase(last.branch),
      state: 'true_at_boundary',
      source: 'host-record',
      line: Math.max(last.line, segment.from),
      segment: segment.number,
    },
  ];
}
