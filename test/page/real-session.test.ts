import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { runAsPerson } from '../../harness/outside-session.ts';
import { type Answer, fullContext, type ModelRequest, textOf } from '../../harness/request.ts';
import { bringClient } from '../real-client/client.ts';
import { openWorkplace } from '../real-client/product.ts';
import { commandLine, newTicket, placeEnvironment } from '../real-client/worker-kit.ts';
import { startBrowser } from './browser.ts';

const client = await bringClient();
const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const { tools } = claudeCodeDriver;
const rule = 'Never rename the column customer_ref_77.';
const objective = 'mark-of-the-worker';

/** A session that does two things, is compacted and does a third. */
const sessionAnswers: Answer[] = [
  { text: 'I look at the prices.', calls: [tools.shell('echo the-first-call')] },
  { calls: [tools.shell('echo the-second-call')], inputTokens: fullContext },
  { text: 'After the compaction.', calls: [tools.shell('echo the-third-call')] },
  { text: 'The prices are rounded.' },
];

/** A worker that must ask for one command, and does its ticket. */
const workerAnswers: Answer[] = [
  { calls: [tools.shell('sh build.sh')] },
  { calls: [tools.shell('holdfast ticket done build --result "it is built"')] },
  { text: 'Done.' },
];

const isWorkers = (request: ModelRequest): boolean => textOf(request).includes(objective);

function answer(request: ModelRequest, earlier: ModelRequest[]): Answer {
  if (request.kind === 'summary') {
    return { text: '<analysis>a</analysis><summary>Prices were rounded.</summary>' };
  }
  if (request.kind !== 'main') return {};
  const own = isWorkers(request);
  const nth = earlier.filter((one) => one.kind === 'main' && isWorkers(one) === own).length;
  return (own ? workerAnswers : sessionAnswers)[nth] ?? { text: 'The end.' };
}

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

describe.skipIf(!client)('the page beside the real Claude Code', () => {
  it('follows a session through its compaction, finds what was said, lets a worker pass, and moves tickets', async () => {
    const work = await openWorkplace(client!, { plan: '', policy: () => answer });
    const { sandbox } = work;
    sandbox.write('build.sh', 'echo built-78\n');
    const holdfast = commandLine(client!, claudeCodeDriver, work);
    await newTicket(holdfast, 'build', ['--objective', objective]);
    await newTicket(holdfast, 'later');
    const opening = runAsPerson(
      'script',
      ['-qec', `'${process.execPath}' '${cli}' open --print`, '/dev/null'],
      { cwd: sandbox.project, env: placeEnvironment(client!, claudeCodeDriver, work) },
    ).out;
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(120_000);
    try {
      await page.goto(/http:\/\/127\.0\.0\.1:\d+\/open\/[0-9a-f]+/.exec(opening)?.[0] ?? opening);
      await page.getByText('No session').first().waitFor();

      const running = work.run(`Round the prices. ${rule}`);
      const row = page.getByRole('link').filter({ hasText: 'Round the prices.' });
      await row.click();
      await page
        .getByRole('button', { name: /the-first-call/ })
        .first()
        .waitFor();
      await page.getByRole('button', { name: /^Compaction 1 \(auto\)/ }).waitFor();
      await page
        .getByRole('button', { name: /the-third-call/ })
        .first()
        .waitFor();
      const run = await running;
      expect([run.exitCode, run.result, work.server.faults]).toEqual([
        0,
        'The prices are rounded.',
        [],
      ]);
      await page.getByRole('tab', { name: 'Compactions' }).click();
      const given = page.locator('section', { hasText: 'Given back by the brief' }).last();
      await given.getByText(rule).first().waitFor();
      await page.getByRole('tab', { name: 'Briefs' }).click();
      await page.locator('pre').filter({ hasText: rule }).first().waitFor();
      await page.getByRole('tab', { name: 'Rules' }).click();
      await page.getByRole('listitem').filter({ hasText: rule }).first().waitFor();

      await page.getByRole('link', { name: 'Search' }).click();
      await page.getByLabel('Words').fill('customer_ref_77');
      await page.getByRole('button', { name: 'Search' }).click();
      const hit = page.getByRole('listitem').filter({ hasText: 'Never rename the column' }).first();
      await hit.getByRole('link', { name: 'Open the session' }).click();
      await page.getByRole('heading', { name: /Round the prices/ }).waitFor();

      await page.getByRole('link', { name: 'Workers' }).click();
      await page.getByRole('button', { name: 'Start a worker' }).click();
      await page.getByLabel('Ticket', { exact: true }).selectOption('build');
      await page.getByLabel('Client', { exact: true }).selectOption('claude-code');
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page.getByText('sh build.sh').first().waitFor();
      await page.getByRole('button', { name: /^Allow Bash for / }).click();
      await page.getByText('completed').first().waitFor();

      await page.getByRole('link', { name: 'Tickets' }).click();
      const board = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}, `) });
      const card = (name: string, ticket: string) =>
        board(name).getByRole('link').filter({ hasText: ticket });
      await card('done', 'Task build').waitFor();
      await card('queued', 'Task later').focus();
      await page.keyboard.press('Shift+ArrowRight');
      await page.getByLabel('Who takes it?').fill('carla');
      await page.getByRole('button', { name: 'Move' }).click();
      await card('claimed', 'Task later').waitFor();
      const told = work.server.log.filter(isWorkers).map(textOf);
      expect(told.at(-1)).toContain('built-78');
    } finally {
      await page.close();
      await holdfast(['daemon', 'stop']);
    }
  });
});
