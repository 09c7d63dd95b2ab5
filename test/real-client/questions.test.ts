import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ClientDriver } from '../../harness/drivers/driver.ts';
import { drivers } from '../../harness/drivers/index.ts';
import { wasDenied } from '../../harness/drivers/tools.ts';
import { fullContext, type Policy } from '../../harness/request.ts';
import { bringClient } from './client.ts';
import { withCommand } from './own-command.ts';
import { openWorkplace } from './product.ts';
import { withoutBeside } from './survival-suite.ts';
import { denialsIn } from './witness.ts';

const ticket = [
  ...['---', 'id: t-1', 'title: Widget', 'status: in-progress', 'validation_required: true'],
  ...['validation:', '  - Why a widget?', '---', '', '## Contract', '', 'Build it.', ''],
  ...['## Progress', '', '## Result', ''],
].join('\n');

for (const driver of drivers) await questionSuite(driver);

async function questionSuite(driver: ClientDriver): Promise<void> {
  const { tools } = driver;
  const client = await bringClient(driver.client);
  const beside = driver.dialect.compactsBeside !== undefined;

  describe.skipIf(!client)(`validation questions on ${driver.host}`, () => {
    it('hold a change back after a compaction until the agent answered by its own shell [R19]', async () => {
      let denied = 0;
      const work = await openWorkplace(client!, {
        plan: '',
        driver,
        policy: (sandbox) => {
          const change = tools.write(join(sandbox.project, 'a.txt'));
          const said = tools.shell('holdfast answer 1 "To hold the shelf."');
          const turns = [
            { calls: [tools.shell('echo working')], inputTokens: fullContext },
            { calls: [change] },
            { calls: [said] },
            { calls: [change] },
          ];
          let turn = 0;
          const policy: Policy = (request) => {
            if (request.kind !== 'main') return {};
            if (wasDenied(request, tools)) denied += 1;
            turn += 1;
            return turns[turn - 1] ?? { text: 'The end.' };
          };
          return beside ? withoutBeside(policy, driver) : policy;
        },
      });
      work.sandbox.write('.holdfast/tickets/t-1.md', ticket);
      const path = join(work.sandbox.project, '.holdfast/tickets/t-1.md');
      const ran = await work.run('Work on your ticket.', {
        env: { HOLDFAST_TICKET: path, PATH: withCommand(work.sandbox) },
      });
      const told = work.diagnosis(ran.sessionId);
      expect([ran.exitCode, work.server.faults], told).toEqual([0, []]);
      expect(denied, told).toBe(1);
      expect(denialsIn(ran.requests.at(-1)!, tools)[0], told).toContain('Why a widget?');
      expect(readFileSync(path, 'utf8'), told).toContain('A: To hold the shelf.');
      expect(readFileSync(join(work.sandbox.project, 'a.txt'), 'utf8')).not.toBe('');
    });
  });
}
