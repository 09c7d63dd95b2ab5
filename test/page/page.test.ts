import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import type { FleetView } from '../../src/app/fleet/view.ts';
import { leaseName } from '../../src/app/ticket/leases.ts';
import { startBrowser } from './browser.ts';
import { hookedId, madeRows, PageBench, writeSession } from './sample.ts';

/** How long a busy machine may take for anything that is waited for. */
const patience = 90_000;

let bench: PageBench;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  bench = new PageBench();
  bench.addSessions();
  bench.addTickets();
  bench.daemon.start();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  bench?.remove();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(patience);
  page = await context.newPage();
});
afterEach(() => context.close());

const hooked = `session/${encodeURIComponent(`claude-code/${hookedId}`)}`;

async function open(person = false, words: string[] = []): Promise<void> {
  await page.goto(bench.link(words, person));
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function go(place: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
}

/** The status that the file of a ticket names. */
const status = (id: string): string | null =>
  JSON.parse(bench.machine.run(['ticket', 'show', id, '--json']).out).status;

/** A module that moves a process's clock on by the milliseconds in a file, once it is there. */
const movedClock = (file: string): string => `
import { existsSync, readFileSync } from 'node:fs';
const now = Date.now;
const file = ${JSON.stringify(file)};
Date.now = () => now() + (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
`;

/** What a machine saw of its fleet at its last sync. */
const fleetView: FleetView = {
  at: new Date().toISOString(),
  machines: [
    { machine: 'box', labels: ['linux', 'gpu'], most: 4, running: 2, seen: '', ageMs: 2_000 },
    { machine: 'desk', labels: [], most: 0, running: 0, seen: '', ageMs: 0 },
    { machine: 'old-laptop', labels: [], most: 1, running: 1, seen: '', ageMs: 7_200_000 },
  ],
  leases: [
    {
      id: 'round',
      status: 'in-progress',
      lease: {
        machine: 'box',
        worker: 'round-1803',
        term: '3',
        until: new Date(Date.now() + 240_000).toISOString(),
      },
    },
  ],
  reports: [
    {
      kind: 'worker',
      id: 'round-1803',
      machine: 'box',
      ticket: 'round',
      facts: { status: 'running', client: 'claude-code', compactions: 2 },
      at: new Date().toISOString(),
    },
    {
      kind: 'receipt',
      id: 'claude-code/5f0c1c1e-0000-4000-8000-000000000001',
      machine: 'box',
      ticket: 'round',
      facts: { status: 'met', compactions: 2, denials: 1, last: new Date().toISOString() },
      at: new Date().toISOString(),
    },
  ],
  sent: [],
};

describe('the page is let in by a link', () => {
  it('once, and the key stays in no address', async () => {
    const link = bench.link();
    await page.goto(link);
    await page.getByText('3 sessions').waitFor();
    expect(page.url()).not.toContain('key=');
    const cookies = await context.cookies();
    expect(cookies).toEqual([
      expect.objectContaining({ httpOnly: true, sameSite: 'Strict', path: '/' }),
    ]);
    const other = await browser.newContext();
    const second = await other.newPage();
    second.setDefaultTimeout(patience);
    await second.goto(link);
    await second.getByText('This page is closed', { exact: true }).waitFor();
    await second.getByText('Run "holdfast open" in a terminal').first().waitFor();
    await other.close();
  });

  it('within a minute, and says what to do after it', async () => {
    const late = new PageBench();
    try {
      const moved = join(late.machine.folder, 'clock.txt');
      const clock = join(late.machine.folder, 'clock.mjs');
      writeFileSync(clock, movedClock(moved));
      late.daemon.start({ NODE_OPTIONS: `--import ${pathToFileURL(clock)}` });
      const [first, second] = [late.link(), late.link()];
      await page.goto(first);
      await page.getByRole('heading', { name: 'Sessions' }).waitFor();
      writeFileSync(moved, '61000');
      await context.clearCookies();
      await page.goto(second);
      await page.getByText('This page is closed', { exact: true }).waitFor();
      await page.getByText('Run "holdfast open" in a terminal').first().waitFor();
      await page.goto(late.link());
      await page.getByRole('heading', { name: 'Sessions' }).waitFor();
    } finally {
      late.remove();
    }
  });

  it('and stays open where another program of this machine set a cookie', async () => {
    await open();
    const [own] = await context.cookies();
    const { port } = bench.daemon.record;
    const url = `http://127.0.0.1:${port}`;
    await context.addCookies([
      { name: 'session', value: '%zz=', url },
      { name: own!.name, value: 'f'.repeat(64), url: `${url}/page/sessions` },
    ]);
    await page.reload();
    await page.getByText('3 sessions').waitFor();
  });

  it('and not by a wrong cookie', async () => {
    const { port } = bench.daemon.record;
    const answer = await bench.daemon.ask('/page/sessions', {
      token: '',
      headers: { cookie: `holdfast-${port}=${'a'.repeat(64)}` },
    });
    expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('holdfast open')]);
  });

  it('reads without the key, and changes nothing', async () => {
    const opened = await bench.daemon.ask(new URL(bench.link()).pathname, { token: '' });
    expect(opened.status).toBe(303);
    const [cookie = ''] = String(opened.headers['set-cookie']).split(';');
    const ask = (path: string, body?: string, more: Record<string, string> = {}) =>
      bench.daemon.ask(path, { token: '', headers: { cookie, ...more }, body });
    expect((await ask('/api/v1/sessions')).status).toBe(200);
    const key = /key=([0-9a-f]+)/.exec(String(opened.headers.location))![1]!;
    const note = `/api/v1/sessions/${hookedId}/notes`;
    expect((await ask(note, '{"text":"x"}')).status).toBe(403);
    expect((await ask(note, '{"text":"x"}', { 'x-holdfast-page': 'f'.repeat(64) })).status).toBe(
      403,
    );
    const good = { 'x-holdfast-page': key };
    expect((await ask(note, '{"text":"x"}', good)).status).toBe(200);
    expect((await ask(note, '{"text":', good)).status).toBe(400);
    expect((await ask('/api/v1/stop', '{}', good)).status).toBe(401);
    expect((await ask('/internal/page-links', '{}', good)).status).toBe(401);
    expect(
      (await ask(note, '{"text":"x"}', { ...good, origin: 'http://127.0.0.1:1' })).status,
    ).toBe(403);
    expect((await ask('/page/sessions', undefined, { 'sec-fetch-site': 'same-site' })).status).toBe(
      403,
    );
  });

  it('and a page of another port gets nothing, though browsers send it our cookie', async () => {
    await open();
    const server = createServer((_, response) => response.end('<title>other</title>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/`);
    const own = `http://127.0.0.1:${bench.daemon.record.port}`;
    const came = await page.evaluate(async (url) => {
      const read = await fetch(`${url}/page/sessions`, { credentials: 'include' }).then(
        () => 'read',
        () => 'refused',
      );
      const hidden = await fetch(`${url}/page/sessions`, {
        credentials: 'include',
        mode: 'no-cors',
      }).then(
        ({ type }) => type,
        () => 'refused',
      );
      return [read, hidden];
    }, own);
    expect(came[0]).toBe('refused');
    expect(['refused', 'opaque']).toContain(came[1]);
    server.close();
  });

  it('with a policy that lets nothing in from elsewhere', async () => {
    const { headers } = await bench.daemon.ask('/', { token: '' });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*script-src 'self'/);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).host));
    await open();
    await page.getByText('3 sessions').waitFor();
    expect(new Set(asked)).toEqual(new Set([`127.0.0.1:${bench.daemon.record.port}`]));
  });
});

