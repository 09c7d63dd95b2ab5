// Runs the suites as CI does, all of them or those that are named (`tests`, `clients`, `windows`). A test that fails makes its file
// run once more when everything else has ended, one file at a time: what passes then failed for the load of the machine, and is
// named; what fails again fails the run. Tests of Windows are skipped, and said to be, where Wine cannot be had, hangs or takes too
// long.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** With more failed files than this, something is broken, and running them again only takes time. */
const filesToRunAgain = 12;

/** Tests of Windows begin within this time; a run that has not ended long after is ended. */
const windowsMs = 300_000;
const windowsEndSeconds = 540;
/** How the program `timeout` exits when it ended what it runs. */
const timedOut = [124, 137];

const folder = mkdtempSync(join(tmpdir(), 'holdfast-ci-'));

/**
 * Runs one command and reads what the count reporter wrote.
 * @returns {{ passed: number, failed: number, skipped: number, names: string[], ended: boolean, status: number | null }} `ended`: it exited with 0.
 */
function run(name, command, args, more = {}) {
  const counts = join(folder, `${name}.counts`);
  const names = join(folder, `${name}.failed`);
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...more, HOLDFAST_TEST_COUNTS: counts, HOLDFAST_TEST_FAILED: names },
  });
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const line of lines(counts)) {
    const [passed = 0, failed = 0, skipped = 0] = line.split(' ').map(Number);
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return { ...sum, names: lines(names), ended: status === 0, status };
}

function lines(path) {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

/**
 * Runs tests of Windows. What failed on a machine where programs no longer start counts as skipped.
 * @returns {{ passed: number, failed: number, skipped: number, names: string[], ended: boolean, why: string[] }} `why`: what was skipped.
 */
function runWindows(name, command, args) {
  const notes = join(folder, `${name}.notes`);
  const ran = run(
    name,
    'timeout',
    ['--kill-after=20', String(windowsEndSeconds), command, ...args],
    {
      HOLDFAST_WINDOWS_NOTES: notes,
      HOLDFAST_WINDOWS_UNTIL: String(Date.now() + windowsMs),
    },
  );
  const why = lines(notes);
  if (timedOut.includes(ran.status) && ran.failed === 0) {
    return { ...ran, ended: true, why: [...why, 'late The run did not end and was ended.'] };
  }
  if (!why.some((line) => line.startsWith('hung '))) return { ...ran, why };
  const hung = ran.names.map((line) => line.replace(/^failed:/, 'hung with Wine:'));
  const skipped = ran.skipped + ran.failed;
  return { ...ran, failed: 0, skipped, names: [], ended: true, why: [...why, ...hung] };
}

const suites = {
  tests: () => run('tests', 'npm', ['test']),
  clients: () => run('clients', 'npm', ['run', 'test:clients']),
  windows: () => runWindows('windows', 'npm', ['run', 'test:windows']),
};
const asked = process.argv.slice(2);
const runs = (asked.length > 0 ? asked : Object.keys(suites)).map((name) => suites[name]());
const total = (key) => runs.reduce((sum, each) => sum + each[key], 0);
const names = runs.flatMap((each) => each.names);
const files = [...new Set(names.map((line) => line.replace(/^failed: /, '').split(' > ')[0]))];
let passed = total('passed');
let failed = total('failed');
let skipped = total('skipped');
const why = runs.flatMap((each) => each.why ?? []);
// A run that failed without a failed test, or by an error outside of one, names nothing that could be run again.
let broken =
  runs.some((each) => !each.ended && each.names.length === 0) ||
  files.includes('outside of a test');

if (!broken && files.length > 0 && files.length <= filesToRunAgain) {
  console.log(`\nrun again, one at a time:\n  ${files.join('\n  ')}`);
  const again = files.map((file, index) => {
    const args = ['vitest', 'run', '--no-file-parallelism', file];
    return file.startsWith('test/windows/')
      ? runWindows(`again-${index}`, 'npx', args)
      : run(`again-${index}`, 'npx', args, { HOLDFAST_TEST_AGAIN: '1' });
  });
  for (const line of names) console.log(line.replace(/^failed:/, 'failed at first:'));
  const failedAgain = again.reduce((sum, each) => sum + each.failed, 0);
  for (const line of again.flatMap((each) => each.names)) console.log(line);
  broken = again.some((each) => !each.ended);
  // What failed at first and could not run again has not passed.
  files.forEach((file, index) => {
    if (!again[index].why?.length || again[index].failed > 0) return;
    const first = names.filter((line) => line.startsWith(`failed: ${file}`)).length;
    failed -= first;
    skipped += first;
  });
  why.push(...again.flatMap((each) => each.why ?? []));
  passed += failed - failedAgain;
  failed = failedAgain;
} else {
  for (const line of names) console.log(line);
}

rmSync(folder, { recursive: true, force: true });
if (why.length > 0) {
  console.log(`\nNOT ALL TESTS OF WINDOWS RAN:\n  ${why.join('\n  ')}`);
}
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 || broken ? 1 : 0;
