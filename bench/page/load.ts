import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { appendJournal, sealEntry } from '../../src/journal/journal.ts';
import { hookedId, PageBench } from '../../test/page/sample.ts';
import type { BenchRow } from '../row.ts';
import { called, makeTranscripts } from './place.ts';

const rate = 200;
/** So often rows are written, in milliseconds. */
const tickMs = 50;
/** The beginning, in which lists and code get warm, counts for nothing. */
const warmShare = 0.3;
/** What may be added over the rest, by the slope. */
const growthLimit = 1.15;

interface Sample {
  seconds: number;
  /** In megabytes. */
  [what: string]: number;
}

/**
 * 200 events a second: calls in 20 transcripts and entries in a session's journal, with the list in one tab and a session in
 * another. Prints memory over time; the slope of each must be flat.
 */
export async function loadRows(browser: Browser, minutes: number): Promise<BenchRow[]> {
  const bench = new PageBench();
  try {
    bench.addSessions();
    const transcripts = makeTranscripts(bench, 20, 5);
    const { pid } = bench.daemon.start();
    const list = await browser.newPage();
    const one = await browser.newPage();
    await list.goto(bench.link());
    await list.getByText('23 sessions').waitFor();
    await one.goto(bench.link([transcripts[0]!.id]));
    await one.getByRole('tab', { name: 'Timeline' }).waitFor();
    const sessions: [string, CDPSession][] = [
      ['page: list', await inspect(list)],
      ['page: session', await inspect(one)],
    ];
    const folder = join(bench.machine.state, 'sessions', 'claude-code', hookedId);
    const began = Date.now();
    const endsAt = began + minutes * 60_000;
    let written = 0;
    let at = 0;
    const write = (): void => {
      const due = Math.floor(((Date.now() - began) / 1000) * rate);
      while (written < due) {
        at += 1;
        // Each call is two rows; each tenth event is an entry of the journal.
        if (at % 5 === 0) {
          const text = `Note ${at % 50}.`;
          const entry = { kind: 'note', note: 'next', by: 'agent', text } as const;
          appendJournal(folder, [sealEntry(entry, new Date().toISOString(), undefined)]);
          written += 1;
        } else {
          transcripts[at % 20]!.append(...called(`toolu_${at}`, 20_000 + (at % 100) * 1_000));
          written += 2;
        }
      }
    };
    const timer = setInterval(write, tickMs);
    const samples: Sample[] = [];
    for (let next = began; Date.now() < endsAt; ) {
      next += Math.max(2_000, (minutes * 60_000) / 40);
      await new Promise((resolve) => setTimeout(resolve, next - Date.now()));
      const sample: Sample = { seconds: Math.round((Date.now() - began) / 1000) };
      for (const [name, bytes] of processes(pid)) sample[name] = bytes;
      for (const [name, session] of sessions) sample[name] = await heap(session);
      samples.push(sample);
      console.log(
        Object.entries(sample)
          .map(([name, figure]) => `${name} ${figure.toFixed(name === 'seconds' ? 0 : 1)}`)
          .join('  '),
      );
    }
    clearInterval(timer);
    await list.close();
    await one.close();
    console.log(`${written} events in ${minutes} minutes`);
    return rowsOf(samples);
  } finally {
    bench.remove();
  }
}

async function inspect(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.enable');
  return session;
}

/** What a page holds after its garbage was collected, in megabytes. */
async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value / 1e6;
}

/** Resident memory of the daemon and of its helpers together, in megabytes. */
function processes(daemon: number): [string, number][] {
  const helpers = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => read(name, 'status').includes(`\nPPid:\t${daemon}\n`));
  const sum = helpers.reduce((total, pid) => total + resident(pid), 0);
  return [
    ['daemon', resident(String(daemon))],
    ['helpers', sum],
  ];
}

function resident(pid: string): number {
  return Number(/VmRSS:\s+(\d+)/.exec(read(pid, 'status'))?.[1] ?? 0) / 1000;
}

function read(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

function rowsOf(samples: Sample[]): BenchRow[] {
  const warm = samples.slice(Math.floor(samples.length * warmShare));
  const names = Object.keys(warm[0] ?? {}).filter((name) => name !== 'seconds');
  return names.map((name) => {
    const [first, last] = line(warm.map((sample) => [sample.seconds, sample[name] ?? 0]));
    const growth = last / first;
    return {
      name: `${name}: memory at the end beside that after the first third, by the slope`,
      figure: growth,
      unit: 'times',
      limit: growthLimit,
      pass: growth <= growthLimit,
    };
  });
}

/** The ends of the straight line through points with the least squares. */
function line(points: [number, number][]): [number, number] {
  const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const over = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0);
  const under = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  const slope = under === 0 ? 0 : over / under;
  return [y + slope * (points[0]![0] - x), y + slope * (points.at(-1)![0] - x)];
}
