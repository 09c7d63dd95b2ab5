import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runAsPerson } from '../../harness/outside-session.ts';
import { openWorkerBench, until, type WorkerBench } from '../fake-client/bench.ts';
import { startBrowser } from './browser.ts';
import { writeSession } from './sample.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const patience = 90_000;

let bench: WorkerBench;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  bench = openWorkerBench('1');
  // No client that is installed on this machine may be found, so PATH holds nothing but what is needed.
  const bin = join(bench.sandbox.root, 'bin');
  for (const name of ['script', 'git', 'node', 'sleep']) symlinkSync(onPath(name), join(bin, name));
  bench.env.PATH = bin;
  page = await browser.newPage();
  page.setDefaultTimeout(patience);
});
afterEach(async () => {
  await page?.close();
  await bench?.holdfast(['daemon', 'stop']);
  await bench?.close();
});

/** Opens the page as a person at a terminal of their own. */
async function open(...words: string[]): Promise<void> {
  const command = [process.execPath, cli, 'open', '--print', ...words].map((one) => `'${one}'`);
  const { out } = runAsPerson('script', ['-qec', command.join(' '), '/dev/null'], {
    cwd: bench.sandbox.project,
    env: bench.env,
  });
  await page.goto(/http:\/\/127\.0\.0\.1:\d+\/open\/[0-9a-f]+/.exec(out)?.[0] ?? out);
}

describe('a worker', () => {
  it('is started, allowed and denied what it asks for, and followed on the page', async () => {
    bench.script([
      'init',
      ['ask', 'Bash', { command: 'make' }],
      ['ask', 'Write', { file_path: '/etc/hosts', content: 'x' }],
      ['sh', 'holdfast ticket done T --result "it holds"'],
      'turn',
    ]);
    bench.ticket('T');
    await open();
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
    expect(await answers(2)).toEqual(['allow', 'deny']);
  });

  it('is sent a message, stopped and resumed by the buttons of its page', async () => {
    const told = join(bench.sandbox.root, 'told');
    bench.script(
      [
        'init',
        ['sh', `until [ -e '${told}' ]; do sleep 0.2; done`],
        'turn',
        'next',
        ['say', 'The blue one it is.'],
        'next',
        ['turn', 'stopped'],
      ],
      ['init', ['sh', 'holdfast ticket done T --result "it is blue"'], 'turn'],
    );
    bench.ticket('T');
    await bench.holdfast(['run', 'T', '--host', 'claude-code', '--detach']);
    const { launch } = await until(() => bench.worker('T'), 'the worker is there', patience);
    await open(launch.worker);
    await page.getByLabel('Message').fill('use the blue one');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('The message is sent.').waitFor();
    writeFileSync(told, '');
    const log = page.getByRole('list', { name: 'Log' });
    await log.getByText('The blue one it is.').waitFor();
    expect(bench.left('input')).toContain('use the blue one');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('It was stopped.').first().waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('completed').first().waitFor();
    expect(bench.left('starts')).toContain('--resume');
    const ticket = await bench.holdfast(['ticket', 'show', 'T', '--json']);
    expect(JSON.parse(ticket.out).status).toBe('done');
  });
});

describe('the Continue tab of a session', () => {
  const id = '5f0c1c1e-0000-4000-8000-0000000000c0';
  const tickets = (): string[] => {
    const folder = join(bench.sandbox.project, '.holdfast', 'tickets');
    return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : [];
  };
  const begin = async (): Promise<void> => {
    const { home, project } = bench.sandbox;
    writeSession({ home }, { id, cwd: project, said: ['Round prices, and never push.'] });
    await open(id);
    await page.getByRole('tab', { name: 'Continue' }).click();
    await page.getByLabel('Client that continues').selectOption('claude');
    await page.getByRole('button', { name: 'Start a worker' }).click();
  };

  it('starts a worker on a ticket of its own, and shows that it runs and how it ended', async () => {
    bench.script([
      'init',
      ['ask', 'Bash', { command: 'make' }],
      ['sh', 'holdfast ticket done "$HOLDFAST_TICKET" --result "rounded"'],
      'turn',
    ]);
    await begin();
    const line = page.getByRole('status').filter({ hasText: 'continues the work on the ticket' });
    await line.filter({ hasText: 'asking' }).waitFor();
    expect(tickets()).toHaveLength(1);
    const session = page.url();
    await line.getByRole('link').first().click();
    await page.getByRole('button', { name: /^Allow Bash for / }).click();
    await page.getByText('completed').first().waitFor();
    await page.getByRole('listitem').filter({ hasText: 'holdfast ticket done' }).first().waitFor();
    expect(await answers(1)).toEqual(['allow']);
    expect(bench.left('input')).toContain('Round prices, and never push.');
    await page.goto(session);
    await page.getByRole('heading', { name: 'Round prices, and never push.' }).waitFor();
  });

  it('makes no ticket where the client is missing, and says what to do', async () => {
    rmSync(join(bench.sandbox.root, 'bin', 'claude'));
    await begin();
    await page.getByText('The program claude of the client claude-code is not on PATH.').waitFor();
    await page.getByText('Install it, or put its folder on PATH').waitFor();
    expect(tickets()).toEqual([]);
    const handoffs = join(bench.sandbox.holdfastHome, 'handoffs');
    expect(existsSync(handoffs) ? readdirSync(handoffs) : []).toEqual([]);
  });
});

/** What the client was answered, once it is so many answers. */
async function answers(count: number): Promise<string[]> {
  const lines = () => bench.left('answers').split('\n').filter(Boolean);
  await until(() => lines().length === count, `there are ${count} answers`, patience);
  return lines().map((line) => JSON.parse(line).behavior);
}

function onPath(name: string): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${name} is not on PATH.`);
  return found;
}
