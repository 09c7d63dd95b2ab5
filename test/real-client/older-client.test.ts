import { describe, expect, it } from 'vitest';
import { clients } from '../../harness/clients.ts';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { type FetchedClient, fetchPinned } from '../../harness/fetch-client.ts';
import { answering } from '../../harness/stream-scenarios.ts';
import { openWorkplace } from './product.ts';
import { commandLine, newTicket, workerOf } from './worker-kit.ts';

/** What an installation on Node 20 brings today; the pinned version of all other tests is newer. */
const older = '2.1.197';

async function bringOlder(): Promise<FetchedClient | undefined> {
  try {
    return await fetchPinned(
      { ...clients['claude-code'], version: older },
      { progress: (line) => console.error(line) },
    );
  } catch (error) {
    if (process.env.CI) throw error;
    console.error(`\n!!! CLAUDE CODE ${older} IS NOT HERE, ITS TESTS ARE SKIPPED.\n${error}\n`);
    return undefined;
  }
}

const client = await bringOlder();
const { tools } = claudeCodeDriver;

describe.skipIf(!client)(`a worker on Claude Code ${older}`, () => {
  it('reports in its ticket, as its answers hold the input that was asked with, and has no tools that start others [R45] [R47]', async () => {
    const work = await openWorkplace(client!, {
      plan: '',
      policy: () =>
        answering([
          { calls: [tools.shell('holdfast ticket progress T-1 "step one"')] },
          { calls: [tools.shell('holdfast ticket done T-1 --result "it holds"')] },
        ]),
    });
    const holdfast = commandLine(client!, claudeCodeDriver, work);
    await newTicket(holdfast, 'T-1');
    const ran = await holdfast(['run', 'T-1', '--host', 'claude-code', '--json']);
    const [{ worker }] = JSON.parse(ran.stdout) as [{ worker: string }];
    const { state } = workerOf(work, worker);
    expect([state.status, state.reason]).toEqual([
      'completed',
      'The ticket is done and its Result is written.',
    ]);
    const offered = work.server.log.flatMap(({ kind, tools: names }) =>
      kind === 'main' ? names : [],
    );
    expect(offered).toContain('Bash');
    for (const name of ['Agent', 'Task', 'Workflow']) expect(offered).not.toContain(name);
  });
});
