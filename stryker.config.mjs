/** What `scripts/mutation.mjs` adds to: the files to change, and where the results of before are. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  incremental: true,
  reporters: ['clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  allowEmpty: true,
  tempDirName: '.stryker-tmp',
  ignorePatterns: ['dist', 'reports', 'bench/results', 'bench/survival/results', '.git', 'docs'],
  ignoreStatic: true,
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 10,
  // TypeScript 7 has no library that could rewrite one, and nothing here needs it.
  tsconfigFile: 'none.json',
  warnings: false,
};
