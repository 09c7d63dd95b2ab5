/** What the output of a test run tells. */
export interface TestRun {
  /** Names of failing tests, as the runner writes them, each with what it says about it. */
  failing: { name: string; line?: string }[];
  /** Names that the runner shows as passing. */
  passing: string[];
  /** `green` and `red` only where the output says so. */
  verdict: 'green' | 'red' | 'unknown';
}

const timing = /\s*(?:\(\d[\d.,]*\s?m?s\)|\[\s*\d[\d.,]*\s?m?s\]|\d[\d.,]*\s?m?s)\s*$/;

/** One line, one meaning. The first group is the name, the second what is said about it. */
const failures: readonly RegExp[] = [
  // pytest, unittest
  /^(?:FAILED|ERROR) (\S+::.+?|\S+\.py)(?: - (.*))?$/,
  /^(\S+\.py::\S+(?: \S+)*?) (?:FAILED|ERROR)\b/,
  /^(?:FAIL|ERROR): (\w+ \([\w.]+\))$/,
  // go
  /^\s*--- FAIL: (\S+)(?: \(\d[\d.]*s\))?$/,
  /^FAIL\s+(\S*\w\S* \[(?:build|setup) failed\])$/,
  // cargo
  /^test (\S+(?: - .+?)?) \.\.\. FAILED$/,
  /^\s+FAIL \[\s*[\d.]+s\] (\S+ \S+)$/,
  // vitest, jest: the one with the full name
  /^\s*FAIL\s+(?:\|?[\w-]+\|?\s+)?(\S+\.\w+(?:\s+\[[^\]]+\])?\s>\s.+)$/,
  /^\s{2,4}\u25cf (?!Console|Cannot|Test suite failed|Validation)(.+)$/,
  // node:test, TAP, spec reporters
  /^\s*not ok \d+ -? ?(?!.*# (?:TODO|SKIP))(.+)$/,
  /^\s*(?:\u2716|\u2717|\u2718|\u00d7|\u2715) (?!failing tests)(.+)$/,
  // mocha
  /^\s{2}\d+\) (\S.+)$/,
  // maven, gradle, dotnet, rspec, phpunit
  /^\[ERROR\]\s+([\w.$]+(?:\.|:)\w+(?::\d+)?)(?:\s(?:»|Expected|expected|--)?\s?(.*))?$/,
  /^([\w.$]+ > .+?) FAILED$/,
  /^\s*(?:Failed|failed) ([\w.]+(?:\(.*\))?) \[[\d<][^\]]*\]$/,
  /^rspec (\.?\S+:\d+) # (.+)$/,
  /^\d+\) ([\w\\]+::\w+)/,
];

const passes: readonly RegExp[] = [
  /^\s*--- PASS: (\S+)/,
  /^test (\S+) \.\.\. ok$/,
  /^(\S+\.py::\S+) PASSED\b/,
  /^\s*(?:\u2713|\u2714|\u221a) (.+)$/,
  /^\s*ok \d+ -? ?(?!.*# SKIP)(.+)$/,
];

const red =
  /(?:^|\n)\s*(?:FAIL\b|FAILED \(|={2,}.*\b[1-9]\d* (?:failed|error)|test result: FAILED|# fail [1-9]|\u2139 fail [1-9]|\s*[1-9]\d* failing\b|Tests:.*\b[1-9]\d* failed|\s*Tests?\s+[1-9]\d* failed|Test Files\s+[1-9]\d* failed|BUILD FAIL|FAILURES!|Failed!|not ok \d)|\b[1-9]\d* (?:failed|failures?|errors?)\b(?:, \d+ passed|, \d+ error| in \d)|Failures: [1-9]|Errors: [1-9]|[1-9]\d* examples?, [1-9]\d* failures?/;
const green =
  /(?:^|\n)\s*(?:ok\s+\S+\s+(?:[\d.]+s|\(cached\))|PASS\b|={2,}.*\b\d+ passed|test result: ok|# fail 0|\u2139 fail 0|\d+ passing\b|Tests:\s+(?:\d+ \w+, )*\d+ passed|\s*Tests?\s+\d+ passed|BUILD SUCCESS|Passed!|OK(?: \(|$|\n))|\b\d+ passed\b|[Aa]ll tests passed|[Aa]ll \d+ tests? passed|0 failures/;

/** In an output without one of these no line is a failure, or a pass, by the patterns above. */
const mayFail =
  /FAIL|ERROR|[Ff]ailed |not ok|\u25cf|[\u2716\u2717\u2718\u00d7\u2715] |(?:^|\n) {2}\d+\) |rspec |(?:^|\n)\d+\) [\w\\]+::|\[(?:build|setup) failed/;
const mayPass = /--- PASS|\.\.\. ok|PASSED|[\u2713\u2714\u221a] |(?:^|\n)\s*ok \d/;

/** Reads the output of a run, `exitBad` where the call is known to have failed. */
export function readTestOutput(text: string, exitBad: boolean): TestRun {
  const failing = new Map<string, string | undefined>();
  const passing: string[] = [];
  const plain = text.includes('\u001b') ? text.replace(/\u001b\[[0-9;]*[A-Za-z]/g, '') : text;
  const fails = mayFail.test(plain);
  const lines = fails || mayPass.test(plain) ? plain.split('\n') : [];
  for (const line of lines) {
    if (line.length > 600) continue;
    const failed = fails ? match(failures, line) : undefined;
    if (failed) {
      if (failing.size < 60 && !failing.has(failed[0])) failing.set(failed[0], failed[1]);
      continue;
    }
    const passed = passing.length < 400 ? match(passes, line) : undefined;
    if (passed) passing.push(passed[0]);
  }
  const isRed = exitBad || failing.size > 0 || red.test(plain);
  return {
    failing: [...failing].map(([name, line]) => (line === undefined ? { name } : { name, line })),
    passing,
    verdict: isRed ? 'red' : green.test(plain) ? 'green' : 'unknown',
  };
}

function match(
  patterns: readonly RegExp[],
  line: string,
): [string, string | undefined] | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(line);
    if (found)
      return [(found[1] as string).replace(timing, '').trim(), found[2]?.trim() || undefined];
  }
  return undefined;
}