describe('what "holdfast open" names', () => {
  it('is opened: a session by the beginning of its id, and a ticket', async () => {
    await open(false, [hookedId.slice(0, -1) + hookedId.at(-1)]);
    await page.getByRole('heading', { name: 'Round prices to whole cents, and' }).waitFor();
    await open(false, ['discount']);
    await page.getByRole('heading', { name: 'Discount from three pieces on' }).waitFor();
  });

  it('is refused with the next step where nothing is of that name', () => {
    const { code, err } = bench.machine.run(['open', '--print', 'nosuch']);
    expect(code).toBe(1);
    expect(err).toContain('No session, ticket or worker is named "nosuch".');
    expect(err).toContain('holdfast open');
  });

  it('is looked at only where no person opened it at a terminal', () => {
    const { out } = bench.machine.run(['open', '--print']);
    expect(out).toContain('Rules and permissions can only be looked at on it');
    const agent = bench.openAt('env -u CLAUDECODE', { CLAUDECODE: '1' });
    expect(agent).toContain('Rules and permissions can only be looked at on it');
    expect(agent).toContain('CLAUDECODE is set for process');
    expect(bench.openAt('')).not.toContain('can only be looked at');
    const far = bench.machine.run(['open', '--print'], { env: { SSH_CONNECTION: 'x' } });
    expect(far.out).toMatch(/ssh -N -L (\d+):127\.0\.0\.1:\1 HOST/);
  });
});

