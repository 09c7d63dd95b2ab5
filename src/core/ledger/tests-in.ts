import { readTestOutput } from '../snapshot/test-output.ts';
import type { CallEntry } from './entry.ts';
import { countTests } from './tests-counted.ts';

const noTests =
  /\bno tests? (?:found|to run|ran|were|files?|executed|is available)\b|\btests are skipped\b|\bno test files\b|\bcollected 0 items\b|\b0 passing\b|\bran 0 tests\b|# pass 0\b|\u2139 pass 0\b|\bAll tests? skipped\b|\b0 (?:tests? )?passed\b|\brunning 0 tests\b|\b0 examples\b|\bTests run: 0\b|\bExecuted 0 tests\b|\bResult: NOTESTS\b|\b0 successful, 0 total\b|\bTests? (?:Files {1,4})?no tests\b|\bTests:? {1,9}0 total\b|\bnpm (?:ERR!|error) Test failed\b|: (?:command )?not found$/im;
/** A summary of some runners of their own, whatever their exit code says. */
const someFailed = /\b\d{1,9} passed, [1-9]\d{0,8} failed\b/;
const nothingMade = /\bNothing to be done for\b|\bis up to date\b/i;
const noSource = /:\w+ NO-SOURCE\b/gi;
const somePassed =
  /\b[1-9]\d* (?:tests? )?(?:passed|passing)\b|# pass [1-9]|\u2139 pass [1-9]|(?:^|\n)ok[ \t]{1,9}\S+[ \t]{1,9}(?:[\d.]+s|\(cached\))(?!.*no tests to run)/;
const goSkipped = /(?:^|\n)\s{0,40}--- SKIP: /;
const goPassed = /(?:^|\n)\s{0,40}--- PASS: /;
/** Tasks of Gradle that ran, or that need not run again. */
const gradleRan = /(?:^|\n)> Task \S{0,200}:\w{0,60}[Tt]est(?: UP-TO-DATE| FROM-CACHE)?(?=\n|$)/;
const gradleSkipped = /(?:^|\n)> Task \S{0,200}:\w{0,60}[Tt]est SKIPPED(?=\n|$)/;
const filtered = /\b[1-9]\d* (?:filtered out|deselected)\b/i;
const matching = /\bRan (?:all )?test(?: suites?)?.{0,40} matching\b/i;
const allSkipped =
  /\bTests:?[ \t]{1,9}(?:\d{1,9} (?:skipped|todo)[ ,|]{1,4}){1,2}(?:\d{1,9} total|\(\d{1,9}\))/i;

/** What the output of a test runner shows; `failed`: how its call ended. */
export function testsIn(text: string, failed: boolean): NonNullable<CallEntry['tests']> {
  const { verdict } = readTestOutput(text, failed);
  const plain = withoutColours(text);
  const tests: NonNullable<CallEntry['tests']> = {
    verdict: someFailed.test(plain) ? 'red' : verdict,
  };
  if (ranNone(plain, nothingMade.test(plain))) tests.none = true;
  if (filtered.test(plain) || matching.test(plain) || mostWereSkipped(plain)) tests.filtered = true;
  return tests;
}

/** A script of the project: it may run tests under any name. */
const script =
  /(?:^|[\s;&|])(?:(?:npm|pnpm|yarn|bun|npx|make|just|task|nx|turbo)\s|\.{1,2}\/\S|(?:ba|z|da)?sh\s+\S{1,200}\.\w)/;

/** True where a command that is no known runner shows that tests were to run, and that none did. */
export function showsNoTests(command: string, text: string): boolean {
  return script.test(command.slice(0, longestCommand)) && ranNone(withoutColours(text), false);
}

const longestCommand = 1_500;

function withoutColours(text: string): string {
  return text.replace(/\u001b\[[0-9;]*[A-Za-z]/g, '');
}

function ranNone(plain: string, isIdle: boolean): boolean {
  const { counted, ran } = countTests(plain);
  const isPassing =
    ran > 0 ||
    gradleRan.test(plain) ||
    (somePassed.test(plain) && (!goSkipped.test(plain) || goPassed.test(plain)));
  if (isPassing) return false;
  return (
    isIdle ||
    counted ||
    goSkipped.test(plain) ||
    gradleSkipped.test(plain) ||
    onlySkipped(plain) ||
    noTests.test(plain) ||
    (plain.match(noSource) ?? []).some((task) => /test/i.test(task)) ||
    allSkipped.test(plain)
  );
}

function onlySkipped(text: string): boolean {
  return /\b[1-9]\d* (?:tests? )?skipped\b/i.test(text) && !somePassed.test(text);
}

/** More were passed over than ran: what ran says little of the whole. */
function mostWereSkipped(text: string): boolean {
  let passed = 0;
  let skipped = 0;
  for (const line of text.split('\n')) {
    // A line that counts files counts no tests.
    if (/\b(?:files?|suites?)\b/i.test(line)) continue;
    passed += Number(/\b(\d{1,9}) pass(?:ed|ing)\b/.exec(line)?.[1] ?? 0);
    skipped += Number(/\b(\d{1,9}) (?:skipped|ignored|pending)\b/.exec(line)?.[1] ?? 0);
  }
  return skipped > passed && passed > 0;
}
