import type { Searchable } from '../../core/search/searchable.ts';
import type { FoundItem, RecallIndex, StoredRecord } from './ports.ts';
import type { ItemReader } from './read-item.ts';

/** Items behind a call, or before a result, among which its other half is looked for. */
const near = 60;

/** The other half of a call or a result, by the client's id of the call. */
export interface Paired {
  item: FoundItem;
  text: string;
  /** The user refused or stopped the call. */
  refused: boolean;
  /** What they said with it; absent where they said nothing. */
  words?: string;
}

/** The result of a call, or the call of a result; undefined where the record tells of none nearby. */
export function pairedWith(
  index: RecallIndex,
  reader: ItemReader,
  record: StoredRecord,
  item: FoundItem,
  given: Searchable,
): Paired | undefined {
  if (given.call === undefined) return undefined;
  const wanted = item.kind === 'call' ? 'result' : 'call';
  const step = item.kind === 'call' ? 1 : -1;
  for (let at = 1; at <= near; at += 1) {
    const other = index.item(record.id, item.number + at * step);
    if (other === undefined) return undefined;
    if (other.kind !== wanted) continue;
    const reading = reader.read(record, other);
    if (!('item' in reading) || reading.item.call !== given.call) continue;
    const result = wanted === 'result' ? reading.item : given;
    const place = wanted === 'result' ? other : item;
    return { item: other, text: reading.item.text, ...refusalOf(index, result, place) };
  }
  return undefined;
}

/** What the user said with a refusal stands in the row of the result. */
function refusalOf(
  index: RecallIndex,
  result: Searchable,
  { record, offset }: FoundItem,
): { refused: boolean; words?: string } {
  if (result.refused !== true) return { refused: false };
  const said = index.itemsAt(record, offset).find(({ kind }) => kind === 'person');
  return said === undefined ? { refused: true } : { refused: true, words: said.head };
}
