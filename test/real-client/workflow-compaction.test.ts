import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { installHoldfast, journalOf } from '../../harness/holdfast.ts';
import { startModelServer } from '../../harness/model-server.ts';
import { fullContext, newText, type Policy, textOf } from '../../harness/request.ts';
import { runClient } from '../../harness/run-client.ts';
import { createSandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';
import { withCommand } from './own-command.ts';

const client = await bringClient('claude-code');
const { tools } = claudeCodeDriver;

const definition = `id: prove
title: Prove it
steps:
  - id: do
    title: Do it
    prompt: Change src/a.txt and test it.
    requires:
      - changed: src/a.txt
      - ran: sh test.sh
`;

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

describe.skipIf(!client)('a step of a workflow with the real client', () => {
  it('does not end unproved because a compaction came: the agent that says it is finished is sent back to it [R41]', async () => {
    const sandbox = createSandbox('test');
    closing.push(() => sandbox.remove());
    sandbox.write('src/a.txt', 'a\n');
    sandbox.write('test.sh', 'grep -q better src/a.txt && echo passed\n');
    const own = join(sandbox.home, '.config', 'holdfast', 'workflows');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'prove.yaml'), definition);
    let claimed = 0;
    const told: string[] = [];
    const policy: Policy = (request) => {
      if (request.kind === 'summary')
        return { text: '<analysis>a</analysis><summary>All is finished.</summary>' };
      if (request.kind !== 'main') return {};
      const token = textOf(request)
        .match(/hfw1\.[\w.-]+/g)
        ?.at(-1)
        ?.replace(/\.$/, '');
      told.push(newText(request));
      if (request.nth === 0) return { calls: [tools.shell('holdfast workflow start prove')] };
      if (request.nth === 1)
        return { calls: [tools.read(`${sandbox.project}/src/a.txt`)], inputTokens: fullContext };
      // Behind the compaction the agent says twice that it is finished before it does anything.
      if (claimed < 2) {
        claimed += 1;
        return { text: 'It is finished.' };
      }
      const done = told.length - 4;
      if (done === 1) return { calls: [tools.write(`${sandbox.project}/src/a.txt`, 'better\n')] };
      if (done === 2) return { calls: [tools.shell('sh test.sh')] };
      if (done === 3) return { calls: [tools.shell(`holdfast workflow next --token ${token}`)] };
      return { text: 'The run is over.' };
    };
    const server = await startModelServer({ policy, dialect: claudeCodeDriver.dialect });
    closing.push(() => server.close());
    claudeCodeDriver.prepare?.(sandbox, server.url);
    installHoldfast(sandbox, claudeCodeDriver.scope, claudeCodeDriver.host);
    const run = await runClient({
      client: client!,
      driver: claudeCodeDriver,
      sandbox,
      server,
      env: { PATH: withCommand(sandbox) },
      prompt: 'Do the workflow prove.',
      timeoutMs: 120_000,
    });
    const journal = journalOf(sandbox, run.sessionId).map(({ kind }) => kind);
    const story = `${journal.join(' ')}\n${told.map((one) => one.slice(0, 1_500)).join('\n=====\n')}`;
    expect([run.exitCode, server.faults], story).toEqual([0, []]);
    expect(claudeCodeDriver.boundaries(run.rows), story).toHaveLength(1);
    const sentBack = told.filter((one) => one.includes('sh test.sh') && one.includes('src/a.txt'));
    expect(sentBack.length, story).toBeGreaterThanOrEqual(2);
    expect(run.result, story).toBe('The run is over.');
    const left = journalOf(sandbox, run.sessionId).findLast(({ kind }) => kind === 'workflow.left');
    expect(left, story).toMatchObject({ why: 'done' });
  }, 300_000);
});
