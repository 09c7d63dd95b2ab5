import { matchText, type Reach } from '../../core/search/match-text.ts';
import type { Query } from '../../core/search/query.ts';
import { type Candidate, rank } from '../../core/search/rank.ts';
import type { FoundItem, Match, RecallIndex, StoredRecord } from './ports.ts';

export interface SearchWish {
  query: Query;
  /** Only records of which this is so. */
  accepts?(record: StoredRecord): boolean;
  sinceMs?: number;
  /** Hits at most. */
  limit: number;
}

/** One item that was found. */
export interface Hit {
  record: StoredRecord;
  item: FoundItem;
  reach: Reach;
  /** How often the same text stands there. */
  count: number;
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
}

type Found = Match & Candidate;

/** Items that are weighed, at most; of more the ones that were taken in last. */
const mostWeighed = 400;
const enough = 200;

export function search(index: RecallIndex, wish: SearchWish): Findings {
  const wanted = wish.accepts && index.records().filter(wish.accepts);
  if (wanted?.length === 0) return { hits: [], total: 0, more: false, onlySome: false };
  const found = new Map<number, Found>();
  let more = false;
  const look = (reach: Reach) => {
    const expression = matchText(wish.query, reach);
    if (expression === undefined) return;
    const matches = index.match({
      expression,
      records: wanted?.map(({ id }) => id),
      sinceMs: wish.sinceMs,
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
  const hits = ranked.slice(0, wish.limit).flatMap((one): Hit[] => {
    const record = index.recordWithId(one.record);
    const item = index.item(one.record, one.number);
    if (record === undefined || item === undefined) return [];
    const beforeCompaction = item.number < record.lastCompaction;
    return [{ record, item, reach: one.reach, count: one.count, beforeCompaction }];
  });
  return { hits, total: ranked.length, more, onlySome: onlySome && hits.length > 0 };
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
