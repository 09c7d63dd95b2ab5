import { onShort, type ShortTextPattern } from '../bounded-match.ts';

/** What the output of a test run tells. */
export interface TestRun {
  /** Names of failing tests, as the runner writes them, each with what it says about it. */
  failing: { name: string; line?: string }[];
  /** Names that the runner shows as passing. */
  passing: string[];
  /** `green` and `red` only where the output says so. */
  verdict: 'green' | 'red' | 'unknown';
}

const timing = onShort(
  /\s*(?:\(\d[\d.,]*\s?m?s\)|\[\s*\d[\d.,]*\s?m?s\]|\d[\d.,]*\s?m?s)\s*$/,
  600,
);

/** A longer line is no line of a runner. */
const longestLine = 600;
/** So much of a line is looked at for how a run ended. */
const longestTold = 4_000;

/** One line, one meaning. The first group is the name, the second what is said about it. */
const failures: readonly Pick<ShortTextPattern, 'exec'>[] = [
  // pytest, unittest
  { exec: pytestFailure },
  onShort(/^(\S+\.py::\S+(?: \S+){0,20}?) (?:FAILED|ERROR)\b/, 600),
  /^(?:FAIL|ERROR): (\w+ \([\w.]+\))$/,
  // go
  /^\s*--- FAIL: (\S+)(?: \(\d[\d.]*s\))?$/,
  onShort(/^FAIL\s+(\S*\w\S* \[(?:build|setup) failed\])$/, 600),
  // cargo
  /^test (\S+(?: - .+?)?) \.\.\. FAILED$/,
  /^\s+FAIL \[\s*[\d.]+s\] (\S+ \S+)$/,
  // vitest, jest: the one with the full name
  /^\s*FAIL\s+(?:\|?[\w-]+\|?\s+)?(\S+\.\w+(?:\s+\[[^\]]+\])?\s>\s.+)$/,
  /^\s{2,4}\u25cf (?!Console|Cannot|Test suite failed|Validation)(.+)$/,
  // node:test, TAP, spec reporters
  onShort(/^\s*not ok \d+ -? ?(?!.*# (?:TODO|SKIP))(.+)$/, 600),
  /^\s*(?:\u2716|\u2717|\u2718|\u00d7|\u2715) (?!failing tests)(.+)$/,
  // mocha
  /^\s{2}\d+\) (\S.+)$/,
  // maven, gradle, dotnet, rspec, phpunit
  /^\[ERROR\]\s+([\w.$]+(?:\.|:)\w+(?::\d+)?)(?:\s(?:»|Expected|expected|--)?\s?(.*))?$/,
  /^([\w.$]+ > .+?) FAILED$/,
  onShort(/^\s*(?:Failed|failed) ([\w.]+(?:\(.*\))?) \[[\d<][^\]]*\]$/, 600),
  /^rspec (\.?\S+:\d+) # (.+)$/,
  /^\d+\) ([\w\\]+::\w+)/,
];

