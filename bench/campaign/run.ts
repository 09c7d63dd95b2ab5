import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { crowds } from './crowd.ts';
import { disks } from './disks.ts';
import { escapes } from './escapes.ts';
import type { Failure, Family, Outcome } from './family.ts';
import { kills } from './kills.ts';
import { patterns } from './patterns.ts';
import { payloads } from './payloads.ts';
import { secrets } from './secrets.ts';
import { surroundings } from './surroundings.ts';
import { table } from './table.ts';

const families: readonly Family[] = [
  payloads,
  surroundings,
  kills,
  crowds,
  disks,
  secrets,
  escapes,
  patterns,
];
/** Milliseconds after which what was done is kept. */
const slice = 60_000;
const kept = join(import.meta.dirname, '..', 'results', 'campaign.json');
const page = join(import.meta.dirname, '..', '..', 'docs', 'reliability.md');

/** What all runs of one family came to, since it was begun anew. */
export interface Sum {
  attempts: number;
  failures: number;
  failedBy: Record<string, number>;
  /** The first of them, to be made again with `--only FAMILY --from NUMBER --attempts 1`. */
  samples: Failure[];
  covered: Record<string, number>;
  seconds: number;
}

/**
 * Runs the campaign: `--only FAMILY`, `--seconds N` for all families together (default 600), `--attempts N` for each,
 * `--from NUMBER`, `--fresh` to begin with the first attempt again. Each run goes on where the last one ended.
 */
async function main(words: readonly string[]): Promise<void> {
  const valued = ['--only', '--seconds', '--attempts', '--from'];
  const unknown = words.find(
    (word, at) =>
      ![...valued, '--fresh', '--write'].includes(word) && !valued.includes(words[at - 1] ?? ''),
  );
  if (unknown !== undefined)
    throw new Error(
      `"${unknown}" is no option. Known: --only FAMILY, --seconds N, --attempts N, --from NUMBER, --fresh, --write.`,
    );
  const value = (name: string): number | undefined => {
    const at = words.indexOf(name);
    return at < 0 ? undefined : Number(words[at + 1]);
  };
  const only = words.includes('--only') ? words[words.indexOf('--only') + 1] : undefined;
  const chosen = families.filter(({ name }) => only === undefined || only === name);
  if (chosen.length === 0) {
    throw new Error(
      `No family is named "${only}". Known: ${families.map(({ name }) => name).join(', ')}.`,
    );
  }
  const sums = read();
  if (words.includes('--fresh')) {
    for (const { name } of chosen) delete sums[name];
    write(sums);
  }
  const each = ((value('--seconds') ?? 600) * 1000) / chosen.length;
  let failed = 0;
  for (const family of chosen) {
    const sum = sums[family.name] ?? {
      attempts: 0,
      failures: 0,
      failedBy: {},
      samples: [],
      covered: {},
      seconds: 0,
    };
    const until = Date.now() + each;
    const goal = value('--attempts') ?? Math.max(0, family.goal - sum.attempts);
    let next = value('--from') ?? sum.attempts;
    let done = 0;
    let wrong = 0;
    // What a run came to is kept every now and then, so that one that is ended goes on where it was.
    while (done < goal && Date.now() < until) {
      const began = Date.now();
      const outcome = await family.run({
        first: next,
        attempts: goal - done,
        until: Math.min(until, began + slice),
      });
      if (outcome.attempts === 0) break;
      done += outcome.attempts;
      next += outcome.attempts;
      wrong += outcome.failed;
      add(sum, outcome, (Date.now() - began) / 1000);
      // Families may run at the same time, each in a program of its own.
      if (value('--from') === undefined) write({ ...read(), [family.name]: sum });
      for (const { attempt, what } of outcome.failures)
        console.log(`${family.name} ${attempt}: ${what}`);
    }
    failed += wrong;
    console.log(`${family.name}: ${done} attempts, ${wrong} failures`);
  }
  if (words.includes('--write')) writePage(table(families, read()));
  process.exitCode = failed > 0 ? 1 : 0;
}

function add(sum: Sum, outcome: Outcome, seconds: number): void {
  sum.attempts += outcome.attempts;
  sum.failures += outcome.failed;
  sum.samples = [...sum.samples, ...outcome.failures].slice(0, 20);
  sum.seconds += seconds;
  for (const [name, count] of Object.entries(outcome.covered))
    sum.covered[name] = (sum.covered[name] ?? 0) + count;
  for (const [name, count] of Object.entries(outcome.failedBy))
    sum.failedBy[name] = (sum.failedBy[name] ?? 0) + count;
}

function read(): Record<string, Sum> {
  return existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
}

function write(sums: Record<string, Sum>): void {
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(kept, `${JSON.stringify(sums, null, 2)}\n`);
}

/** Puts the table into the page, between its two marks. */
function writePage(rows: string): void {
  const text = readFileSync(page, 'utf8');
  const [before = '', rest = ''] = text.split('<!-- campaign -->\n');
  const [, after = ''] = rest.split('<!-- end -->');
  writeFileSync(page, `${before}<!-- campaign -->\n${rows}<!-- end -->${after}`);
}

await main(process.argv.slice(2));
