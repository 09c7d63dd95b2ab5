import { defineConfig } from 'vitest/config';
import { CountReporter } from './test/count-reporter.ts';
import { ProofReporter } from './test/proof-reporter.ts';

const setupFiles = ['test/setup.ts'];

/**
 * `quick` needs no client and no test of it takes seconds; `long` needs none either; `real-client` drives the pinned programs,
 * one file at a time. What fails with a real client is run once more, since such a run hangs on processes, ports and a machine's
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
          name: 'real-client',
          setupFiles,
          include: ['test/real-client/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 600_000,
          fileParallelism: false,
          retry: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
