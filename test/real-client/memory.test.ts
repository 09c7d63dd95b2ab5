import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ClientDriver } from '../../harness/drivers/driver.ts';
import { drivers } from '../../harness/drivers/index.ts';
import { hostById } from '../../src/hosts/registry.ts';
import { bringClient } from './client.ts';
import { openWorkplace } from './product.ts';

const prompt = 'Round the prices of the shelf to whole cents.';
/** Longer in the record than what a memory looks at. */
const output = `seq 1 12000`;

/** The memory, once the record of the whole turn is in it. */
function memoryIn(folder: string): string {
  const memory = readFileSync(join(folder, 'memory.md'), 'utf8');
  expect(memory).toContain('seq 1 12000');
  return memory;
}

for (const driver of drivers) await memorySuite(driver);

async function memorySuite(driver: ClientDriver): Promise<void> {
  const client = await bringClient(driver.client);

  describe.skipIf(!client)(`the memory of a session on ${driver.host}`, () => {
    it('is written at the end of a turn, from the record of the client itself [R44]', async () => {
      let turn = 0;
      const work = await openWorkplace(client!, {
        plan: '',
        driver,
        policy: () => (request) => {
          if (request.kind !== 'main') return {};
          turn += 1;
          const inputTokens = 20_000;
          if (turn === 1) return { calls: [driver.tools.shell(output)], inputTokens };
          return { text: 'The prices are rounded.', inputTokens };
        },
      });
      const ran = await work.run(prompt, { timeoutMs: 90_000 });
      // Where the record is written late, the end of a turn shows what was before it.
      if (hostById(driver.host)?.capabilities.recordLagMs !== undefined) {
        await work.run('Go on.', { timeoutMs: 90_000, resume: ran.sessionId });
      }
      const folder = join(work.sandbox.holdfastHome, 'sessions', driver.host, ran.sessionId);
      // The client does not wait for it.
      const written = await vi.waitFor(() => memoryIn(folder), { timeout: 10_000, interval: 50 });
      expect(written, ran.stderr).toContain(prompt);
      expect(written).toMatch(/^> Covers it up to item /m);
    });
  });
}
