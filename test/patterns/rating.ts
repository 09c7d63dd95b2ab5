import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check, type Diagnostics } from 'recheck';
import { constructedPatterns } from './constructed.ts';
import { allPatterns, type Literal } from './find.ts';
import { measured } from './worst-text.ts';

/** Patterns that `recheck` found linear, by their hashes: rating one anew takes up to ten seconds. `npm run patterns` writes it. */
export const linearFile = join(dirname(fileURLToPath(import.meta.url)), 'linear.txt');

export interface Survey {
  patterns: Literal[];
  /** What the check cannot follow or has not seen made. */
  problems: string[];
}

/** Every pattern of `src/`, as literals and as what is put together. */
export async function survey(): Promise<Survey> {
  const found = allPatterns();
  const { patterns, unseen } = await constructedPatterns(found);
  return {
    patterns: [...[...found.values()].flatMap(({ literals }) => literals), ...patterns],
    problems: [
      ...[...found.values()].flatMap(({ problems }) => problems),
      ...unseen.map(
        ({ file, line }) =>
          `${file}:${line}: nothing makes this pattern; call what makes it in test/patterns/exercises.ts`,
      ),
    ],
  };
}

export function linearOnes(): Set<string> {
  return new Set(readFileSync(linearFile, 'utf8').split('\n').filter(Boolean));
}

export function hashOf({ source, flags }: Pick<Literal, 'source' | 'flags'>): string {
  return createHash('sha256').update(`/${source}/${flags}`).digest('hex').slice(0, 20);
}

/** A text of this length, in which nothing repeats for ever, takes no longer than `mostMs`. */
const measuredLength = 64 * 1024;
const mostMs = 40;

/**
 * What is wrong with a pattern, undefined where its cost grows with its text and no faster. One that only repeats a bounded
 * number of times costs so much for each character at most; how much is measured.
 */
export async function fault(
  pattern: Pick<Literal, 'source' | 'flags'>,
): Promise<string | undefined> {
  const rating = await rate(pattern);
  if (rating.status === 'safe' && !/\{\d*,?\d{2,}\}/.test(pattern.source)) return undefined;
  if (rating.status === 'safe' || !repeatsForEver(pattern.source)) {
    const ms = measured({ ...pattern, most: measuredLength, tooLong: mostMs });
    return ms <= mostMs ? undefined : `${Math.round(ms)} ms for a text of ${measuredLength}`;
  }
  if (rating.status === 'unknown') return `not rated: ${rating.error.kind}`;
  return `${rating.complexity.summary}, for example on ${rating.attack.pattern.slice(0, 200)}`;
}

/** Whether it has a `*`, a `+` or a `{n,}`, outside of classes of characters and behind no backslash. */
function repeatsForEver(source: string): boolean {
  const bare = source.replace(/\\[\s\S]/g, '_').replace(/\[[^\]]*\]/g, '_');
  return /[*+]|\{\d+,\}/.test(bare);
}

export function rate({ source, flags }: Pick<Literal, 'source' | 'flags'>): Promise<Diagnostics> {
  return check(source, flags, { timeout: 30_000 });
}

/** Calls `work` for each, so many at a time as there are processors. */
export async function forEach<T>(
  all: readonly T[],
  work: (one: T) => Promise<void>,
): Promise<void> {
  const left = [...all];
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: Math.min(4, cpus().length) }, worker));
}

/** The same pattern is written in several places. */
export function distinct<T extends Pick<Literal, 'source' | 'flags'>>(patterns: readonly T[]): T[] {
  return [...new Map(patterns.map((one) => [hashOf(one), one])).values()];
}
