import type { BenchEvent, BenchSession, Boundary } from '../cases/session.ts';
import { branchFacts } from './branch.ts';
import type { Done } from './calls.ts';
import { finished } from './calls.ts';
import type { CommandTruth, TestTruth } from './commands.ts';
import { commandFacts, commandTruth, exitFacts, testFacts, testTruth } from './commands.ts';
import type { CommitTruth } from './commits.ts';
import { commitFacts, commitTruth } from './commits.ts';
import type { Fact } from './fact.ts';
import type { FileTruth } from './files.ts';
import { fileFacts, fileTruth } from './files.ts';
import { labelFacts } from './labels.ts';
import { planFacts } from './plans.ts';
import { promptFacts } from './prompts.ts';
import type { Segment } from './segment.ts';
import { segmentsOf } from './segment.ts';
import type { TodoTruth } from './todos.ts';
import { todoFacts, todoTruth } from './todos.ts';
import { trackedFacts } from './tracked.ts';

/** What some rows show, without asking anything that the product made. */
export interface Truth {
  done: readonly Done[];
  files: ReadonlyMap<string, FileTruth>;
  commits: readonly CommitTruth[];
  commands: ReadonlyMap<string, CommandTruth>;
  tests: readonly TestTruth[];
  todos: readonly TodoTruth[];
  /** Everything as facts, true and stale ones. */
  facts: readonly Fact[];
}

/** One boundary with what was true before it. */
export interface Case {
  session: BenchSession;
  boundary: Boundary;
  /** Number of the boundary in its session, from 1. */
  number: number;
  segment: Segment;
  /** What comes behind it, up to the next boundary. */
  after: Segment;
  /** Facts of the segment that ends here: those of `own`, the branch and what a person labelled. */
  facts: readonly Fact[];
  /** Truth of the segment alone, and of everything from the first row to the boundary. */
  own: Truth;
  soFar: Truth;
}

export function casesOf(session: BenchSession): Case[] {
  const segments = segmentsOf(session);
  return segments.slice(0, -1).map((segment, index) => {
    const own = truthOf(session.cwd, segment.events, segment.number);
    const all = session.events.filter(
      (event) => event.line < segment.to && event.type !== 'boundary',
    );
    return {
      session,
      boundary: segment.end!,
      number: segment.number,
      segment,
      after: segments[index + 1]!,
      facts: [
        ...own.facts,
        ...branchFacts(session, segment),
        ...trackedFacts(session, segment),
        ...labelFacts(session, segment.from, segment.to, segment.number),
      ],
      own,
      soFar: segment.number === 1 ? own : truthOf(session.cwd, all, segment.number),
    };
  });
}

export function truthOf(cwd: string, events: readonly BenchEvent[], segment: number): Truth {
  const done = finished(events);
  const files = fileTruth(cwd, done);
  const commits = commitTruth(done);
  const commands = commandTruth(done);
  const tests = testTruth(done);
  const todos = todoTruth(done);
  const facts = [
    ...fileFacts(files, segment, commits),
    ...commitFacts(commits, segment),
    ...commandFacts(commands.values(), segment),
    ...exitFacts(commands.values(), segment),
    ...testFacts(tests, segment),
    ...planFacts(cwd, done, segment),
    ...todoFacts(todos, segment),
    ...promptFacts(events, segment),
  ];
  return { done, files, commits, commands, tests, todos, facts };
}
