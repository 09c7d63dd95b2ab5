import type { ClientName } from '../../harness/clients.ts';
import { type FetchedClient, fetchClient } from '../../harness/fetch-client.ts';

/** A pinned client, brought once. Where it cannot be brought: fails in CI, else says so loudly and tests are skipped. */
export async function bringClient(
  name: ClientName = 'claude-code',
): Promise<FetchedClient | undefined> {
  try {
    return await fetchClient(name, { progress: (line) => console.error(line) });
  } catch (error) {
    if (process.env.CI) throw error;
    console.error(`\n!!! THE REAL CLIENT ${name} IS NOT HERE, ITS TESTS ARE SKIPPED.\n${error}\n`);
    return undefined;
  }
}
