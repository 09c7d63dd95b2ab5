import { type Fields, fieldsOf, textOf } from '../../core/rows/fields.ts';
import type { RecordSink } from '../host.ts';
import { openCodeItems } from './transcript.ts';
import type { SessionFacts } from './transcript-state.ts';

const start = { offset: 0, line: 1 };

/**
 * Reports the items of an export, `{info, messages}` as one JSON value, or of one stored message. What is before the
 * first brace is passed over (the client's own words, a byte order mark). Of a torn export the whole messages are used.
 */
export function openCodeExportItems(
  text: string,
  sink: RecordSink,
  facts: SessionFacts = {},
): void {
  const from = text.indexOf('{');
  const value = from < 0 ? undefined : parse(text.slice(from));
  if (value === undefined) {
    if (text.trim() === '') return;
    sink.damaged(start);
    if (from >= 0) tornExport(text.slice(from), sink, facts);
    return;
  }
  if (Array.isArray(value.messages)) {
    openCodeItems(value.messages, sink, { ...factsOf(fieldsOf(value.info)), ...facts });
  } else if (textOf(value.role) !== undefined || value.parts !== undefined) {
    openCodeItems([value], sink, facts);
  } else sink.unknown('no messages');
}

function parse(text: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function factsOf(info: Fields): SessionFacts {
  const facts: SessionFacts = {};
  if (textOf(info.parentID) !== undefined) facts.subagent = true;
  const version = textOf(info.version);
  if (version !== undefined) facts.hostVersion = version;
  return facts;
}

function tornExport(text: string, sink: RecordSink, facts: SessionFacts): void {
  const list = /"messages"\s*:\s*\[/.exec(text);
  if (list === null) return;
  const info = /"info"\s*:\s*(?=\{)/.exec(text.slice(0, list.index));
  const infoAt = info === null ? -1 : info.index + info[0].length;
  const told = infoAt < 0 ? {} : factsOf(objectAt(text, infoAt)?.value ?? {});
  const messages: Fields[] = [];
  let at = list.index + list[0].length;
  for (;;) {
    const next = text.indexOf('{', at);
    const found = next < 0 ? undefined : objectAt(text, next);
    if (found === undefined) break;
    messages.push(found.value);
    at = found.end;
  }
  openCodeItems(messages, sink, { ...told, ...facts });
}

/** The JSON object that begins at `from`, with the offset behind it; undefined where it does not end. */
function objectAt(text: string, from: number): { value: Fields; end: number } | undefined {
  const mark = /["{}]/g;
  let depth = 0;
  mark.lastIndex = from;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    if (found[0] === '"') {
      mark.lastIndex = endOfString(text, mark.lastIndex);
      if (mark.lastIndex === 0) return undefined;
      continue;
    }
    depth += found[0] === '{' ? 1 : -1;
    if (depth > 0) continue;
    const value = parse(text.slice(from, mark.lastIndex));
    return value === undefined ? undefined : { value, end: mark.lastIndex };
  }
  return undefined;
}

/** The offset behind the quote that ends a string, given the offset behind the one that begins it; 0 where none does. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (before >= from && text[before] === '\\') before -= 1;
    if ((at - before) % 2 === 1) return at + 1;
  }
  return 0;
}
