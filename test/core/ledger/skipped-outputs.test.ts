import { describe, expect, it } from 'vitest';
import { sh } from '../snapshot/build.ts';
import { asked } from './kit.ts';

/** Outputs as the runners print them where no test ran, though each ends with exit code 0. */
const none: [string, string][] = [
  ['npx mocha', '\n\n  0 passing (3ms)\n  12 pending\n'],
  ['npm test', '  12 pending\n'],
  ['npm test', 'TAP version 13\nok 1 - a # SKIP\nok 2 - b # SKIP not now\n1..2\n'],
  ['npm test', '1..0 # SKIP all\n'],
  ['node --test', 'TAP version 13\nok 1 - a # SKIP\n1..1\n# tests 1\n# pass 0\n# skipped 1\n'],
  ['npx tap', '  # SKIP\n1..0\n'],
  [
    'prove',
    't/a.t .. skipped: no reason\nAll tests successful.\nFiles=1, Tests=0,  0 wallclock secs\nResult: NOTESTS\n',
  ],
  [
    'prove',
    't/a.t .. ok\nAll tests successful.\nFiles=1, Tests=0,  0 wallclock secs\nResult: NOTESTS\n',
  ],
  ['bats test', '1..2\nok 1 a # skip\nok 2 b # skip\n'],
  ['pytest', 'collected 0 items\n\n=== no tests ran in 0.01s ==='],
  ['pytest', 'collected 3 items\n\na.py sss [100%]\n=== 3 skipped in 0.01s ==='],
  ['pytest', '=== 5 deselected in 0.01s ==='],
  ['pytest', '=== 3 xfailed in 0.01s ==='],
  [
    'cargo test',
    'running 3 tests\ntest a ... ignored\ntest result: ok. 0 passed; 0 failed; 3 ignored; 0 measured; 0 filtered out',
  ],
  ['cargo nextest run', 'Summary [0.0s] 0 tests run: 0 passed, 3 skipped'],
  ['go test ./...', '?   \ta\t[no test files]\n?   \tb\t[no test files]\n'],
  ['go test ./...', 'ok  \ta\t0.01s [no tests to run]\n?   \tb\t[no test files]\n'],
  [
    'go test -v ./...',
    '=== RUN   TestA\n    a_test.go:3: skip\n--- SKIP: TestA (0.00s)\nPASS\nok  \ta\t0.01s\n',
  ],
  ['npx vitest run', ' Test Files  1 skipped (1)\n      Tests  3 skipped | 2 todo (5)\n'],
  ['npx vitest run', 'No test files found, exiting with code 0'],
  [
    'npx jest',
    'Test Suites: 1 skipped, 0 of 1 total\nTests:       3 skipped, 3 total\nSnapshots:   0 total',
  ],
  ['npx jest', 'Tests:       3 todo, 3 total'],
  ['npx ava', '  3 tests skipped\n'],
  ['npx ava', '  2 tests todo\n'],
  ['npx playwright test', '  4 skipped\n'],
  ['npx cypress run', 'Tests: 3\nPassing: 0\nFailing: 0\nPending: 3\n'],
  [
    'dotnet test',
    'Passed!  - Failed:     0, Passed:     0, Skipped:     3, Total:     3, Duration: 5 ms',
  ],
  ['dotnet test', 'Skipped!  - Failed:     0, Passed:     0, Skipped:     3, Total:     3'],
  ['phpunit', 'OK, but incomplete, skipped, or risky tests!\nTests: 3, Assertions: 0, Skipped: 3.'],
  ['phpunit', 'No tests executed!'],
  ['rspec', '0 examples, 0 failures'],
  ['bundle exec rake test', '0 runs, 0 assertions, 0 failures, 0 errors, 0 skips'],
  ['bundle exec rake test', '3 runs, 0 assertions, 0 failures, 0 errors, 3 skips'],
  ['ctest', 'No tests were found!!!'],
  ['ctest', '100% tests passed, 0 tests failed out of 0'],
  ['mix test', '3 tests, 0 failures, 3 skipped'],
  ['mix test', 'There are no tests to run'],
  ['gradle test', '> Task :test SKIPPED\nBUILD SUCCESSFUL'],
  ['sbt test', '[info] No tests were executed.\n[success]'],
  ['sbt test', '[info] Tests: succeeded 0, failed 0, canceled 0, ignored 3, pending 0'],
  ['swift test', 'Executed 3 tests, with 3 tests skipped and 0 failures'],
  ['flutter test', '00:01 +0 ~3: All tests skipped.'],
  ['deno test', 'ok | 0 passed | 0 failed | 3 ignored (2ms)'],
  ['bun test', ' 0 pass\n 3 skip\n 0 fail\nRan 3 tests across 1 file.'],
  ['bun test', ' 0 pass\n 0 fail\nRan 0 tests across 0 files.'],
  ['python -m unittest', 'Ran 0 tests in 0.000s\n\nOK'],
  ['python -m unittest', 'Ran 0 tests in 0.000s\n\nNO TESTS RAN'],
  ['nx test app', 'NX   No tests found'],
  ['turbo run test', ' Tasks:    0 successful, 0 total'],
  ['./test.sh', 'No tests found'],
  ['npm run verify', ' Test Files  1 skipped (1)\n      Tests  3 skipped (3)\n'],
  ['make check', 'no tests ran in 0.01s'],
];