const passes: readonly Pick<ShortTextPattern, 'exec'>[] = [
  /^\s*--- PASS: (\S+)/,
  /^test (\S+) \.\.\. ok$/,
  onShort(/^(\S+\.py::\S+) PASSED\b/, 600),
  /^\s*(?:\u2713|\u2714|\u221a) (.+)$/,
  onShort(/^\s*ok \d+ -? ?(?!.*# SKIP)(.+)$/, 600),
];

/** `FAILED tests/a.py::test_b - what went wrong`. */
function pytestFailure(line: string): RegExpExecArray | null {
  if (!/^(?:FAILED|ERROR) /.test(line)) return null;
  const [name = '', ...said] = line.slice(line.indexOf(' ') + 1).split(' - ');
  return /^\S+::./.test(name) || /^\S+\.py$/.test(name)
    ? ([line, name, said.join(' - ')] as unknown as RegExpExecArray)
    : null;
}

/** How lines begin that say that a run failed, blanks before them left out. */
const redStart =
  /^(?:FAIL\b|FAILED \(|test result: FAILED|# fail [1-9]|\u2139 fail [1-9]|[1-9]\d* failing\b|Tests?\s+[1-9]\d* failed|Test Files\s+[1-9]\d* failed|BUILD FAIL|FAILURES!|Failed!|not ok \d)/;
const redCount =
  /\b[1-9]\d* (?:failed|failures?|errors?)\b(?:, \d+ passed|, \d+ error| in \d)|Failures: [1-9]|Errors: [1-9]|\b[1-9]\d* examples?, [1-9]\d* failures?/;
const greenStart =
  /^(?:ok\s+\S+\s+(?:[\d.]+s|\(cached\))|PASS\b|test result: ok|# fail 0|\u2139 fail 0|\d+ passing\b|BUILD SUCCESS|Passed!|OK(?: \(|$))/;
const greenCount = /\b\d+ passed\b|[Aa]ll tests passed|[Aa]ll \d+ tests? passed|0 failures/;

function isRedLine(line: string): boolean {
  if (redStart.test(line) || redCount.test(line)) return true;
  if (line.startsWith('==')) return /\b[1-9]\d* (?:failed|error)/.test(line);
  return line.startsWith('Tests:') && /\b[1-9]\d* failed/.test(line);
}

function isGreenLine(line: string): boolean {
  return greenStart.test(line) || greenCount.test(line);
}

/** In an output without one of these no line is a failure, or a pass, by the patterns above. */
const mayFail =
  /FAIL|ERROR|[Ff]ailed |not ok|\u25cf|[\u2716\u2717\u2718\u00d7\u2715] |(?:^|\n) {2}\d+\) |rspec |(?:^|\n)\d+\) [\w\\]+::|\[(?:build|setup) failed/;
const mayPass = /--- PASS|\.\.\. ok|PASSED|[\u2713\u2714\u221a] |^[ \t]*ok \d/m;
/** In an output without one of these no line tells how the run ended. */
const mayTell =
  /\d (?:failed|failure|error|passed|passing|failing|examples?)|fail|FAIL|Failed!|Failures: |Errors: |not ok|ok|PASS|SUCCESS|assed|OK/;

/** Reads the output of a run, `exitBad` where the call is known to have failed. */
export function readTestOutput(text: string, exitBad: boolean): TestRun {
  const failing = new Map<string, string | undefined>();
  const passing: string[] = [];
  const plain = text.includes('\u001b') ? text.replace(/\u001b\[[0-9;]*[A-Za-z]/g, '') : text;
  const fails = mayFail.test(plain);
  const lines = fails || mayPass.test(plain) ? plain.split('\n') : [];
  for (const line of lines) {
    if (line.length > longestLine) continue;
    const failed = fails ? match(failures, line) : undefined;
    if (failed) {
      if (failing.size < 60 && !failing.has(failed[0])) failing.set(failed[0], failed[1]);
      continue;
    }
    const passed = passing.length < 400 ? match(passes, line) : undefined;
    if (passed) passing.push(passed[0]);
  }
  const told = mayTell.test(plain)
    ? plain.split('\n').flatMap((line) => line.trim().slice(0, longestTold) || [])
    : [];
  const isRed = exitBad || failing.size > 0 || told.some(isRedLine);
  return {
    failing: [...failing].map(([name, line]) => (line === undefined ? { name } : { name, line })),
    passing,
    verdict: isRed ? 'red' : told.some(isGreenLine) ? 'green' : 'unknown',
  };
}

function match(
  patterns: readonly Pick<ShortTextPattern, 'exec'>[],
  line: string,
): [string, string | undefined] | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(line);
    if (found)
      return [timing.replace(found[1] as string, '').trim(), found[2]?.trim() || undefined];
  }
  return undefined;
}
