import type { Done } from './calls.ts';
import { exitOf, wasRefused } from './calls.ts';
import { familiesOf, isChecking, isTesting } from './command-family.ts';
import type { Fact } from './fact.ts';
import { failingNames } from './failing-names.ts';
import { commandOf, toolRole } from './known-tools.ts';
import { phrase } from './matcher.ts';

export interface CommandTruth {
  family: string;
  /** Exit of the last run of a command line that held it. */
  exit: number;
  /** False when the line had several families, so that its exit is not surely this one's. */
  sure: boolean;
  line: number;
  runs: number;
}

/** The families of commands that ran, with their last exit. */
export function commandTruth(done: readonly Done[]): Map<string, CommandTruth> {
  const families = new Map<string, CommandTruth>();
  for (const one of done) {
    if (toolRole(one.call.tool) !== 'shell' || wasRefused(one)) continue;
    const found = familiesOf(commandOf(one.call.input) ?? '');
    for (const family of found) {
      const runs = (families.get(family)?.runs ?? 0) + 1;
      families.delete(family);
      families.set(family, {
        family,
        exit: exitOf(one),
        sure: found.length === 1,
        line: one.line,
        runs,
      });
    }
  }
  return families;
}

export function commandFacts(families: Iterable<CommandTruth>, segment: number): Fact[] {
  return [...families].map(({ family, line }) => ({
    id: `cmd.family ${family}`,
    kind: 'cmd.family',
    value: family,
    match: phrase(family),
    state: 'true_at_boundary',
    source: 'tool-result',
    line,
    segment,
  }));
}

const wellEnded = [
  'ok',
  'pass',
  'passed',
  'passes',
  'passing',
  'success',
  'successful',
  'succeeded',
  'succeeds',
  'green',
  'clean',
  'exit 0',
  '0 failures',
  '0 issues',
  'no issues',
  'no errors',
];
const badlyEnded = [
  'fail',
  'fails',
  'failed',
  'failing',
  'failure',
  'failures',
  'error',
  'errors',
  'exit 1',
  'exit 2',
  'red',
  'broken',
];
/** Words between a command and how it ended. */
const resultWindow = 12;

/** How the last run of a building, testing or checking command ended: its family with a word for that near by. */
export function exitFacts(families: Iterable<CommandTruth>, segment: number): Fact[] {
  return [...families]
    .filter(({ family, sure }) => sure && isChecking(family))
    .map(({ family, exit, line }) => ({
      id: `cmd.exit ${family}`,
      kind: 'cmd.exit',
      value: `${family} (exit ${exit})`,
      match: {
        by: 'near',
        groups: [[family], exit === 0 ? wellEnded : badlyEnded],
        window: resultWindow,
      },
      state: 'true_at_boundary',
      source: 'tool-result',
      line,
      segment,
    }));
}

export interface TestTruth {
  name: string;
  state: Fact['state'];
  line: number;
}

/**
 * Tests that failed in the segment: still failing unless a later run of the same family succeeded, or failed without
 * naming it. Where that later run's output was cut by the command itself (`| tail`), nothing is known of the test.
 */
export function testTruth(done: readonly Done[]): TestTruth[] {
  const tests = new Map<string, TestTruth & { family: string }>();
  for (const one of done) {
    if (toolRole(one.call.tool) !== 'shell' || wasRefused(one)) continue;
    const families = familiesOf(commandOf(one.call.input) ?? '').filter(isTesting);
    if (families.length === 0) continue;
    const failing = failingNames(one.result.text);
    const cut = /\|\s*(tail|head|grep|rg|sed|awk)\b/.test(commandOf(one.call.input) ?? '');
    for (const [name, test] of tests) {
      if (!families.includes(test.family) || failing.includes(name)) continue;
      if (cut && exitOf(one) === 0 && failing.length > 0) tests.delete(name);
      else test.state = 'stale';
    }
    for (const name of failing) {
      tests.set(name, { name, state: 'true_at_boundary', line: one.line, family: families[0]! });
    }
  }
  return [...tests.values()].map(({ name, state, line }) => ({ name, state, line }));
}

export function testFacts(tests: readonly TestTruth[], segment: number): Fact[] {
  return tests.map(({ name, state, line }) => ({
    id: `test.failing_now ${name}`,
    kind: 'test.failing_now',
    value: name,
    match: phrase(name),
    state,
    source: 'tool-result',
    line,
    segment,
  }));
}
