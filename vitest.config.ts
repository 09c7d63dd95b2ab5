import { defineConfig } from 'vitest/config';
import { CountReporter } from './test/count-reporter.ts';
import { ProofReporter } from './test/proof-reporter.ts';

const setupFiles = ['test/setup.ts'];

const withClients = {
  testTimeout: 180_000,
  hookTimeout: 600_000,
  fileParallelism: false,
  retry: 1,
};

/** Suites of the real Claude Code, which `npm test` runs; all others are `clients`. */
const claude = ['claude-code', 'compaction', 'languages', 'rewind'].map(
  (name) => `test/real-client/${name}.test.ts`,
);

/**
 * `quick` needs no client and no test of it takes seconds; `long` needs none either; `claude` and `clients` drive the pinned
 * programs, one file at a time. What fails with a real client is run once more, since such a run hangs on processes, ports and a machine's
 * load; the last line says how many tests needed that.
 */
export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    reporters: ['default', new ProofReporter(), new CountReporter()],
    projects: [
      {
        test: {
          name: 'quick',
          setupFiles,
          include: ['test/**/*.test.ts'],
          exclude: ['test/real-client/**', 'test/**/*.long.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Files share a worker, which saves loading the program anew for each of them.
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'long',
          setupFiles,
          include: ['test/**/*.long.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'claude',
          setupFiles,
          include: claude,
          ...withClients,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'clients',
          setupFiles,
          include: ['test/real-client/**/*.test.ts'],
          exclude: claude,
          ...withClients,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
