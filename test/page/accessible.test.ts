import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from './browser.ts';
import { hookedId, PageBench } from './sample.ts';

let bench: PageBench;
let browser: Browser;

beforeAll(async () => {
  bench = new PageBench();
  bench.addSessions();
  bench.addTickets();
  bench.machine.run(['workflow', 'start', 'plan-first', '--set', 'task=Round the prices']);
  bench.daemon.start();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  bench?.remove();
});

const session = `session/${encodeURIComponent(`claude-code/${hookedId}`)}`;
/** Every view, with what shows that it is whole. */
const views: Record<string, string> = {
  sessions: '.curve',
  [session]: '.event',
  [`${session}?tab=compactions`]: '.factlist li',
  [`${session}?tab=briefs`]: 'pre',
  [`${session}?tab=rules`]: '.rules li',
  [`${session}?tab=evidence`]: '[role=tabpanel] :is(.empty,table)',
  [`${session}?tab=memory`]: '[role=tabpanel] :is(.empty,pre)',
  [`${session}?tab=continue`]: '.copyable',
  'search?q=prices': '.hits li',
  tickets: '.ticket',
  'tickets?tab=graph': '.node',
  'ticket/round': 'h2',
  workers: '.empty',
  'worker/nosuch': '.empty',
  workflows: '.plain .card a',
  'workflow/plan-first': '.node button',
  audit: '.bars',
  health: '.legend',
  'session/nosuch': '[role=alert]',
};

interface Violation {
  id: string;
  nodes: { html: string }[];
}

describe.each(['light', 'dark'] as const)('in the %s scheme', (colorScheme) => {
  it('axe finds nothing on any view, and none is wider than a phone', async () => {
    const context = await browser.newContext({
      colorScheme,
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 900 },
      bypassCSP: true,
    });
    context.setDefaultTimeout(90_000);
    const page = await context.newPage();
    await page.goto(bench.link([], true));
    await page.addScriptTag({ content: axe.source });
    const found: unknown[] = [];
    for (const [place, whole] of Object.entries(views)) {
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
        await page.locator(whole).first().waitFor();
        const { violations } = await page.evaluate<{ violations: Violation[] }>(
          `axe.run(document, { resultTypes: ['violations'] })`,
        );
        for (const { id, nodes } of violations) {
          found.push({ place, width, id, html: nodes.map(({ html }) => html.slice(0, 200)) });
        }
        const over = await page.evaluate<number>(
          'document.documentElement.scrollWidth - innerWidth',
        );
        if (over > 0) found.push({ place, width, over });
      }
    }
    expect(found).toEqual([]);
    await context.close();
  });
});
