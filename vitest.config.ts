import { defineConfig } from 'vitest/config';
import { CountReporter } from './test/count-reporter.ts';
import { ProofReporter } from './test/proof-reporter.ts';

const setupFiles = ['test/setup.ts'];

const withClients = {
  testTimeout: 180_000,
  hookTimeout: 600_000,
  retry: 1,
};

/** Suites of the real Claude Code, which `npm test` runs; all others are `clients`. */
const claude = ['claude-code', 'compaction', 'languages', 'memory-at-use', 'rewind'].map(
  (name) => `test/real-client/${name}.test.ts`,
);

/** Suites that start many processes or work through large inputs, each for five seconds and more. They run with `long`. */
const slow = [
  'app/install/launcher',
  'built/failing',
  'cases/broken-state',
  'cases/handoff',
  'cases/lock-out',
  'cases/malformed',
  'cases/nested-runs',
  'cases/output-shape',
  'cases/parallel',
  'cases/reminders',
  'cases/roles',
  'cases/secret-outputs',
  'cases/size',
  'cases/stop',
  'cases/thrash',
  'cases/worktree',
  'core/guard/forms',
  'core/shell/daily',
  'core/snapshot/samples',
  'daemon/idle-connections',
  'entry/cli/client-version',
  'entry/cli/hostile-names',
  'entry/cli/persons',
  'entry/cli/records',
  'entry/cli/ticket-hardening',
  'entry/cli/workflow-shipped',
  'entry/cli/workflow',
  'entry/mcp-handshake',
  'hosts/commented-settings',
  'writes/full-disk',
  'writes/lock',
  'writes/planted',
].map((name) => `test/${name}.test.ts`);

/**
 * `quick` needs no client and no test of it takes seconds; `long` needs none either, and `fleet` starts PostgreSQL; `claude` and `clients` drive the pinned
 * programs, `page` a browser, and `versions` the oldest ones too, which is one file at a time with Claude Code and two with the others;
 * `windows` runs the built program with Windows' own Node under Wine. What fails with a real client is run once more, since
 * such a run hangs on processes, ports and a machine's load; the last line says how many tests needed that.
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
          exclude: [
            'test/real-client/**',
            'test/versions/**',
            'test/page/**',
            'test/windows/**',
            'test/fleet/**',
            'test/**/*.long.test.ts',
            ...slow,
          ],
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
          include: ['test/**/*.long.test.ts', ...slow],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'fleet',
          setupFiles,
          include: ['test/fleet/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Each has a database server of its own.
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'claude',
          setupFiles,
          include: claude,
          ...withClients,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'clients',
          setupFiles,
          include: ['test/real-client/**/*.test.ts'],
          exclude: claude,
          ...withClients,
          // A client waits most of the time; two at once take little more than half as long.
          maxWorkers: 2,
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          name: 'page',
          setupFiles,
          include: ['test/page/**/*.test.ts'],
          ...withClients,
          // One browser at a time.
          fileParallelism: false,
          sequence: { groupOrder: 6 },
        },
      },
      {
        test: {
          name: 'versions',
          setupFiles,
          include: ['test/versions/**/*.test.ts'],
          ...withClients,
          sequence: { groupOrder: 5 },
        },
      },
      {
        test: {
          name: 'windows',
          globalSetup: ['test/windows/setup.ts'],
          setupFiles: ['test/windows/machine.ts'],
          include: ['test/windows/**/*.test.ts'],
          testTimeout: 150_000,
          hookTimeout: 150_000,
          retry: 1,
          maxWorkers: 2,
          sequence: { groupOrder: 7 },
        },
      },
    ],
  },
});
