import type { FoundItem, RecallIndex, StoredRecord } from '../../app/recall/ports.ts';
import { ItemReader, type ReadItem } from '../../app/recall/read-item.ts';
import { Fault } from '../../core/errors.ts';
import { type Handle, handleText, parseHandle } from '../../core/search/handle.ts';
import { untrusted, withoutControls } from '../../core/trust/untrusted.ts';
import { recordStores } from '../../hosts/record-registry.ts';
import { recordDisk } from '../../platform/record-disk.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import type { RecallOptions } from './recall.ts';
import { withIndex } from './recall-index.ts';
import { wrap } from './wrap.ts';

/** Characters that are printed at once. */
const pageCharacters = 8_000;
/** A longer text is not held: its place in the record is told. */
const longestText = 1_048_576;

/** Places that are printed at once. */
const mostPlaces = 10;

/** Prints places whole, a page of each at a time, as the host's record has them now. */
export function getItems(
  context: CliContext,
  options: RecallOptions,
  given: readonly string[],
): Outcome {
  const texts = given.flatMap((text) => (text.trim() === '' ? text : text.trim().split(/[\s,]+/)));
  const handles = texts.map((text) => ({ text, handle: handleIn(text, texts.length) }));
  if (handles.length > mostPlaces) {
    throw new Fault('usage', `${handles.length} handles are too many at once.`, {
      hint: `Give at most ${mostPlaces}.`,
    });
  }
  return withIndex(context, options.update, ({ index, patterns, notices }) => {
    const reader = new ItemReader(recordDisk, recordStores, patterns);
    const pages = handles.flatMap(({ text, handle }) => {
      const record = index.record(handle.record);
      const found = record && itemsOf(index, record, handle.offset, handle.nth);
      if (record === undefined || found?.[0] === undefined) {
        throw new Fault('not-found', `No indexed text has the handle ${text}.`, {
          hint: 'Search again: holdfast recall <words>',
        });
      }
      return found.map((item) =>
        page(reader, record, item, { from: options.from, width: context.width }),
      );
    });
    return {
      verbatim: true,
      warning: notices.length === 0 ? undefined : notices.join('\n'),
      text: pages.map(({ lines }) => lines.join('\n')).join('\n\n'),
      data: pages.map(({ data }) => data),
      failed: pages.every(({ beyond }) => beyond),
    };
  });
}

/** Throws a Fault for a text that is no handle. */
function handleIn(text: string, given: number): Handle {
  const handle = parseHandle(text);
  if (handle !== undefined) return handle;
  const why = `"${untrusted(text, 80)}" is not a handle; handles are printed with each match.`;
  throw new Fault('usage', given > 1 ? `${why} Give either words or --get.` : why, {
    hint: 'Each match of "holdfast recall <words>" shows its handle.',
  });
}

function itemsOf(
  index: RecallIndex,
  record: StoredRecord,
  offset: number,
  nth: number | undefined,
): FoundItem[] {
  const items = index.itemsAt(record.id, offset);
  return nth === undefined ? items : items.filter((item) => item.nth === nth);
}

/** Of what is told beside the text, lines are broken at `width` columns; the text stays as it is. */
function page(
  reader: ItemReader,
  record: StoredRecord,
  item: FoundItem,
  { from, width }: { from: number; width: number },
) {
  const told = (line: string) => wrap(line, width);
  const reading = reader.read(record, item, longestText);
  const handle = handleText({ record: record.key, offset: item.offset, nth: item.nth });
  const time = item.time === 0 ? undefined : new Date(item.time).toISOString();
  const who = item.tool ? `${item.kind} ${item.tool}` : item.kind;
  const place = [record.host, record.session, time].filter(Boolean).join(' ');
  const title = withoutControls(`${handle}  ${who}  ${place}`);
  const file = withoutControls(record.path);
  const known = { handle, kind: item.kind, host: record.host, session: record.session, time, file };
  if ('problem' in reading) {
    const why =
      reading.problem === 'gone'
        ? `${file} is gone.`
        : `${file} holds something else at that place now.`;
    const head = withoutControls(item.head);
    const lines = [
      told(title),
      told(`${why} What the index still has of ${item.length} characters:`),
      '',
      head,
    ];
    return {
      lines,
      beyond: false,
      data: { ...known, record: reading.problem, text: item.head, from: 0, length: item.length },
    };
  }
  const { text, length = text.length, row } = reading.item;
  if (from > 0 && from >= text.length) {
    const end = told(`It has ${text.length} characters; none stands from ${from} on.`);
    return {
      lines: [told(title), '', end],
      beyond: true,
      data: { ...known, text: '', from, to: from, length, row },
    };
  }
  const start = startOf(text, from);
  const end = startOf(text, Math.min(start + pageCharacters, text.length));
  const lines = [told(title), '', withoutControls(text.slice(start, end)), ''];
  if (end < text.length) {
    const next = `holdfast recall --get ${handle} --from ${end}`;
    lines.push(told(`Characters ${start} to ${end} of ${text.length}. Go on: ${next}`));
  } else if (start > 0) lines.push(`Characters ${start} to ${end} of ${text.length}, the end.`);
  if (length > text.length) lines.push(told(pointer(reading.item, file, length)));
  if (lines.at(-1) === '') lines.pop();
  return {
    lines,
    beyond: false,
    data: { ...known, text: text.slice(start, end), from: start, to: end, length, row },
  };
}

/** Where a value is that is too long to be held. */
function pointer({ row }: ReadItem, file: string, length: number): string {
  const where =
    row === undefined
      ? file
      : `${file}, from byte ${row.offset} on, in a row of ${row.length} bytes`;
  return `It has ${length} characters; what lies between its head and its tail stands in ${where}.`;
}

/** The place itself, or the one before it where it lies within a character. */
function startOf(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
