import { describe, expect, it } from 'vitest';
import { sh } from '../snapshot/build.ts';
import { asked } from './kit.ts';

const holds = (command: string, text: string, more: object = {}) =>
  asked({ ran: command, ...more }, [sh(command, text)]).then((verdict) => verdict.holds);

describe('the output of a test run', () => {
  it.each([
    ['go test ./...', 'ok  \tpkg/a\t0.02s\n?   \tpkg/b\t[no test files]'],
    [
      'cargo test',
      'test result: ok. 12 passed; 0 failed; 1 ignored; 0 filtered out\nrunning 0 tests\ntest result: ok. 0 passed; 0 failed',
    ],
    ['npx vitest run', ' Tests  3 passed | 2 skipped (5)'],
    ['pytest', '===== 8 passed, 1 skipped in 0.10s ====='],
    ['npx jest', 'Tests:       2 skipped, 5 passed, 7 total\nRan all test suites.'],
    ['node --test', '\u2139 tests 4\n\u2139 pass 4\n\u2139 fail 0\n\u2139 skipped 0'],
    ['mvn test', 'Tests run: 5, Failures: 0, Errors: 0, Skipped: 0\nBUILD SUCCESS'],
  ])('counts where tests passed: %s', async (command, text) => {
    expect(await holds(command, text)).toBe(true);
  });

  it.each([
    ['go test ./...', 'ok  \tpkg/a\t0.02s [no tests to run]'],
    ['cargo test', 'running 0 tests\ntest result: ok. 0 passed; 0 failed; 0 ignored'],
    ['pytest', '===== 4 skipped in 0.10s ====='],
    ['pytest', 'collected 0 items'],
    ['npx vitest run', ' Test Files  2 skipped (2)\n      Tests  9 skipped (9)'],
    ['npx jest', 'No tests found, exiting with code 0'],
    ['npx jest', 'Tests:       7 skipped, 7 total'],
    ['node --test', '\u2139 tests 4\n\u2139 pass 0\n\u2139 fail 0\n\u2139 skipped 4'],
  ])('counts for nothing where none did: %s, %s', async (command, text) => {
    expect(await holds(command, text)).toBe(false);
  });

  it.each([
    ['cargo test', 'test result: ok. 1 passed; 0 failed; 30 filtered out'],
    ['pytest', '1 passed, 30 deselected in 0.1s'],
    ['npx jest', 'Tests: 1 passed, 1 total\nRan all test suites matching /price/i.'],
  ])('counts for less where tests were left out: %s', async (command, text) => {
    expect(await holds(command, text)).toBe(false);
    expect(await holds(command, text, { filtered: true })).toBe(true);
  });
});
