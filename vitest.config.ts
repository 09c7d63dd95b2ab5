import { defineConfig } from 'vitest/config';

/** `quick` needs no client; `real-client` drives the pinned programs and runs one file at a time. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'quick',
          include: ['test/**/*.test.ts'],
          exclude: ['test/real-client/**'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'real-client',
          include: ['test/real-client/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