describe('the sessions', () => {
  it('are listed with and without hooks, and are filtered, sorted and found', async () => {
    await open();
    await page.getByText('3 sessions').waitFor();
    const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('link');
    await rows.filter({ hasText: 'in recovery' }).filter({ hasText: 'Round prices' }).waitFor();
    await rows.filter({ hasText: 'asking' }).filter({ hasText: 'login page' }).waitFor();
    await rows.getByRole('img', { name: /2 compactions/ }).waitFor();
    await page.getByLabel('Find').fill('login');
    await page.getByText('1 session of 3').waitFor();
    expect(await rows.count()).toBe(1);
    await page.getByLabel('Find').fill('');
    await page.getByLabel('State').selectOption('in recovery');
    await page.getByText('1 session of 3').waitFor();
    await page.getByLabel('State').selectOption('');
    await page.getByLabel('Order').selectOption('title');
    await page.getByText('3 sessions').waitFor();
    await rows.first().filter({ hasText: 'Find out why' }).waitFor();
  });

  it('have a title also where the first rows are longer than any head', async () => {
    const { machine } = bench;
    const cwd = '/home/you/code/long';
    const id = '5f0c1c1e-0000-4000-8000-0000000000aa';
    const folder = join(machine.home, '.claude', 'projects', '-home-you-code-long');
    mkdirSync(folder, { recursive: true });
    const first = {
      type: 'attachment',
      sessionId: id,
      uuid: 'l0',
      cwd,
      attachment: 'x'.repeat(90_000),
    };
    const made = madeRows({ id, cwd, said: [`Read this log: ${'line '.repeat(80_000)}`] });
    writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify(first)}\n${made}`);
    await open();
    await page
      .getByRole('list', { name: 'Sessions' })
      .getByRole('link')
      .filter({ hasText: 'Read this log: line line' })
      .waitFor();
  });

  it('change on the screen when a hook tells of something', async () => {
    await open();
    await page.getByRole('list', { name: 'Sessions' }).waitFor();
    const { machine } = bench;
    const id = '5f0c1c1e-0000-4000-8000-0000000000bb';
    const path = writeSession(machine, { id, cwd: machine.project, said: ['Tidy the mail.'] });
    const row = page.getByRole('link').filter({ hasText: 'Tidy the mail.' });
    await row.waitFor();
    const hook = (more: object) =>
      machine.run(['hook', 'claude-code'], {
        input: JSON.stringify({
          session_id: id,
          transcript_path: path,
          cwd: machine.project,
          ...more,
        }),
      });
    hook({ hook_event_name: 'SessionStart', source: 'startup' });
    hook({ hook_event_name: 'SessionEnd', reason: 'exit' });
    await row.filter({ hasText: 'ended' }).waitFor();
  });

  it('are gone through by the arrow keys', async () => {
    await open();
    const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('link');
    await rows.nth(1).waitFor();
    await rows.first().focus();
    const second = await rows.nth(1).getAttribute('href');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(
      `document.activeElement?.getAttribute('href') === ${JSON.stringify(second)}`,
    );
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Timeline' }).waitFor();
  });
});

describe('a session', () => {
  it('tells what each compaction kept, gave back and lost', async () => {
    await open();
    await go(`${hooked}?tab=compactions`);
    await page.getByRole('heading', { name: 'Kept by the summary' }).waitFor();
    const given = page.locator('section', { hasText: 'Given back by the brief' }).last();
    await given.getByText('Do not push. I look at every commit first.').first().waitFor();
    await page.getByRole('heading', { name: 'Still missing' }).waitFor();
  });

  it('shows the brief word for word, its timeline and its evidence', async () => {
    await open();
    await go(`${hooked}?tab=briefs`);
    await page.locator('pre').filter({ hasText: 'never touch the migrations' }).first().waitFor();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.getByRole('button', { name: /^Compaction 1 \(auto\)/ }).waitFor();
    await page.getByLabel('Show').selectOption('prompt');
    await page.getByText('5 events').waitFor();
    await page.getByRole('tab', { name: 'Evidence' }).click();
    await page
      .getByText(/tool call|entries|entry/i)
      .first()
      .waitFor();
  });

  it('lets a person drop a rule that opened the page at a terminal, and nobody else', async () => {
    await open(false);
    await go(`${hooked}?tab=rules`);
    await page.getByText('Only you may drop or keep rules.').waitFor();
    expect(await page.getByRole('button', { name: 'Drop rule 1' }).count()).toBe(0);
    await open(true);
    await go(`${hooked}?tab=rules`);
    await page.getByRole('button', { name: 'Drop rule 2' }).click();
    await page.getByText('dropped').waitFor();
    const { rules } = JSON.parse(bench.machine.run(['rules', hookedId, '--json']).out);
    expect(rules.map(({ state }: { state: string }) => state)).toEqual([
      'holds',
      'dropped',
      'holds',
    ]);
  });

  it('that there is none of says so, and what to do', async () => {
    await open();
    await go('session/claude-code%2Fnosuch');
    await page.getByText('No session of this machine matches "claude-code/nosuch".').waitFor();
    await page.getByText('Open the list with "holdfast open" and choose one.').waitFor();
  });
});

describe('the search', () => {
  it('finds what was said, and shows what stands around it', async () => {
    await open();
    await page.getByRole('link', { name: 'Search' }).click();
    await page.getByLabel('Words').fill('flickers design');
    await page.getByRole('button', { name: 'Search' }).click();
    const hit = page.getByRole('listitem').filter({ hasText: 'do not change the design' }).first();
    await hit.getByRole('button', { name: 'Show the context' }).click();
    await hit.locator('.context').waitFor();
    await hit.getByRole('link', { name: 'Open the session' }).click();
    await page.getByRole('heading', { name: 'Find out why the login page flickers' }).waitFor();
  });
});

describe('the tickets', () => {
  it('are moved by the keyboard and by the pointer, and new ones appear', async () => {
    await open();
    await go(`tickets?project=${encodeURIComponent(bench.machine.project)}`);
    const board = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}, `) });
    const card = (name: string, ticket: string) =>
      board(name).getByRole('link').filter({ hasText: ticket });
    await card('in-progress', 'Round prices').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByLabel('Why is it blocked?').fill('the bank is closed');
    await page.getByRole('button', { name: 'Move' }).click();
    await card('blocked', 'Round prices').waitFor();
    expect(status('round')).toBe('blocked');
    await card('queued', 'Discount').dragTo(board('claimed'));
    await page.getByLabel('Who takes it?').fill('carla');
    await page.getByRole('button', { name: 'Move' }).click();
    await card('claimed', 'Discount').waitFor();
    expect(status('discount')).toBe('claimed');
    await page.getByRole('button', { name: 'New ticket' }).click();
    await page.getByLabel('Title').fill('Say thanks');
    await page.getByRole('button', { name: 'Create' }).click();
    await card('queued', 'Say thanks').waitFor();
    bench.machine.run(['ticket', 'new', 'From a terminal', '--id', 'terminal']);
    await card('queued', 'From a terminal').waitFor();
    await page.getByRole('tab', { name: 'Dependencies' }).click();
    await page
      .getByRole('link', { name: /^Prices in the mail.*queued.*after discount$/ })
      .waitFor();
  });

  it('are edited, get lines of progress, and are told before all others where they failed', async () => {
    await open();
    await go(`ticket/mail?project=${encodeURIComponent(bench.machine.project)}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Title').fill('Prices in every mail');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Prices in every mail' }).waitFor();
    await page.getByLabel('Move to').selectOption('claimed');
    await page.getByLabel('Who takes it?').fill('dora');
    await page.getByRole('button', { name: 'Move' }).click();
    await page.getByLabel('Add a line').fill('the mail has prices');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('listitem').filter({ hasText: 'the mail has prices' }).waitFor();
    bench.machine.run(['ticket', 'fail', 'mail', 'nobody answers', '--owner', 'dora']);
    await go(`tickets?project=${encodeURIComponent(bench.machine.project)}`);
    const failed = page.getByRole('region', { name: 'Failed tickets' });
    await failed.getByRole('link', { name: 'Prices in every mail' }).waitFor();
  });
});

describe('workflows, audit and health', () => {
  it('start a workflow, and show where it stands', async () => {
    await open();
    await go(`workflows?project=${encodeURIComponent(bench.machine.project)}`);
    await page.getByRole('button', { name: 'Start Plan first' }).click();
    await page.getByRole('dialog').getByRole('textbox').first().fill('Round the prices');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('link', { name: 'Plan first' }).click();
    await page.getByRole('heading', { name: /^Now: / }).waitFor();
    const now = page.getByRole('button', { name: /now .* missing/ });
    await now.waitFor();
    await page.getByRole('heading', { name: 'Missing evidence' }).waitFor();
  });

  it('show what compactions lost, by client and time', async () => {
    await open();
    await go('audit');
    await page.getByRole('listitem').filter({ hasText: 'rules lost' }).waitFor();
    await page
      .getByRole('link', { name: hookedId.slice(0, 13) })
      .first()
      .waitFor();
    await page.getByLabel('Client').selectOption('codex');
    await page.getByText('0 sessions without a compaction').waitFor();
  });

  it('show what doctor finds, and say what the table of clients means', async () => {
    await open();
    await go('health');
    await page.getByText('No client has Holdfast’s hooks').waitFor();
    await page.getByText('the client cannot do it').waitFor();
  });

  it('show the fleet where the project is in one, without the network, and fit a narrow window', async () => {
    await open();
    await go('workers');
    await page.getByText('No worker was started yet.').waitFor();
    const { state, project } = bench.machine;
    const folder = join(state, 'fleet', leaseName(project));
    mkdirSync(folder, { recursive: true });
    // Nothing says where the database is.
    writeFileSync(join(folder, 'joined.json'), '{"project":"acme/shop","machine":"desk"}');
    writeFileSync(join(folder, 'view.json'), JSON.stringify(fleetView));
    try {
      await page.reload();
      const fleet = page.getByRole('region', { name: 'Fleet' });
      await fleet.getByText('acme/shop, this machine is desk.').waitFor();
      expect(await fleet.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
        'Machines',
        'Leases',
        'Told by machines',
      ]);
      const row = (text: string) => fleet.getByRole('row').filter({ hasText: text });
      await row('desk (this one)').waitFor();
      await row('2 of 4').filter({ hasText: 'linux, gpu' }).waitFor();
      await row('old-laptop').filter({ hasText: 'not for 2 h' }).waitFor();
      await row('round-1803').filter({ hasText: 'in-progress' }).waitFor();
      await row('receipt').filter({ hasText: 'met' }).waitFor();
      for (const width of [360, 1024]) {
        await page.setViewportSize({ width, height: 800 });
        const overflow =
          'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect(await page.evaluate(overflow), `${width}`).toBe(0);
        const to = process.env.HOLDFAST_SCREENSHOTS;
        if (to) await page.screenshot({ path: join(to, `fleet-${width}.png`), fullPage: true });
      }
    } finally {
      removeFolder(folder);
    }
  });
});

describe('a transcript that grows', () => {
  it('is followed in a session that no hook tells of, and its curve in the list', async () => {
    const { machine } = bench;
    const id = '5f0c1c1e-0000-4000-8000-0000000000ce';
    const made = { id, cwd: '/home/you/code/mails', said: ['Count the parcels.'] };
    const path = writeSession(machine, made);
    const add = (mark: string, said: string[]): void =>
      appendFileSync(
        path,
        madeRows({ ...made, said }).replace(/"(uuid|id|tool_use_id)":"/g, `$&${mark}`),
      );
    await open(false, [id]);
    await page.getByRole('button', { name: 'Count the parcels.' }).waitFor();
    add('b', ['And the letters.']);
    await page.getByRole('button', { name: 'And the letters.' }).waitFor();
    await go('sessions');
    const row = page.getByRole('link').filter({ hasText: 'Count the parcels.' });
    await row.getByRole('img', { name: 'at most 46k tokens' }).waitFor();
    add('c', ['One.', 'Two.', 'Three.']);
    await row.getByRole('img', { name: 'at most 102k tokens' }).waitFor();
  });

  it('is followed while its session is shown', async () => {
    const { machine } = bench;
    const id = '5f0c1c1e-0000-4000-8000-0000000000cc';
    const path = writeSession(machine, { id, cwd: machine.project, said: ['Count the mails.'] });
    const payload = { session_id: id, transcript_path: path, cwd: machine.project };
    machine.run(['hook', 'claude-code'], {
      input: JSON.stringify({ ...payload, hook_event_name: 'SessionStart', source: 'startup' }),
    });
    await open(false, [id]);
    await page.getByRole('button', { name: 'Count the mails.' }).waitFor();
    const row = {
      type: 'user',
      uuid: 'late',
      sessionId: id,
      cwd: machine.project,
      timestamp: new Date().toISOString(),
      message: { role: 'user', content: 'And the letters.' },
    };
    appendFileSync(path, `${JSON.stringify(row)}\n`);
    machine.run(['hook', 'claude-code'], {
      input: JSON.stringify({ ...payload, hook_event_name: 'SessionEnd', reason: 'exit' }),
    });
    await page.getByRole('button', { name: 'And the letters.' }).waitFor();
  });
});

describe('an exported session', () => {
  it('is one file that asks nothing of anybody, without secrets', async () => {
    const { machine } = bench;
    const id = '5f0c1c1e-0000-4000-8000-0000000000dd';
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    writeSession(machine, {
      id,
      cwd: machine.project,
      said: [`Use the token ${secret} and </script><b>nothing</b> else.`],
    });
    const { code, err } = machine.run(['export', id, '--html', 'shown.html']);
    expect([code, err]).toEqual([0, '']);
    const path = join(machine.project, 'shown.html');
    expect(readFileSync(path, 'utf8')).not.toContain(secret);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`file://${path}`);
    await page.getByRole('heading', { name: 'Use the token' }).waitFor();
    await page.getByRole('tab', { name: 'Rules' }).click();
    expect(asked).toEqual([`file://${path}`]);
    writeFileSync(join(machine.project, 'own.html'), 'mine');
    const refused = machine.run(['export', id, '--html', 'own.html']);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('--force')]);
  });
});
