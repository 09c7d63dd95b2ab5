import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codexDriver, withSubagents } from '../../harness/drivers/codex.ts';
import type { FetchedClient } from '../../harness/fetch-client.ts';
import { holdfastBeside } from '../../harness/holdfast.ts';
import { readRows } from '../../harness/record.ts';
import { fullContext, missingIn, type Policy, textOf } from '../../harness/request.ts';
import { talkTo } from '../../src/platform/host-server.ts';
import { bringClient } from './client.ts';
import { killHookAt, openWorkplace, type Workplace } from './product.ts';
import { survivalSuite } from './survival-suite.ts';

await survivalSuite({
  driver: codexDriver,
  briefWithin: 1,
  // No event tells of a subagent's new start: its brief comes with its next call.
  subagent: { briefWithin: 2, args: withSubagents },
  order: ['PreCompact', 'PostCompact', 'SessionStart'],
  compactByHand,
  failures: {
    'killed at PreCompact': (work) => killHookAt(work, /"PreCompact"/),
    'killed at PostCompact': (work) => killHookAt(work, /"PostCompact"/),
    'killed at SessionStart after the compaction': (work) => killHookAt(work, /"source":"compact"/),
  },
  // Odd spaces and line ends, and a foreign hook on an event of ours.
  foreignSettings: (log) =>
    `{\r\n\t"description": "Hooks of others" ,\r\n` +
    `\t"hooks": {"PreCompact":[{"matcher":"auto","hooks":[{"type":"command","command":"echo foreign >> '${log}'"}]}]  }\r\n}\r\n`,
  skips: { steering: 'no hook of this client can say a word to its summariser' },
});

const project = await bringClient('codex');

describe.skipIf(!project)('codex in a project', () => {
  it('delivers by the hooks of a project that the client trusts, and by none of another', async () => {
    const driver = { ...codexDriver, scope: 'project' as const };
    for (const trusted of [true, false]) {
      const policy: Policy = (request) => {
        if (request.kind !== 'main' || request.nth > 0) return {};
        return { calls: [driver.tools.shell('echo x')], inputTokens: fullContext };
      };
      const work = await openWorkplace(project!, {
        plan: '',
        policy: () => policy,
        driver,
      });
      const { sandbox } = work;
      if (trusted) {
        const table = `\n[projects.${JSON.stringify(sandbox.project)}]\ntrust_level = "trusted"\n`;
        appendFileSync(join(sandbox.home, '.codex', 'config.toml'), table);
      }
      const run = await work.run('Never rename the column customer_ref_77.');
      const last = textOf(run.requests.at(-1)!);
      const told = work.diagnosis(run.sessionId);
      expect(existsSync(join(sandbox.home, '.codex', 'hooks.json'))).toBe(true);
      const brief = last.split(/\[Holdfast [\w-]+\] The conversation before/);
      expect(brief, told).toHaveLength(trusted ? 2 : 1);
      if (trusted) expect(missingIn(last, 'customer_ref_77')).toEqual([]);
    }
  });
});

/** Compacts through the client's own server, as its screen does. Hooks run there only where they are trusted. */
async function compactByHand(
  work: Workplace,
  threadId: string,
  client: FetchedClient,
): Promise<void> {
  const { sandbox, server } = work;
  holdfastBeside(sandbox, client.path, 'init', '--host', 'codex', '--yes');
  const run = { client, sandbox, serverUrl: server.url, prompt: '' };
  const place = { cwd: sandbox.project, env: codexDriver.start(run).env };
  await talkTo(client.path, ['app-server'], place, async (ask) => {
    await ask('initialize', { clientInfo: { name: 'test', title: 'Test', version: '0' } });
    const resumed = (await ask('thread/resume', { threadId })) as { thread: { path: string } };
    await ask('thread/compact/start', { threadId });
    await until(() => codexDriver.boundaries(readRows(resumed.thread.path)).length > 0);
    // The hook behind the row is not awaited by anything that can be seen from here.
    await until(() => work.journal(threadId).includes('armed'));
  });
}

async function until(happened: () => boolean): Promise<void> {
  for (let tries = 0; tries < 100 && !happened(); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
