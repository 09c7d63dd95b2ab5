import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { codexDriver, withSubagents } from '../../harness/drivers/codex.ts';
import type { ClientDriver } from '../../harness/drivers/driver.ts';
import { openCodeDriver } from '../../harness/drivers/opencode.ts';
import { qwenDriver } from '../../harness/drivers/qwen.ts';
import { holdfast } from '../../harness/holdfast.ts';
import { runAsPerson } from '../../harness/outside-session.ts';
import { bringClient } from './client.ts';
import { openWorkplace } from './product.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

const drivers = [claudeCodeDriver, codexDriver, openCodeDriver, qwenDriver].filter(
  (driver) => driver.tools.subagent !== undefined,
);

for (const driver of drivers) await agentSuite(driver);

async function agentSuite(driver: ClientDriver): Promise<void> {
  const client = await bringClient(driver.client);

  describe.skipIf(!client)(`the evidence of a session on ${driver.host}`, () => {
    it('holds what a subagent did, and takes its tests for proof until a file is changed [R41]', async () => {
      const { tools } = driver;
      // With the tools for subagents this client has none that writes.
      const args = driver === codexDriver ? withSubagents : [];
      const write = (path: string, text: string) =>
        driver === codexDriver
          ? tools.shell(`echo '${text}' > '${path}'`)
          : tools.write(path, `${text}\n`);
      let edited = false;
      const work = await openWorkplace(client!, {
        plan: '',
        driver,
        policy: ({ project }) => {
          const counts: Record<string, number> = {};
          return (request) => {
            const { kind } = request;
            counts[kind] = (counts[kind] ?? 0) + 1;
            if (kind === 'subagent') {
              return counts[kind] === 1
                ? { calls: [tools.shell('node --test')] }
                : { text: 'The tests pass.' };
            }
            if (kind !== 'main') return {};
            if (edited) {
              edited = false;
              return { calls: [write(`${project}/tax.js`, 'exports.tax = 2;')] };
            }
            if (counts[kind] === 1) {
              return { calls: [write(`${project}/price.js`, 'exports.price = 1;')] };
            }
            if (counts[kind] === 2) return { calls: [tools.subagent!('Run the tests.')] };
            if (counts[kind] === 3 && tools.awaitSubagent)
              return { calls: [tools.awaitSubagent(request)] };
            return { text: 'Done.' };
          };
        },
      });
      const { sandbox } = work;
      sandbox.write('price.test.js', "require('node:test').test('price', () => {});\n");
      const ran = await work.run('Set the price, then have the tests run.', {
        timeoutMs: 90_000,
        args,
      });
      const check = (): { holds: boolean; why: string } => {
        const words = ['--ran', 'node --test', '--after', '*.js', '--json'];
        const { out } = runAsPerson(
          process.execPath,
          [cli, 'evidence', 'check', ran.sessionId, ...words],
          {
            cwd: sandbox.project,
            env: {
              PATH: process.env.PATH,
              HOME: sandbox.home,
              HOLDFAST_HOME: sandbox.holdfastHome,
            },
          },
        );
        return JSON.parse(out);
      };
      const { entries } = JSON.parse(
        holdfast(sandbox, 'evidence', 'list', ran.sessionId, '--json'),
      );
      const tests = entries.filter(
        (entry: { command?: string }) => entry.command === 'node --test',
      );
      expect(tests, ran.stderr).toMatchObject([{ outcome: 'ok', agent: expect.any(String) }]);
      expect(check()).toMatchObject({ holds: true });
      edited = true;
      await work.run('Raise the price.', {
        timeoutMs: 90_000,
        resume: ran.sessionId,
        args,
      });
      expect(check()).toMatchObject({ holds: false, why: expect.stringContaining('stale') });
    });
  });
}
