import { type Paired, pairedWith } from '../../app/recall/pair.ts';
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
  /** Of a call the beginning of its result, of a result its call. */
  paired?: Neighbour;
  /** The user refused or stopped the call; `words`: what they said with it. */
  refused?: { words?: string };
  /** Some of the other places with the same text, or nearly the same. */
  others?: { handle: string; time?: string; refused?: { words?: string } }[];
  /** Absent where the excerpt comes from the record itself. */
  record?: 'gone' | 'changed';
}

export interface Neighbour {
  handle: string;
  kind: string;
  tool?: string;
  text: string;
}

const excerptCharacters = 200;
/** The best match is shown whole up to here. */
const wholeCharacters = 1_500;
const neighbourCharacters = 120;
const pairedCharacters = 280;
const pairedOfOthers = 140;

export function shownHit(
  index: RecallIndex,
  reader: ItemReader,
  { record, item, count, others, beforeCompaction }: Hit,
  query: Query,
  isBest = false,
): ShownHit {
  const reading = reader.read(record, item);
  const text = 'item' in reading ? reading.item.text : item.head;
  const limit = isBest && text.length <= wholeCharacters ? wholeCharacters : excerptCharacters;
  const excerpt = excerptOf(text, marksIn(text, query), limit);
  const pair =
    'item' in reading ? pairedWith(index, reader, record, item, reading.item) : undefined;
  const shown = neutralise(excerpt.text);
  const { before, behind } = around(index, item);
  const handleOf = ({ offset, nth }: FoundItem, key = record.key) =>
    handleText({ record: key, offset, nth });
  const neighbour = (
    one: FoundItem | undefined,
    told = one?.head ?? '',
    most = neighbourCharacters,
  ): Neighbour | undefined =>
    one && {
      handle: handleOf(one),
      kind: one.kind,
      tool: one.tool && untrusted(one.tool, 60),
      text: untrusted(told, most),
    };
  return {
    handle: handleOf(item),
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
    paired: pair && neighbour(pair.item, pair.text, isBest ? pairedCharacters : pairedOfOthers),
    refused: refusalIn(pair),
    others:
      others.length === 0
        ? undefined
        : others.map((other) => ({
            handle: handleOf(other.item, other.record.key),
            time: other.item.time === 0 ? undefined : new Date(other.item.time).toISOString(),
            refused: item.kind === 'call' ? refusedThere(index, reader, other) : undefined,
          })),
    record: 'problem' in reading ? reading.problem : undefined,
  };
}

function refusalIn(pair: Paired | undefined): ShownHit['refused'] {
  if (pair?.refused !== true) return undefined;
  return pair.words === undefined ? {} : { words: untrusted(pair.words, pairedCharacters) };
}

/** Of a call that is told with others like it: whether the user refused this one. */
function refusedThere(
  index: RecallIndex,
  reader: ItemReader,
  { record, item }: Hit['others'][number],
): ShownHit['refused'] {
  const reading = reader.read(record, item);
  return 'item' in reading
    ? refusalIn(pairedWith(index, reader, record, item, reading.item))
    : undefined;
}
