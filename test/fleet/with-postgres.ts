import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Postgres, postgresPrograms, startPostgres } from './postgres.ts';

/** Tests on a server of their own. Where PostgreSQL is not installed they are skipped, and say so; in CI they fail. */
export function withPostgres(name: string, tests: (postgres: () => Postgres) => void): void {
  if (postgresPrograms() === undefined) {
    if (process.env.CI) {
      it(`${name}: PostgreSQL is installed`, () => {
        throw new Error('CI installs PostgreSQL; see .ci/run');
      });
      return;
    }
    console.warn(
      `SKIPPED, PostgreSQL is not installed: ${name}. Install it with "apt-get install postgresql".`,
    );
    it.skip(`${name} (needs PostgreSQL)`, () => {});
    return;
  }
  describe(name, () => {
    let server: Postgres | undefined;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server?.end());
    tests(() => server!);
  });
}
