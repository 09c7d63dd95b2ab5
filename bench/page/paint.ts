import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext } from 'playwright-core';
import { PageBench } from '../../test/page/sample.ts';
import { median } from '../ratio.ts';
import type { BenchRow } from '../row.ts';
import { makeTranscripts } from './place.ts';

const rounds = 15;
const dist = join(import.meta.dirname, '..', '..', 'dist');

/** How large the page is, and how soon its first paint and its first rows come, beside a page with nothing on it. */
export async function paintRows(
  browser: Browser,
  sessions: number,
  tickets: number,
): Promise<BenchRow[]> {
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
    const list = await scrolled(context, own, 'a.sessionrow', '.longlist');
    addTickets(bench, tickets);
    const board = await scrolled(
      context,
      own.replace('#sessions', `#tickets?project=${encodeURIComponent(bench.machine.project)}`),
      '.ticket',
      '.column ul',
    );
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
      ...figures(`${all} sessions`, list),
      ...figures(`${tickets.toLocaleString('en')} tickets`, board),
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

interface Scrolled {
  /** Milliseconds until the first row was there. */
  firstMs: number;
  elements: number;
  frames: number;
  /** Frames in which a part of the list had no row. */
  blank: number;
  slowestMs: number;
}

/** Opens a view, and scrolls its list from the beginning to the end and back in about 200 frames. */
async function scrolled(
  context: BrowserContext,
  url: string,
  row: string,
  list: string,
): Promise<Scrolled> {
  const page = await context.newPage();
  page.setDefaultTimeout(180_000);
  await page.goto(url);
  const began = await page.evaluate<number>(firstOf(row));
  const seen = await page.evaluate<Omit<Scrolled, 'firstMs'>>(scrolling(row, list));
  await page.close();
  return { firstMs: began, ...seen };
}

const firstOf = (selector: string): string => `new Promise((resolve) => {
  const look = () => document.querySelector('${selector}') ? resolve(performance.now()) : requestAnimationFrame(look);
  look();
})`;

/** A point of the list that shows is a blank where no row is at it. */
const scrolling = (row: string, list: string): string => `(async () => {
  const box = document.querySelector('${list}');
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const isBlank = () => {
    const { left, width, top, bottom } = box.getBoundingClientRect();
    for (let y = Math.max(top, 0) + 8; y < Math.min(bottom, innerHeight) - 8; y += 24) {
      const at = document.elementsFromPoint(left + width / 2, y);
      if (at.includes(box) && !at.some((one) => one.closest('${row}, li'))) return true;
    }
    return false;
  };
  let blank = 0, frames = 0, slowestMs = 0, elements = 0;
  const end = box.scrollHeight - box.clientHeight;
  await frame();
  let last = performance.now();
  for (let step = 0; step <= 200; step += 1) {
    box.scrollTop = end * (step <= 100 ? step : 200 - step) / 100;
    await frame();
    const now = performance.now();
    slowestMs = Math.max(slowestMs, now - last);
    frames += 1;
    if (isBlank()) blank += 1;
    elements = Math.max(elements, document.querySelectorAll('*').length);
    last = performance.now();
  }
  return { blank, frames, slowestMs, elements };
})()`;

function figures(
  what: string,
  { firstMs, elements, frames, blank, slowestMs }: Scrolled,
): BenchRow[] {
  return [
    { name: `${what}: first row`, figure: firstMs, unit: 'ms' },
    { name: `${what}: elements in the document at most`, figure: elements, unit: '' },
    {
      name: `${what}: frames with a blank of ${frames}`,
      figure: blank,
      unit: '',
      limit: 0,
      pass: blank === 0,
    },
    { name: `${what}: slowest frame while scrolling`, figure: slowestMs, unit: 'ms' },
  ];
}

const statuses = ['queued', 'claimed', 'in-progress', 'blocked', 'review', 'done', 'failed'];

/** Tickets of every status, each after one of those before it. */
function addTickets({ machine }: PageBench, count: number): void {
  const folder = join(machine.project, '.holdfast', 'tickets');
  mkdirSync(folder, { recursive: true });
  for (let at = 0; at < count; at += 1) {
    const lines = [
      '---',
      `id: T${at}`,
      `title: Task ${at}, round the prices of the shop`,
      `status: ${statuses[at % statuses.length]}`,
      ...(at > 0 ? [`depends_on: [T${Math.floor(at / 2)}]`] : []),
      '---',
      '',
    ];
    writeFileSync(join(folder, `T${at}.md`), lines.join('\n'));
  }
}
