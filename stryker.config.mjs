/** What `scripts/mutation.mjs` adds to: the files to change, and where the results of before are. */
export default {
  testRunner: 'in-process',
  plugins: ['./scripts/mutation/runner.mjs'],
  // What its loading anew leaves in memory goes with the process.
  maxTestRunnerReuse: 400,
  coverageAnalysis: 'perTest',
  concurrency: 1,
  incremental: true,
  reporters: ['clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  allowEmpty: true,
  tempDirName: '.stryker-tmp',
  ignorePatterns: ['dist', 'reports', 'bench/results', 'bench/survival/results', '.git', 'docs'],
  ignoreStatic: false,
  timeoutMS: 10_000,
  dryRunTimeoutMinutes: 10,
  // TypeScript 7 has no library that could rewrite one, and nothing here needs it.
  tsconfigFile: 'none.json',
  warnings: false,
};
