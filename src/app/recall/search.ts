import { matchText, type Reach, termText } from '../../core/search/match-text.ts';
import type { Query } from '../../core/search/query.ts';
import { type Candidate, type Ranked, rank } from '../../core/search/rank.ts';
import type { ItemKind } from '../../core/search/searchable.ts';
import type { FoundItem, Match, RecallIndex, StoredRecord } from './ports.ts';

export interface SearchWish {
  query: Query;
  /** Only records of which this is so. */
  accepts?(record: StoredRecord): boolean;
  sinceMs?: number;
  untilMs?: number;
  /** Only items of these kinds. */
  kinds?: readonly ItemKind[];
  /** By `time` what was found is shown from the newest to the oldest. */
  order?: 'fit' | 'time';
  /** Hits at most. */
  limit: number;
}

/** One item that was found. */
export interface Hit {
  record: StoredRecord;
  item: FoundItem;
  reach: Reach;
  /** How often the same text, or nearly the same, stands there. */
  count: number;
  /** Some of the other places. */
  others: { record: StoredRecord; item: FoundItem }[];
  /** True when its session was compacted after it. */
  beforeCompaction: boolean;
}

export interface Findings {
  hits: Hit[];
  /** Different texts that were found, at least. */
  total: number;
  /** True where more was found than was weighed. */
  more: boolean;
  /** True where no item holds all of the words. */
  onlySome: boolean;
  /** Words that no item holds; only told where none holds all. */
  nowhere: string[];
}

type Found = Match & Candidate;

/** Items that are weighed, at most; of more the ones that were taken in last. */
const mostWeighed = 400;
const enough = 200;

export function search(index: RecallIndex, wish: SearchWish): Findings {
  const wanted = wish.accepts && index.records().filter(wish.accepts);
  if (wanted?.length === 0) return nothing;
  const records = wanted?.map(({ id }) => id);
  const { sinceMs, untilMs, kinds } = wish;
  const filter = { records, sinceMs, untilMs, kinds };
  const found = new Map<number, Found>();
  let more = false;
  const look = (reach: Reach) => {
    const expression = matchText(wish.query, reach);
    if (expression === undefined) return;
    const matches = index.match({
      expression,
      ...filter,
      byRarity: reach === 'some',
      most: mostWeighed,
    });
    more ||= matches.length === mostWeighed;
    for (const match of matches) {
      const key = match.record * 0x100_0000 + match.number;
      if (!found.has(key)) found.set(key, { ...match, reach, fit: fitOf(match, reach) });
    }
  };
  look('phrase');
  // Where that many hold the words in a row, none of the others is shown before them.
  if (found.size < enough) look('all');
  else more = true;
  const onlySome = found.size === 0;
  if (onlySome) look('some');
  const ranked = rank([...found.values()]);
  if (wish.order === 'time') ranked.sort((a, b) => b.time - a.time || b.number - a.number);
  const hits = hitsOf(index, ranked, wish);
  const nowhere = onlySome
    ? wish.query.terms.map(({ text }) => text).filter((text) => !stands(index, text, filter))
    : [];
  return {
    hits,
    total: ranked.length,
    more,
    onlySome: onlySome && hits.length > 0,
    nowhere: hits.length > 0 ? nowhere : [],
  };
}

const nothing: Findings = { hits: [], total: 0, more: false, onlySome: false, nowhere: [] };

/** True where an item holds a word. */
function stands(
  index: RecallIndex,
  text: string,
  filter: Partial<Parameters<RecallIndex['match']>[0]>,
): boolean {
  return (
    index.match({ ...filter, expression: termText(text), byRarity: false, most: 1 }).length > 0
  );
}

/** What was found of which the first places are looked at; of these what is nearly the same is told once. */
const looked = 4;
/** Other places of a hit that are kept. */
const mostOthers = 6;

function hitsOf(index: RecallIndex, ranked: readonly Ranked<Found>[], wish: SearchWish): Hit[] {
  const placeOf = ({ record: id, number }: { record: number; number: number }) => {
    const record = index.recordWithId(id);
    const item = index.item(id, number);
    return record === undefined || item === undefined ? undefined : { record, item };
  };
  const placesOf = (others: Ranked<Found>['others']) =>
    others.flatMap((other) => placeOf(other) ?? []);
  const hits: Hit[] = [];
  const known = new Map<string, Hit>();
  for (const one of ranked.slice(0, wish.limit * looked)) {
    const place = placeOf(one);
    if (place === undefined) continue;
    const same = known.get(likeness(place.item));
    if (same !== undefined) {
      same.count += one.count;
      same.others = [...same.others, place, ...placesOf(one.others)].slice(0, mostOthers);
      continue;
    }
    if (hits.length === wish.limit) continue;
    const { reach, count } = one;
    const beforeCompaction = place.item.number < place.record.lastCompaction;
    const others = placesOf(one.others);
    const hit: Hit = { ...place, reach, count, others, beforeCompaction };
    known.set(likeness(place.item), hit);
    hits.push(hit);
  }
  // Who asks has the newest summary before them.
  return wish.order === 'time'
    ? hits
    : [...hits.filter((hit) => !isNewestSummary(hit)), ...hits.filter(isNewestSummary)];
}

function isNewestSummary({ record, item }: Hit): boolean {
  return item.kind === 'summary' && item.number >= record.lastCompaction;
}

/**
 * By what nearly the same is known: kind and tool, and the letters and digits of the beginning. Of a call its description makes no
 * difference, nor do its numbers.
 */
function likeness({ kind, tool, head, length, number, record }: FoundItem): string {
  const text =
    kind === 'call' ? head.replace(/\ndescription: [\s\S]*/, '').replace(/\d/g, '') : head;
  const letters = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  // Of a long text its beginning tells too little.
  return length > 1_000 || letters.length < 8
    ? `${record} ${number}`
    : `${kind} ${tool ?? ''} ${letters}`;
}

/**
 * Where an item holds all of the words, none of them tells more than in another item: then a short text is more about them
 * than a long one.
 */
function fitOf({ rarity, length }: Match, reach: Reach): number {
  return reach === 'some' ? rarity : 1 / Math.log2(4 + length / 100);
}

/** The nearest items before and behind one in its record, that hold text. */
export function around(
  index: RecallIndex,
  { record, number }: FoundItem,
): { before?: FoundItem; behind?: FoundItem } {
  const nearest = (step: 1 | -1) => {
    for (let at = number + step, tries = 0; at >= 0 && tries < 4; at += step, tries += 1) {
      const item = index.item(record, at);
      if (item !== undefined && item.kind !== 'compaction') return item;
    }
    return undefined;
  };
  return { before: nearest(-1), behind: nearest(1) };
}
