import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Browser } from 'playwright-core';
import { appendJournal, sealEntry } from '../../src/journal/journal.ts';
import { hookedId, PageBench } from '../../test/page/sample.ts';
import { median } from '../ratio.ts';
import type { BenchRow } from '../row.ts';
import { makeTranscripts, said, whenShown } from './place.ts';

const rounds = 60;
const limitMs = 100;

/** What passes between the writing of a row or an entry and the change on the page, with so many sessions in the list. */
export async function latencyRows(browser: Browser, sessions: number): Promise<BenchRow[]> {
  const bench = new PageBench();
  try {
    bench.addSessions();
    const transcripts = makeTranscripts(bench, sessions, 60);
    bench.daemon.start();
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(180_000);
    await page.goto(bench.link());
    await page
      .getByText(`${(sessions + 3).toLocaleString('en')} sessions`, { exact: true })
      .waitFor();
    await page.locator('.curve').first().waitFor();
    const row = async (selector: string, text: string, write: () => void): Promise<number> => {
      const shown = whenShown(page, selector, text);
      // So that what was written before is done with.
      await page.waitForTimeout(400);
      const began = performance.timeOrigin + performance.now();
      write();
      return (await shown) - began;
    };
    // Of those that nobody touched for an hour the newest: their state changes when a row comes.
    const list: number[] = [];
    for (const one of transcripts.slice(0, Math.min(rounds, sessions, 60))) {
      const name = one.id;
      list.push(
        await row(`.sessionrow[href$="${name}"] .state`, 'working', () =>
          one.append(said('More.')),
        ),
      );
    }
    await page.evaluate(`location.hash = 'session/claude-code%2F${transcripts[0]!.id}'`);
    await page.getByRole('tab', { name: 'Timeline' }).waitFor();
    const timeline: number[] = [];
    for (let at = 1; at <= rounds; at += 1) {
      const count = await page.evaluate<number>(
        `Number.parseInt(document.querySelector('[role=tabpanel] [role=status]').textContent)`,
      );
      timeline.push(
        await row('[role=tabpanel] [role=status]', `${count + 1} events`, () =>
          transcripts[0]!.append(said(`Event ${at}.`)),
        ),
      );
    }
    await page.evaluate(`location.hash = 'sessions'`);
    await page.getByRole('list', { name: 'Sessions' }).waitFor();
    const folder = join(bench.machine.state, 'sessions', 'claude-code', hookedId);
    const hooked: number[] = [];
    for (let at = 0; at < rounds; at += 1) {
      const entry =
        at % 2 === 0
          ? ({ kind: 'ended', reason: 'exit' } as const)
          : ({ kind: 'session', source: 'resume' } as const);
      const text = at % 2 === 0 ? 'ended' : 'in recovery';
      hooked.push(
        await row(`.sessionrow[href$="${hookedId}"] .state`, text, () =>
          appendJournal(folder, [sealEntry(entry, new Date().toISOString(), undefined)]),
        ),
      );
    }
    await page.close();
    const of = `with ${sessions + 3} sessions`;
    return [
      ...rows(`a row of a transcript to the list, ${of}`, list),
      ...rows(`a row of a transcript to its timeline, ${of}`, timeline),
      ...rows(`an entry of a hook to the list, ${of}`, hooked),
    ];
  } finally {
    bench.remove();
  }
}

function rows(name: string, times: number[]): BenchRow[] {
  const sorted = [...times].sort((a, b) => a - b);
  const most = sorted[Math.ceil(sorted.length * 0.95) - 1]!;
  const half = median(sorted);
  return [
    { name: `${name}, median`, figure: half, unit: 'ms', limit: limitMs, pass: half <= limitMs },
    { name: `${name}, 95 of 100`, figure: most, unit: 'ms', limit: limitMs, pass: most <= limitMs },
  ];
}
