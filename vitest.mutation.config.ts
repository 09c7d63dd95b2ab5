import { defineConfig } from 'vitest/config';

/** The tests that mutants of a folder are tried on, by `scripts/mutation.mjs`: the sources themselves, no built program. */
export default defineConfig({
  test: {
    setupFiles: ['test/setup.ts'],
    include: (process.env.MUTATION_TESTS ?? 'test/core/**/*.test.ts').split(','),
    exclude: ['test/real-client/**', 'test/**/*.long.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    isolate: false,
    maxWorkers: 1,
  },
});