/** Outputs of runs in which some test passed, or that say nothing about tests. */
const some: [string, string][] = [
  ['npx mocha', '\n\n  3 passing (3ms)\n  1 pending\n'],
  ['bun test', ' 3 pass\n 1 skip\n 0 fail\nRan 4 tests across 1 file.'],
  ['go test -v ./...', '--- SKIP: TestA (0.00s)\n--- PASS: TestB (0.00s)\nPASS\nok  \ta\t0.01s\n'],
  ['bats test', '1..2\nok 1 a # skip\nok 2 b\n'],
  ['npm test', 'TAP version 13\nok 1 - a\nok 2 - b # SKIP not now\n1..2\n'],
  ['dotnet test', 'Passed!  - Failed:     0, Passed:     3, Skipped:     1, Total:     4'],
  ['bundle exec rake test', '3 runs, 4 assertions, 0 failures, 0 errors, 1 skips'],
  ['mix test', '3 tests, 0 failures, 1 skipped'],
  ['phpunit', 'Tests: 3, Assertions: 4, Skipped: 1.'],
  ['phpunit', 'OK (3 tests, 3 assertions)'],
  ['deno test', 'ok | 3 passed | 0 failed | 1 ignored (2ms)'],
  ['pytest', 'collected 4 items\n\na.py ..s. [100%]\n=== 3 passed, 1 skipped in 0.01s ==='],
  ['ctest', '100% tests passed, 0 tests failed out of 4'],
  ['gradle test', '> Task :test\nBUILD SUCCESSFUL in 3s'],
  [
    'gradle test',
    '> Task :a:test NO-SOURCE\n> Task :b:test\nBUILD SUCCESSFUL in 3s\n5 tests completed',
  ],
  ['make test', './run\nall good'],
  ['npm test', ''],
  ['cargo nextest run', 'Summary [0.0s] 4 tests run: 4 passed, 3 skipped'],
  ['npx cypress run', 'Tests: 3\nPassing: 2\nFailing: 0\nPending: 1\n'],
  ['sbt test', '[info] Tests: succeeded 3, failed 0, canceled 0, ignored 1, pending 0'],
  [
    'prove',
    't/a.t .. ok\nAll tests successful.\nFiles=1, Tests=4,  0 wallclock secs\nResult: PASS\n',
  ],
  ['gradle test', '> Task :test UP-TO-DATE\nBUILD SUCCESSFUL'],
  ['make build', "make: 'build' is up to date."],
  ['npm run lint', '\n> a@1.0.0 lint\n> eslint .\n'],
];

const holds = async (command: string, text: string) =>
  (await asked({ ran: command }, [sh(command, text)])).holds;

describe('a run that ended well', () => {
  it.each(none)('in which no test ran proves nothing: %s, %s', async (command, text) => {
    expect(await holds(command, text)).toBe(false);
  });

  it.each(some)(
    'in which a test ran, or of which nothing tells, counts: %s, %s',
    async (command, text) => {
      expect(await holds(command, text)).toBe(true);
    },
  );
});
