import type { FoundItem, RecallIndex, StoredRecord } from '../../app/recall/ports.ts';
import { ItemReader } from '../../app/recall/read-item.ts';
import { Fault } from '../../core/errors.ts';
import { handleText, parseHandle } from '../../core/search/handle.ts';
import { untrusted } from '../../core/trust/untrusted.ts';
import { recordStores } from '../../hosts/record-registry.ts';
import { recordDisk } from '../../platform/record-disk.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { fold } from './fold-lines.ts';
import type { RecallOptions } from './recall.ts';
import { withIndex } from './recall-index.ts';
import { placeOf, shortTime, who } from './recall-words.ts';

/** Items before and behind the place. */
const each = 6;
const itemCharacters = 300;

/** Prints what stands around a place of a conversation, in its order, each item by its beginning. */
export function showAround(
  context: CliContext,
  options: RecallOptions,
  given: string,
  words: readonly string[],
): Outcome {
  const handle = parseHandle(given);
  if (handle === undefined || words.length > 0) {
    const why =
      handle === undefined
        ? `"${given}" is not a handle; handles are printed with each match.`
        : 'Give either words or --around.';
    throw new Fault('usage', why, {
      hint: 'Each match of "holdfast recall <words>" shows its handle.',
    });
  }
  return withIndex(context, options.update, ({ index, patterns, notices }) => {
    const record = index.record(handle.record);
    const items = record && index.itemsAt(record.id, handle.offset);
    const center = items?.find(({ nth }) => nth === (handle.nth ?? 0));
    if (record === undefined || center === undefined) {
      throw new Fault('not-found', `No indexed text has the handle ${given}.`, {
        hint: 'Search again: holdfast recall <words>',
      });
    }
    const reader = new ItemReader(recordDisk, recordStores, patterns);
    const shown = itemsAround(index, record, center).map((item) => shownItem(reader, record, item));
    const width = Math.max(40, context.width);
    const lines = shown.flatMap((one) => {
      const mark = one.handle === handleOf(record, center) ? '>' : ' ';
      const title = `${mark} ${who(one)}  ${shortTime(one.time)}  ${one.handle}`;
      return [...fold(title, width, '  '), ...fold(`  | ${one.text}`, width, '  | ')];
    });
    const place = placeOf(
      { host: record.host, session: record.session, project: record.cwd },
      context.home,
    );
    return {
      verbatim: true,
      warning: notices.length === 0 ? undefined : notices.join('\n'),
      text: [...fold(untrusted(place, 400), width, ''), '', ...lines].join('\n'),
      data: shown,
    };
  });
}

function itemsAround(index: RecallIndex, record: StoredRecord, center: FoundItem): FoundItem[] {
  const found: FoundItem[] = [];
  for (let at = center.number - each; at <= center.number + each; at += 1) {
    const item = at < 0 ? undefined : index.item(record.id, at);
    if (item !== undefined) found.push(item);
  }
  return found;
}

function handleOf(record: StoredRecord, { offset, nth }: FoundItem): string {
  return handleText({ record: record.key, offset, nth });
}

function shownItem(reader: ItemReader, record: StoredRecord, item: FoundItem) {
  const reading = reader.read(record, item);
  const text = 'item' in reading ? reading.item.text : item.head;
  return {
    handle: handleOf(record, item),
    kind: item.kind,
    ...(item.tool === undefined ? {} : { tool: untrusted(item.tool, 60) }),
    ...(item.time === 0 ? {} : { time: new Date(item.time).toISOString() }),
    text:
      item.kind === 'compaction'
        ? '(the conversation was compacted here)'
        : untrusted(text, itemCharacters),
  };
}
