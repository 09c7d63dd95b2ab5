// Makes the three pictures of the README: the page with made-up sessions, in the Chromium of this machine.
import { mkdirSync } from 'node:fs';
import { startBrowser } from '../test/page/browser.ts';
import { hookedId, PageBench } from '../test/page/sample.ts';

const folder = 'docs/pictures';
const session = `session/${encodeURIComponent(`claude-code/${hookedId}`)}`;
const pictures = [
  { name: 'sessions', place: 'sessions', shown: '.curve' },
  { name: 'compaction', place: `${session}?tab=compactions`, shown: '.factlist li' },
  { name: 'tickets', place: 'tickets', shown: '.ticket' },
];

const bench = new PageBench();
const browser = await startBrowser();
try {
  bench.addSessions();
  bench.addTickets();
  bench.daemon.start();
  mkdirSync(folder, { recursive: true });
  const page = await browser.newPage({
    viewport: { width: 1024, height: 640 },
    reducedMotion: 'reduce',
    colorScheme: 'light',
  });
  await page.goto(bench.link([], true));
  for (const { name, place, shown } of pictures) {
    await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
    await page.locator(shown).first().waitFor({ timeout: 60_000 });
    await page.evaluate(namesOf(bench.machine.project));
    if (name === 'compaction') {
      await page.evaluate(`document.querySelector('.chart').scrollIntoView()`);
    }
    await page.screenshot({ path: `${folder}/${name}.png` });
    console.log(`${folder}/${name}.png`);
  }
} finally {
  await browser.close();
  bench.remove();
}

/** Puts the name of a usual folder in the place of the one that was made up for this. */
function namesOf(project: string): string {
  const [own, usual] = [JSON.stringify(project), JSON.stringify('/home/you/code/cart')];
  return `{
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replaceAll(${own}, ${usual});
  }`;
}
