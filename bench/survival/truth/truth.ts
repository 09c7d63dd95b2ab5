import type { BenchSession, Boundary } from '../cases/session.ts';
import { commandFacts, commandTruth, testFacts, testTruth } from './commands.ts';
import { commitFacts, commitTruth } from './commits.ts';
import type { Fact } from './fact.ts';
import type { FileTruth } from './files.ts';
import { fileFacts, fileTruth } from './files.ts';
import { planFacts } from './plans.ts';
import { promptFacts } from './prompts.ts';
import type { Segment } from './segment.ts';
import { segmentsOf } from './segment.ts';
import { todoFacts, todoTruth } from './todos.ts';

/** One boundary with what was true before it. */
export interface Case {
  session: BenchSession;
  boundary: Boundary;
  /** Number of the boundary in its session, from 1. */
  number: number;
  segment: Segment;
  /** What comes behind it, up to the next boundary. */
  after: Segment;
  /** Facts of the segment that ends here. */
  facts: Fact[];
  files: ReadonlyMap<string, FileTruth>;
}

export function casesOf(session: BenchSession): Case[] {
  const segments = segmentsOf(session);
  return segments.slice(0, -1).map((segment, index) => {
    const files = fileTruth(session.cwd, segment.done);
    return {
      session,
      boundary: segment.end!,
      number: index + 1,
      segment,
      after: segments[index + 1]!,
      facts: segmentFacts(segment, files),
      files,
    };
  });
}

function segmentFacts(segment: Segment, files: ReadonlyMap<string, FileTruth>): Fact[] {
  const { done, events, number, session } = segment;
  const commits = commitTruth(done);
  return [
    ...fileFacts(files, number, commits.at(-1)?.line),
    ...commitFacts(commits, number),
    ...commandFacts(commandTruth(done).values(), number),
    ...testFacts(testTruth(done), number),
    ...planFacts(session.cwd, done, number),
    ...todoFacts(todoTruth(done), number),
    ...promptFacts(events, number),
  ];
}
