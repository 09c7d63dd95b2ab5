import type { BenchSession } from '../cases/session.ts';
import { finished } from '../truth/calls.ts';
import { planFacts } from '../truth/plans.ts';
import { treeHistory } from './file-history.ts';

/** The plan of a session as it stood at a line: the last plan file that was written; undefined when there is none. */
export function planTextAt(session: BenchSession, line: number): string | undefined {
  const done = finished(session.events.filter((event) => event.line < line));
  const plan = planFacts(session.cwd, done, 1).at(-1);
  if (plan?.match.by !== 'path') return undefined;
  const { path } = plan.match;
  const written = treeHistory(session).changes.findLast(
    (change) => change.type === 'write' && change.line < line && change.path === path,
  );
  return written?.type === 'write' ? written.content : undefined;
}
