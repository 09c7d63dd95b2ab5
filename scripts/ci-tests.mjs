// Runs the suites as CI does. A test that fails makes its file run once more when everything else has ended, one file at a time:
// what passes then failed for the load of the machine, and is named; what fails again fails the run.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** With more failed files than this, something is broken, and running them again only takes time. */
const filesToRunAgain = 12;

const folder = mkdtempSync(join(tmpdir(), 'holdfast-ci-'));

/**
 * Runs one command and reads what the count reporter wrote.
 * @returns {{ passed: number, failed: number, skipped: number, names: string[], ended: boolean }} `ended`: it exited with 0.
 */
function run(name, command, args, more = {}) {
  const counts = join(folder, `${name}.counts`);
  const names = join(folder, `${name}.failed`);
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...more, HOLDFAST_TEST_COUNTS: counts, HOLDFAST_TEST_FAILED: names },
  });
  const lines = (path) => {
    try {
      return readFileSync(path, 'utf8').split('\n').filter(Boolean);
    } catch {
      return [];
    }
  };
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const line of lines(counts)) {
    const [passed = 0, failed = 0, skipped = 0] = line.split(' ').map(Number);
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return { ...sum, names: lines(names), ended: status === 0 };
}

const runs = [run('tests', 'npm', ['test']), run('clients', 'npm', ['run', 'test:clients'])];
const total = (key) => runs.reduce((sum, each) => sum + each[key], 0);
const names = runs.flatMap((each) => each.names);
const files = [...new Set(names.map((line) => line.replace(/^failed: /, '').split(' > ')[0]))];
let passed = total('passed');
let failed = total('failed');
// A run that failed without a failed test, or by an error outside of one, names nothing that could be run again.
let broken =
  runs.some((each) => !each.ended && each.names.length === 0) ||
  files.includes('outside of a test');

if (!broken && files.length > 0 && files.length <= filesToRunAgain) {
  console.log(`\nrun again, one at a time:\n  ${files.join('\n  ')}`);
  const again = files.map((file, index) =>
    run(`again-${index}`, 'npx', ['vitest', 'run', '--no-file-parallelism', file], {
      HOLDFAST_TEST_AGAIN: '1',
    }),
  );
  for (const line of names) console.log(line.replace(/^failed:/, 'failed at first:'));
  const failedAgain = again.reduce((sum, each) => sum + each.failed, 0);
  for (const line of again.flatMap((each) => each.names)) console.log(line);
  broken = again.some((each) => !each.ended);
  passed += failed - failedAgain;
  failed = failedAgain;
} else {
  for (const line of names) console.log(line);
}

rmSync(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed, ${total('skipped')} skipped`);
process.exitCode = failed > 0 || broken ? 1 : 0;
