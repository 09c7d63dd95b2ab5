// Changes the sources of a folder in small ways, one at a time, and says which changes no test notices:
//   npm run mutation [-- FOLDER … | --minutes N | --sample N | --all-tests | --list]
// Some files after the others, the ones that were never tried first; what was tried and has not changed is not tried again. It ends
// after N minutes (30), and the next run goes on. Results: reports/mutation/.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The tests of a folder that run its sources in their own process, and those that reach it through a whole hook: files, and folders
 * with all below them.
 */
const folders = {
  'core/trust': [['test/core/trust/'], ['test/cases/secrets.test.ts']],
  'core/guard': [
    ['test/core/guard/'],
    ['test/cases/guard.test.ts', 'test/cases/guard-rules.test.ts'],
  ],
  'core/recovery': [
    ['test/core/recovery/', 'test/core/rewind.test.ts'],
    [
      'test/cases/thrash.test.ts',
      'test/cases/resume.test.ts',
      'test/cases/recovery-flow.test.ts',
      'test/cases/unannounced.test.ts',
      'test/cases/lock-out.test.ts',
      'test/cases/delivery-proof.test.ts',
    ],
  ],
  'core/ledger': [['test/core/ledger/', 'test/app/evidence/'], ['test/cases/workflow-run.test.ts']],
  'app/hook': [['test/cases/'], []],
  'app/ticket': [['test/writes/', 'test/cases/ticket-rules.test.ts'], []],
  'app/worker': [
    [
      'test/core/worker-allow.test.ts',
      'test/core/worker-next-step.test.ts',
      'test/core/worker-permission.test.ts',
      'test/core/worker-prompt.test.ts',
      'test/core/worker-trouble.test.ts',
      'test/cases/mail.test.ts',
    ],
    [],
  ],
  journal: [['test/journal/', 'test/app/workflow/'], ['test/cases/mail.test.ts']],
  platform: [['test/platform/', 'test/writes/'], []],
};

/** So many files are tried in one run of the tool: what a run has not ended is lost, and each costs half a minute by itself. */
const together = 5;

const words = process.argv.slice(2);
const minutesAt = words.indexOf('--minutes');
const minutes = minutesAt < 0 ? 30 : Number(words[minutesAt + 1]);
const sampleAt = words.indexOf('--sample');
const sample = sampleAt < 0 ? 1 : Number(words[sampleAt + 1]);
const allTests = words.includes('--all-tests');
const named = words.filter((word) => word in folders);
const root = join(import.meta.dirname, '..');
const results = join(root, 'reports', 'mutation');
const end = Date.now() + minutes * 60_000;

mkdirSync(results, { recursive: true });
for (const folder of named.length > 0 ? named : Object.keys(folders)) {
  if (!words.includes('--list')) tryFolder(folder);
  report(folder);
}

function resultsOf(folder) {
  return join(results, `${folder.replaceAll('/', '-')}.json`);
}

function sourcesOf(folder) {
  const place = join(root, 'src', folder);
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/${folder}/${name}`)
    .sort();
}

function tried(folder) {
  const path = resultsOf(folder);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).files : {};
}

/**
 * Leaves out of the results what must be tried again although nothing of it changed: what was not in the sample, and what no test
 * noticed while a module was loaded, of which nobody knows by which tests it is reached.
 */
function forgetUnsure(folder) {
  const path = resultsOf(folder);
  if (!existsSync(path)) return;
  const report = JSON.parse(readFileSync(path, 'utf8'));
  for (const file of Object.values(report.files)) {
    file.mutants = file.mutants.filter(
      (one) => one.status !== 'RuntimeError' && !(one.static && one.status === 'Survived'),
    );
  }
  writeFileSync(path, JSON.stringify(report));
}

function tryFolder(folder) {
  forgetUnsure(folder);
  const known = tried(folder);
  const [own, more] = folders[folder];
  const files = sourcesOf(folder).sort((a, b) => Number(a in known) - Number(b in known));
  for (let at = 0; at < files.length; at += together) {
    const left = end - Date.now();
    if (left < 30_000) return;
    spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'),
        'run',
        '--mutate',
        files.slice(at, at + together).join(','),
        '--incrementalFile',
        resultsOf(folder),
      ],
      {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        timeout: left,
        env: {
          ...process.env,
          MUTATION_TESTS: [...own, ...(allTests ? more : [])].join(','),
          HOLDFAST_TEST_PROGRAM: 'source',
          MUTATION_SAMPLE: String(sample),
        },
      },
    );
  }
}

function report(folder) {
  const files = tried(folder);
  const all = { Killed: 0, Timeout: 0, Survived: 0, NoCoverage: 0 };
  for (const [path, { mutants, source }] of Object.entries(files)) {
    if (!existsSync(join(root, path))) continue;
    const lines = source.split('\n');
    for (const { status, location, replacement, mutatorName } of mutants) {
      if (status in all) all[status] += 1;
      if (status !== 'Survived' && status !== 'NoCoverage') continue;
      const { line, column } = location.start;
      const was = lines[line - 1].trim();
      console.log(`${status === 'Survived' ? ' ' : '?'} ${path}:${line}:${column} ${mutatorName}`);
      console.log(
        `    ${was.slice(0, 140)}\n    => ${(replacement ?? '').split('\n')[0].slice(0, 120)}`,
      );
    }
  }
  const whole = all.Killed + all.Timeout + all.Survived + all.NoCoverage;
  const count = `${Object.keys(files).length} of ${sourcesOf(folder).length} files`;
  if (whole === 0) console.log(`${folder}: not tried`);
  else {
    const killed = all.Killed + all.Timeout;
    const covered = killed + all.Survived;
    console.log(
      `${folder}: ${count}; ${whole} changes, ${killed} noticed (${((100 * killed) / whole).toFixed(1)} %), ${all.Survived} not, ${all.NoCoverage} in lines that no test reaches; of those reached ${((100 * killed) / covered).toFixed(1)} %`,
    );
  }
}
