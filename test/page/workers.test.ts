import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAsPerson } from '../../harness/outside-session.ts';
import { openWorkerBench, until, type WorkerBench } from '../fake-client/bench.ts';
import { startBrowser } from './browser.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

let bench: WorkerBench;
let browser: Browser;
beforeAll(async () => {
  bench = openWorkerBench('1');
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await bench?.holdfast(['daemon', 'stop']);
  await bench?.close();
});

it('a worker is started, allowed and denied what it asks for, and followed on the page', async () => {
  bench.script([
    'init',
    ['ask', 'Bash', { command: 'make' }],
    ['ask', 'Write', { file_path: '/etc/hosts', content: 'x' }],
    ['sh', 'holdfast ticket done T --result "it holds"'],
    'turn',
  ]);
  bench.ticket('T');
  const command = [process.execPath, cli, 'open', '--print'].map((word) => `'${word}'`).join(' ');
  const { out } = runAsPerson('script', ['-qec', command, '/dev/null'], {
    cwd: bench.sandbox.project,
    env: bench.env,
  });
  const link = /http:\/\/127\.0\.0\.1:\d+\/open\/[0-9a-f]+/.exec(out)?.[0] ?? out;
  const page = await browser.newPage();
  page.setDefaultTimeout(90_000);
  await page.goto(link);
  await page.getByRole('link', { name: 'Workers' }).click();
  await page.getByRole('button', { name: 'Start a worker' }).click();
  await page.getByLabel('Ticket', { exact: true }).selectOption('T');
  await page.getByLabel('Client', { exact: true }).selectOption('claude-code');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: /^Allow Bash for / }).click();
  await page.getByRole('button', { name: /^Deny Write for / }).click();
  await page.getByText('completed').waitFor();
  await page.locator('section h2 a').click();
  await page.getByRole('list', { name: 'Log' }).getByRole('listitem').first().waitFor();
  const answers = await until(
    () => bench.left('answers').trim().split('\n').length === 2 && bench.left('answers'),
    'both are answered',
    90_000,
  );
  expect(
    answers
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).behavior),
  ).toEqual(['allow', 'deny']);
});
