import { readTestOutput } from '../snapshot/test-output.ts';
import type { CallEntry } from './entry.ts';

const noTests =
  /\bno tests? (?:found|to run|ran|were|files?)\b|\bno test files\b|\bcollected 0 items\b|\b0 passing\b|\bran 0 tests\b|\bTests:?\s+(?:\d+ (?:skipped|todo)[ ,|]*)+(?:\d+ total|\(\d+\))|# pass 0\b|\u2139 pass 0\b|\bAll tests? skipped\b|\b0 passed\b|\brunning 0 tests\b/i;
const somePassed =
  /\b[1-9]\d* (?:tests? )?(?:passed|passing)\b|# pass [1-9]|\u2139 pass [1-9]|(?:^|\n)ok\s+\S+\s+(?:[\d.]+s|\(cached\))(?!.*no tests to run)/;
const filtered =
  /\b[1-9]\d* (?:filtered out|deselected)\b|\bRan (?:all )?test(?: suites?)?.{0,40} matching\b/i;

/** What the output of a test runner shows; `failed`: how its call ended. */
export function testsIn(text: string, failed: boolean): NonNullable<CallEntry['tests']> {
  const { verdict } = readTestOutput(text, failed);
  const plain = text.replace(/\u001b\[[0-9;]*[A-Za-z]/g, '');
  const tests: NonNullable<CallEntry['tests']> = { verdict };
  if (onlySkipped(plain) || (noTests.test(plain) && !somePassed.test(plain))) tests.none = true;
  if (filtered.test(plain)) tests.filtered = true;
  return tests;
}

function onlySkipped(text: string): boolean {
  return /\b[1-9]\d* skipped\b/i.test(text) && !somePassed.test(text);
}
