import { describe, expect, it } from 'vitest';
import { readTestOutput } from '../../../src/core/snapshot/test-output.ts';

const failing: [string, string][] = [
  ['FAILED tests/test_a.py::test_sum - assert 1 == 2', 'tests/test_a.py::test_sum'],
  ['ERROR tests/test_a.py', 'tests/test_a.py'],
  ['tests/test_a.py::test_sum FAILED', 'tests/test_a.py::test_sum'],
  ['FAIL: test_sum (a.TestSum)', 'test_sum (a.TestSum)'],
  ['    --- FAIL: TestSum/negative (0.00s)', 'TestSum/negative'],
  ['FAIL\texample.com/a [build failed]', 'example.com/a [build failed]'],
  ['FAIL\texample.com/a [setup failed]', 'example.com/a [setup failed]'],
  ['test sums::negative ... FAILED', 'sums::negative'],
  ['        FAIL [   0.005s] my-crate sums::negative', 'my-crate sums::negative'],
  [' FAIL  test/a.test.ts > sums > negative', 'test/a.test.ts > sums > negative'],
  ['  \u25cf sums \u203a negative', 'sums \u203a negative'],
  ['not ok 3 - negative', 'negative'],
  ['  \u2716 negative (1.2ms)', 'negative'],
  ['  \u00d7 negative', 'negative'],
  ['  1) sums negative:', 'sums negative:'],
  ['[ERROR]   SumsTest.negative:12 expected 1', 'SumsTest.negative:12'],
  ['SumsTest > negative() FAILED', 'SumsTest > negative()'],
  ['  Failed Sums.Negative [12 ms]', 'Sums.Negative'],
  ['rspec ./spec/sum_spec.rb:12 # Sum negative', './spec/sum_spec.rb:12'],
  ['1) App\\SumTest::testNegative', 'App\\SumTest::testNegative'],
];

const passing: [string, string][] = [
  ['    --- PASS: TestSum (0.00s)', 'TestSum'],
  ['test sums::negative ... ok', 'sums::negative'],
  ['tests/test_a.py::test_sum PASSED', 'tests/test_a.py::test_sum'],
  ['  \u2713 negative (2 ms)', 'negative'],
  ['ok 3 - negative', 'negative'],
];

describe('the output of a test run', () => {
  it.each(failing)('tells of a failure by one line alone: %s', (line, name) => {
    const run = readTestOutput(`running\n${line}\n`, false);
    expect(run.failing.map((one) => one.name)).toEqual([name]);
    expect(readTestOutput(`\u001b[31m${line}\u001b[0m`, false).failing).toEqual(run.failing);
  });

  it.each(passing)('tells of a pass by one line alone: %s', (line, name) => {
    expect(readTestOutput(`running\n${line}\n`, false)).toMatchObject({
      failing: [],
      passing: [name],
    });
  });
});
