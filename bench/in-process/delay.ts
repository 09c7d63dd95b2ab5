import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { removeFolder } from '../../harness/remove-folder.ts';
import { families, textOf } from '../adversarial/families.ts';
import { openCodeSession } from './opencode-client.ts';
import { piSession } from './pi-client.ts';
import { hardTurns, type Turn, usualTurns } from './turns.ts';

/**
 * How long the built plugins hold the thread of their host: the longest delay of its event loop over every hook of two turns
 * and a compaction, and beside it that of the same loop with nothing to do for as long. On a machine with other work a delay
 * is also a wait for a processor; so on Linux it is told how long the thread was on one between two turns of its loop.
 * `--dist=DIR` `--only=WORD` `--client=NAME` `--families`. Ends with 1 where that, or elsewhere the delay, is over 50 ms.
 */
const option = (name: string): string | undefined =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const dist = resolve(option('dist') ?? join(import.meta.dirname, '..', '..', 'dist'));
const limitMs = 50;
const mb = 1024 * 1024;

const clients = { pi: piSession, opencode: openCodeSession };
const records: [string, () => Turn[]][] = [
  ['100 rows', () => usualTurns(mb).slice(0, 25)],
  ['5 MB', () => usualTurns(5 * mb)],
  ['50 MB', () => usualTurns(50 * mb)],
  ...(process.argv.includes('--families')
    ? Object.entries(families).map(([name, pump]): [string, () => Turn[]] => [
        `1 MB of ${name}`,
        () => hardTurns(textOf(pump, mb)),
      ])
    : []),
];

/** Time that this thread was on a processor, in milliseconds; undefined where the system does not tell. */
function onProcessor(): number | undefined {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return undefined;
  }
}

interface Measured {
  /** The longest delay of the event loop, in milliseconds. */
  delay: number;
  /** The longest time on a processor between two turns of the loop; the delay where the system does not tell. */
  held: number;
  took: number;
}

async function delayOf(work: () => Promise<unknown>): Promise<Measured> {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  await pause(20);
  delays.reset();
  let held = 0;
  let last = onProcessor();
  const look = (): void => {
    const now = onProcessor();
    if (now !== undefined && last !== undefined) held = Math.max(held, now - last);
    last = now;
  };
  const turns = setInterval(look, 2);
  const start = performance.now();
  await work();
  const took = performance.now() - start;
  // A delay is seen by the timer behind it.
  await pause(20);
  clearInterval(turns);
  delays.disable();
  const delay = delays.max / 1e6;
  return { delay, held: last === undefined ? delay : held, took };
}

console.log('| client | record | delay | idle loop | on a processor | all hooks |');
console.log('| --- | --- | ---: | ---: | ---: | ---: |');
for (const [name, client] of Object.entries(clients)) {
  if (option('client') !== undefined && option('client') !== name) continue;
  const path = pathToFileURL(join(dist, `${name}.mjs`)).href;
  const program = (await import(path)) as Parameters<typeof client>[0];
  for (const [record, turns] of records) {
    if (!record.includes(option('only') ?? '')) continue;
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
    mkdirSync(join(folder, '.git'));
    const run = await client(program, folder, turns());
    const { delay, held, took } = await delayOf(run);
    const idle = await delayOf(() => pause(Math.min(took, 5_000)));
    const isOver = held > limitMs;
    if (isOver) process.exitCode = 1;
    const cells = [delay, idle.delay, held, took].map((ms) => `${ms.toFixed(0)} ms`);
    console.log(`| ${[name, record, ...cells].join(' | ')}${isOver ? ' **over**' : ''} |`);
    await pause(500);
    removeFolder(folder);
  }
}
process.exit();
