import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { toldText } from '../../harness/request.ts';
import { answering } from '../../harness/stream-scenarios.ts';
import { bringClient } from './client.ts';
import { openWorkplace } from './product.ts';
import { commandLine, newTicket, workerOf } from './worker-kit.ts';

const client = await bringClient();
const { tools } = claudeCodeDriver;

describe.skipIf(!client)('a worker on the real client', () => {
  it('is completed when it has made its ticket done, and is told its ticket [R45] [R3]', async () => {
    const work = await openWorkplace(client!, {
      plan: '',
      policy: () =>
        answering([
          { text: 'I begin.', calls: [tools.shell('holdfast ticket progress T-1 "began"')] },
          { calls: [tools.shell('holdfast ticket done T-1 --result "it holds"')] },
        ]),
    });
    const holdfast = commandLine(client!, claudeCodeDriver, work);
    const path = await newTicket(holdfast, 'T-1', ['--objective', 'mark-objective-7']);
    const ran = await holdfast(['run', 'T-1', '--host', 'claude-code', '--json']);
    expect(ran.code, ran.stderr + ran.stdout).toBe(0);
    const [{ worker, status }] = JSON.parse(ran.stdout);
    expect(status).toBe('completed');
    const { launch, state } = workerOf(work, worker);
    const ticket = readFileSync(path, 'utf8');
    expect(ticket).toContain('it holds');
    expect(ticket.match(/began/g)).toHaveLength(1);
    expect(state.firstPrompt).toContain('mark-objective-7');
    expect(state.spent.toolUses).toBe(2);
    const session = launch.sessions.at(-1)!.split('/')[1]!;
    expect(launch.sessions).toEqual([`claude-code/${session}`]);
    const main = work.server.log.find(({ kind }) => kind === 'main')!;
    expect(toldText(main)).toContain(path);
    expect(work.server.faults).toEqual([]);
  });
});
