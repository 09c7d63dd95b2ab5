import type { FoundItem, RecallIndex } from '../../app/recall/ports.ts';
import type { ItemReader } from '../../app/recall/read-item.ts';
import { around, type Hit } from '../../app/recall/search.ts';
import { excerptOf } from '../../core/search/excerpt.ts';
import { handleText } from '../../core/search/handle.ts';
import { marksIn } from '../../core/search/marks.ts';
import type { Query } from '../../core/search/query.ts';
import { neutralise, untrusted } from '../../core/trust/untrusted.ts';

/** A place that was found, as it is shown: no secret is in it, and nothing that a terminal would obey. */
export interface ShownHit {
  handle: string;
  kind: string;
  tool?: string;
  host: string;
  session?: string;
  subagent: boolean;
  project?: string;
  /** ISO time, where the record has one. */
  time?: string;
  beforeCompaction: boolean;
  /** How often the same text stands in what was found. */
  count: number;
  excerpt: string;
  /** Where in the excerpt what was looked for stands. */
  marks: { start: number; end: number }[];
  /** Characters of the whole. */
  length: number;
  cutBefore: boolean;
  cutBehind: boolean;
  before?: Neighbour;
  behind?: Neighbour;
  /** Absent where the excerpt comes from the record itself. */
  record?: 'gone' | 'changed';
}

export interface Neighbour {
  handle: string;
  kind: string;
  tool?: string;
  text: string;
}

const excerptCharacters = 420;
const neighbourCharacters = 120;

export function shownHit(
  index: RecallIndex,
  reader: ItemReader,
  { record, item, count, beforeCompaction }: Hit,
  query: Query,
): ShownHit {
  const reading = reader.read(record, item);
  const text = 'item' in reading ? reading.item.text : item.head;
  const excerpt = excerptOf(text, marksIn(text, query), excerptCharacters);
  const shown = neutralise(excerpt.text);
  const { before, behind } = around(index, item);
  const neighbour = (one: FoundItem | undefined): Neighbour | undefined =>
    one && {
      handle: handleText({ record: record.key, offset: one.offset, nth: one.nth }),
      kind: one.kind,
      tool: one.tool && untrusted(one.tool, 60),
      text: untrusted(one.head, neighbourCharacters),
    };
  return {
    handle: handleText({ record: record.key, offset: item.offset, nth: item.nth }),
    kind: item.kind,
    tool: item.tool && untrusted(item.tool, 60),
    host: record.host,
    session: record.session && untrusted(record.session, 100),
    subagent: record.subagent,
    project: record.cwd && untrusted(record.cwd, 300),
    time: item.time === 0 ? undefined : new Date(item.time).toISOString(),
    beforeCompaction,
    count,
    excerpt: shown,
    marks: marksIn(shown, query).map(({ start, end }) => ({ start, end })),
    length: item.length,
    cutBefore: excerpt.cutBefore,
    cutBehind: excerpt.cutBehind || ('problem' in reading && item.length > item.head.length),
    before: neighbour(before),
    behind: neighbour(behind),
    record: 'problem' in reading ? reading.problem : undefined,
  };
}
