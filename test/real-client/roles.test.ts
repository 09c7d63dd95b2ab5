import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ClientDriver } from '../../harness/drivers/driver.ts';
import { drivers } from '../../harness/drivers/index.ts';
import { wasDenied } from '../../harness/drivers/tools.ts';
import { fullContext, type Policy, textOf } from '../../harness/request.ts';
import type { Sandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';
import { openWorkplace, type Workplace } from './product.ts';
import { withoutBeside } from './survival-suite.ts';
import { denialsIn } from './witness.ts';

const place = '.holdfast/tickets/t-1.md';
const first = '- 2026-01-01T00:00:00Z measured the wood';
const second = '- 2026-01-02T00:00:00Z cut the boards';

function ticket(progress: readonly string[], contract: readonly string[] = ['Build it.']): string {
  const head = ['---', 'id: t-1', 'title: Build the widget', 'status: in-progress', '---', ''];
  const parts = ['## Contract', '', ...contract, '', '## Progress', '', ...progress, ''];
  return [...head, ...parts, '## Result', ''].join('\n');
}

/** Clients whose tool that writes a whole file refuses one that is there. */
const writesNewFilesOnly = ['copilot'];

for (const driver of drivers) await ticketSuite(driver);

/** What a ticket's worker may and must do, on its real client. */
async function ticketSuite(driver: ClientDriver): Promise<void> {
  const { tools } = driver;
  const client = await bringClient(driver.client);
  const beside = driver.dialect.compactsBeside !== undefined;

  async function open(text: string, policy: (path: string, sandbox: Sandbox) => Policy) {
    const work = await openWorkplace(client!, {
      plan: '',
      policy: (sandbox) => {
        const made = policy(join(sandbox.project, place), sandbox);
        return beside ? withoutBeside(made, driver) : made;
      },
      driver,
    });
    work.sandbox.write(place, text);
    return work;
  }

  const pathIn = (work: Workplace): string => join(work.sandbox.project, place);
  const run = (work: Workplace) =>
    work.run('Work on your ticket.', { env: { HOLDFAST_TICKET: pathIn(work) } });

  describe.skipIf(!client)(`a worker on ${driver.host}`, () => {
    it('is denied a change of its ticket that takes progress away, and may add to it [R13]', async () => {
      const work = await open(ticket([first, second]), (path) => (request) => {
        if (request.kind !== 'main') return {};
        const turns = [
          tools.read(path),
          tools.write(path, ticket([second])),
          tools.write(path, ticket([first, second, '- glued them'])),
        ];
        const call = turns[request.nth];
        return call ? { calls: [call] } : { text: 'The end.' };
      });
      const ran = await run(work);
      const told = work.diagnosis(ran.sessionId);
      expect([ran.exitCode, ran.result, work.server.faults], told).toEqual([0, 'The end.', []]);
      const denials = denialsIn(ran.requests.at(-1)!, tools);
      expect(denials, told).toHaveLength(1);
      expect(denials[0]).toContain('only ever added to');
      const added = writesNewFilesOnly.includes(driver.host) ? [] : ['- glued them'];
      expect(readFileSync(pathIn(work), 'utf8')).toBe(ticket([first, second, ...added]));
    });

    it('gets back what a shell command took away, and is told of it with the result [R13]', async () => {
      const work = await open(ticket([first, second]), (path) => (request) => {
        if (request.kind !== 'main') return {};
        return request.nth === 0
          ? { calls: [tools.shell(`grep -v measured ${path} > ${path}.x; mv ${path}.x ${path}`)] }
          : { text: 'The end.' };
      });
      const ran = await run(work);
      const told = work.diagnosis(ran.sessionId);
      expect(ran.exitCode, told).toBe(0);
      expect(readFileSync(pathIn(work), 'utf8')).toContain(first);
      expect(textOf(ran.requests.at(-1)!), told).toContain('put back as they were');
    });

    it('is reminded of its progress once, with a result or the next call [R11]', async () => {
      const work = await open(ticket([first]), () => (request) => {
        if (request.kind !== 'main') return {};
        const call = tools.shell(`echo ${request.nth} > made.txt`);
        return request.nth < 4 ? { calls: [call] } : { text: 'The end.' };
      });
      const folder = join(work.sandbox.home, '.config', 'holdfast');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'config.json'), '{"reminderCalls": 2}');
      const ran = await run(work);
      const told = work.diagnosis(ran.sessionId);
      expect(ran.exitCode, told).toBe(0);
      const main = ran.requests.filter(({ kind }) => kind === 'main').map(textOf);
      const reminder = /2 changes(?: in \d+ minutes?)? without a line under Progress/g;
      expect(main[1], told).not.toMatch(reminder);
      expect(main.slice(2, 4).join('\n'), told).toMatch(reminder);
      expect(main.at(-1)!.match(reminder), told).toHaveLength(1);
    });

    it('reads its ticket again after a compaction, before it changes anything [R7]', async () => {
      const contract = Array.from(
        { length: 90 },
        (_, n) => `${n}. The board ${n} is of oak and has its own length.`,
      );
      let denied = 0;
      const work = await open(ticket([first], contract), (path, sandbox) => {
        const turns = ['work', 'change', 'read', 'change'];
        let turn = 0;
        return (request) => {
          if (request.kind !== 'main') return {};
          if (wasDenied(request, tools)) denied += 1;
          const now = turns[turn];
          turn += 1;
          if (now === undefined) return { text: 'The end.' };
          if (now === 'read') return { calls: [tools.read(path)] };
          if (now === 'change') return { calls: [tools.write(join(sandbox.project, 'a.txt'))] };
          return { calls: [tools.shell('echo working')], inputTokens: fullContext };
        };
      });
      const ran = await run(work);
      const told = work.diagnosis(ran.sessionId);
      expect([ran.exitCode, work.server.faults], told).toEqual([0, []]);
      expect(driver.boundaries(ran.rows), told).toHaveLength(1);
      expect(denied, told).toBe(1);
      const last = textOf(ran.requests.at(-1)!);
      expect(last).toContain('You are a worker');
      expect(last).toContain(pathIn(work));
      expect(existsSync(join(work.sandbox.project, 'a.txt')), told).toBe(true);
      expect(work.journal(ran.sessionId), told).toContain('met');
    });
  });
}
