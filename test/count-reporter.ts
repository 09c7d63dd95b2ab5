import { appendFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Ends every run with one plain line: how many tests passed, failed and were skipped. Those that passed at a second try are named
 * before it. The counts are added to the file that `HOLDFAST_TEST_COUNTS` names, for a sum over several runs, and the names of
 * those that failed to the one that `HOLDFAST_TEST_FAILED` names.
 */
export class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message?: string }[] = []): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    const retried: string[] = [];
    const failed: string[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed' || state === 'failed' || state === 'skipped') counts[state] += 1;
        if (state === 'failed') failed.push(`${module.relativeModuleId} > ${test.fullName}`);
        if (test.diagnostic()?.flaky) retried.push(`${module.relativeModuleId} > ${test.fullName}`);
      }
      counts.failed += module.errors().length;
      if (module.errors().length > 0) failed.push(module.relativeModuleId);
    }
    // An error outside of any test belongs to no file.
    counts.failed += errors.length;
    for (const { message } of errors) failed.push(`outside of a test > ${message?.split('\n')[0]}`);
    if (retried.length > 0)
      console.log(`\npassed at the second try only:\n  ${retried.join('\n  ')}`);
    const { passed, skipped } = counts;
    console.log(`\n${passed} passed, ${counts.failed} failed, ${skipped} skipped`);
    const sum = process.env.HOLDFAST_TEST_COUNTS;
    if (sum) appendFileSync(sum, `${passed} ${counts.failed} ${skipped}\n`);
    const names = process.env.HOLDFAST_TEST_FAILED;
    if (names) appendFileSync(names, failed.map((name) => `failed: ${name}\n`).join(''));
  }
}
