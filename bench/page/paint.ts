import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { PageBench } from '../../test/page/sample.ts';
import { median } from '../ratio.ts';
import type { BenchRow } from '../row.ts';
import { makeTranscripts } from './place.ts';

const rounds = 15;
const dist = join(import.meta.dirname, '..', '..', 'dist');

/** How large the page is, and how soon its first paint and its first rows come, beside a page with nothing on it. */
export async function paintRows(browser: Browser, sessions: number): Promise<BenchRow[]> {
  const parts = ['page.html', 'page.js', 'page.css', 'page.svg'];
  const bytes = parts.reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(dist, name))).length,
    0,
  );
  const bare = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>bare</title><p>bare</p>');
  });
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
  const bench = new PageBench();
  try {
    bench.addSessions();
    makeTranscripts(bench, sessions, 60);
    bench.daemon.start();
    const context = await browser.newContext();
    const first = await context.newPage();
    first.setDefaultTimeout(180_000);
    await first.goto(bench.link());
    const all = (sessions + 3).toLocaleString('en');
    await first.getByText(`${all} sessions`, { exact: true }).waitFor();
    await first.close();
    const own = `http://127.0.0.1:${bench.daemon.record.port}/#sessions`;
    const other = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`;
    const times: Record<'bare' | 'paint' | 'rows', number[]> = { bare: [], paint: [], rows: [] };
    for (let round = 0; round < rounds; round += 1) {
      for (const url of [other, own]) {
        const page = await context.newPage();
        page.setDefaultTimeout(180_000);
        await page.goto(url);
        const painted = await page.evaluate<number>(firstPaint);
        times[url === own ? 'paint' : 'bare'].push(painted);
        if (url === own) times.rows.push(await page.evaluate<number>(firstRow));
        await page.close();
      }
    }
    await context.close();
    const beyond = median(times.paint) - median(times.bare);
    const rows = median(times.rows) - median(times.bare);
    return [
      {
        name: 'the page, compressed',
        figure: bytes / 1000,
        unit: 'kB',
        limit: 150,
        pass: bytes <= 150_000,
      },
      {
        name: `first paint beyond a bare page, ${all} sessions, median`,
        figure: beyond,
        unit: 'ms',
        limit: 300,
        pass: beyond <= 300,
      },
      {
        name: `first rows of the list beyond a bare page, ${all} sessions, median`,
        figure: rows,
        unit: 'ms',
      },
    ];
  } finally {
    bare.close();
    bench.remove();
  }
}

/** The moment of the first paint with content, since the page was asked for. */
const firstPaint = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const found = list.getEntriesByName('first-contentful-paint')[0];
    if (found) resolve(found.startTime);
  }).observe({ type: 'paint', buffered: true });
})`;

const firstRow = `new Promise((resolve) => {
  const look = () => document.querySelector('a.sessionrow') ? resolve(performance.now()) : requestAnimationFrame(look);
  look();
})`;
