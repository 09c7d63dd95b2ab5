import { defineConfig } from 'vitest/config';
import { CountReporter } from './test/count-reporter.ts';

/** `quick` needs no client; `real-client` drives the pinned programs, one file at a time. */
export default defineConfig({
  test: {
    reporters: ['default', new CountReporter()],
    projects: [
      {
        test: {
          name: 'quick',
          include: ['test/**/*.test.ts'],
          exclude: ['test/real-client/**'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'real-client',
          include: ['test/real-client/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
