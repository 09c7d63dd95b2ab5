import { onShort } from '../bounded-match.ts';
import { Fault } from '../errors.ts';
import { answerSpans, sameQuestion } from './answers.ts';
import {
  keyName,
  type Layout,
  layoutOf,
  partsOf,
  type RawSection,
  sectionNamed,
  statusParts,
} from './layout.ts';
import { parseTicket } from './parse.ts';
import { insertLines, putTogether, type RawLine, type RawText, takeApart } from './raw-lines.ts';
import { reopenedMark } from './reopened.ts';
import { moveFault } from './status.ts';
import type { TicketStatus } from './ticket.ts';
import { yamlList, yamlScalar } from './yaml-value.ts';

/**
 * Changes of a ticket's text. Each gives back the whole text with one thing changed and every other byte as it was:
 * comments, order, quotes, line ends, BOM. Each throws a Fault where the text has no such place.
 */

/** Adds an entry to the end of Progress. `time`: ISO time in UTC, without parts of a second. */
export function addProgress(text: string, entry: string, time: string): string {
  const line = `- ${time} ${oneLine(entry)}`;
  return inSection(text, 'progress', 'Progress', (raw, section) => {
    const at = contentEnd(raw.lines, section);
    const gap = at === section.at + 1 ? ['', line] : [line];
    return { ...raw, lines: insertLines(raw.lines, at, gap) };
  });
}

/** Puts further entries as they stand, with their list marks, at the end of Progress. */
export function addProgressLines(text: string, written: readonly string[]): string {
  return inSection(text, 'progress', 'Progress', (raw, section) => {
    const at = contentEnd(raw.lines, section);
    const gap = at === section.at + 1 ? ['', ...written] : written;
    return { ...raw, lines: insertLines(raw.lines, at, gap) };
  });
}

/** Moves a ticket; throws a Fault when it cannot go there. A file that says nothing of a status counts as queued. */
export function moveStatus(text: string, to: TicketStatus, path: string): string {
  const { ticket, statusText, statusLine } = parseTicket(text, path);
  if (ticket.status === undefined && statusText !== undefined) {
    throw new Fault(
      'malformed',
      `${path}:${statusLine} has the status "${statusText}", which is not valid.`,
      {
        hint: 'Set it with "holdfast ticket edit ID --set status=queued", or by hand.',
      },
    );
  }
  const fault = moveFault(ticket.status ?? 'queued', to);
  if (fault !== undefined) throw new Fault('refused', `${path}: ${fault}`);
  return ticket.status === to ? text : setStatus(text, to);
}

/** Writes the status without asking whether the ticket can go there. */
export function setStatus(text: string, status: TicketStatus): string {
  const raw = takeApart(text);
  const layout = layoutOf(raw.lines);
  const keyed = layout.keys.some((each) => each.key === 'status');
  if (!keyed && layout.statusLine !== undefined) {
    const line = raw.lines[layout.statusLine]!;
    const { before = '', after = '' } = statusParts(line.text) ?? {};
    return putTogether({
      ...raw,
      lines: raw.lines.with(layout.statusLine, { ...line, text: before + status + after }),
    });
  }
  if (!keyed && layout.front?.close === undefined) return withStatusLine(raw, layout, status);
  return setKey(text, 'status', status);
}

/** Sets a key of the front matter to a text or a list; makes the key, and the front matter, where there is none. */
export function setKey(text: string, name: string, value: string | readonly string[]): string {
  const raw = takeApart(text);
  const layout = layoutOf(raw.lines);
  const written = typeof value === 'string' ? [` ${yamlScalar(value)}`] : yamlList(value);
  const span = layout.keys.find((each) => each.key === keyName(name));
  if (span) {
    const first = raw.lines[span.at]!;
    const [, head = `${name}:`] =
      onShort(/^(["']?[A-Za-z_][\w -]*?["']?[ \t]*:)/, 300).exec(first.text.slice(0, 300)) ?? [];
    const comment = span.end === span.at + 1 ? trailingComment(first.text.slice(head.length)) : '';
    const [start = '', ...more] = written;
    const lines = [
      ...raw.lines.slice(0, span.at),
      { ...first, text: head + start + comment },
      ...more.map((each) => ({ text: each, end: first.end })),
      ...raw.lines.slice(span.end),
    ];
    return putTogether({ ...raw, lines });
  }
  const [start = '', ...more] = written;
  const added = [`${name}:${start}`, ...more];
  if (layout.front === undefined) {
    return putTogether({ ...raw, lines: insertLines(raw.lines, 0, ['---', ...added, '---', '']) });
  }
  if (layout.front.close === undefined) throw neverClosed(layout);
  return putTogether({ ...raw, lines: insertLines(raw.lines, layout.front.close, added) });
}

/** Writes the result: into the empty section, or below what stands there. */
export function setResult(text: string, result: string): string {
  return inSection(text, 'result', 'Result', (raw, section) => {
    const at = contentEnd(raw.lines, section);
    const written = withoutStructure(result.trim()).split(/\r\n|\n|\r/);
    return { ...raw, lines: insertLines(raw.lines, at, ['', ...written]) };
  });
}

/** Says in Result that what stands there was the result before a ticket was reopened; nothing where none is. */
export function closeResult(text: string, time: string): string {
  const section = sectionNamed(layoutOf(takeApart(text).lines), 'result');
  if (section === undefined) return text;
  return inSection(text, 'result', 'Result', (raw, own) => {
    const at = contentEnd(raw.lines, own);
    if (at === own.at + 1) return raw;
    return { ...raw, lines: insertLines(raw.lines, at, ['', reopenedMark(time)]) };
  });
}

/** Writes an answer; an earlier one to the same question is replaced. */
export function addAnswer(text: string, question: string, answer: string): string {
  return inSection(text, 'answers', 'Answers', (raw, section) => {
    const same = sameQuestion(question);
    const given = answerSpans(raw.lines, section).find(
      (each) => sameQuestion(each.question) === same,
    );
    if (given) {
      const line = raw.lines[given.at]!;
      return {
        ...raw,
        lines: raw.lines.with(given.at, { ...line, text: `  A: ${oneLine(answer)}` }),
      };
    }
    const at = contentEnd(raw.lines, section);
    const written = [`- Q: ${oneLine(question)}`, `  A: ${oneLine(answer)}`];
    const gap = at === section.at + 1 ? ['', ...written] : written;
    return { ...raw, lines: insertLines(raw.lines, at, gap) };
  });
}

/** A text on one line, with nothing in it that opens a comment in the document. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replaceAll('<!--', '&lt;!--');
}

/** A text of several lines that can neither begin a section of the document nor leave a comment or a fence open. */
function withoutStructure(text: string): string {
  const lines = text.replaceAll('<!--', '&lt;!--').split(/\r\n|\n|\r/);
  const lowered = lines.map((line) => line.replace(/^( {0,3})(#{1,2})(?=[ \t])/, '$1###'));
  const { lines: marks } = layoutOf([
    { text: '', end: '\n' },
    ...takeApart(lowered.join('\n')).lines,
  ]);
  const last = marks.at(-1);
  const opened = last?.hidden === true && !/^\s*(?:`{3,}|~{3,})\s*$/.test(last.text);
  const fence = [...marks].reverse().find((line) => /^\s*(?:`{3,}|~{3,})/.test(line.text));
  const sign = /(`{3,}|~{3,})/.exec(fence?.text ?? '')?.[1] ?? '```';
  return opened ? [...lowered, sign].join('\n') : lowered.join('\n');
}

function inSection(
  text: string,
  word: string,
  title: string,
  change: (raw: RawText, section: RawSection) => RawText,
): string {
  const raw = takeApart(text);
  const layout = layoutOf(raw.lines);
  if (layout.front !== undefined && layout.front.close === undefined) throw neverClosed(layout);
  const section = sectionNamed(layout, word);
  if (section) return putTogether(change(raw, section));
  const made = { ...raw, lines: withSection(raw.lines, layout, title) };
  return putTogether(change(made, sectionNamed(layoutOf(made.lines), word)!));
}

/** A new section in its place: Answers before Progress, Progress before Result, Result at the end. */
function withSection(lines: RawLine[], layout: Layout, title: string): RawLine[] {
  const order = ['answers', 'progress', 'result'];
  const behind = order.slice(order.indexOf(title.toLowerCase()) + 1);
  const next = behind.map((word) => sectionNamed(layout, word)).find((each) => each !== undefined);
  const unclosed = layout.lines.at(-1)?.hidden === true && next === undefined;
  if (unclosed) {
    const line = layout.lines.at(-1)!.number;
    if (!/^(?:`{3,}|~{3,}|.*-->)$/.test(layout.lines.at(-1)!.text.trim())) {
      throw new Fault(
        'malformed',
        `A code fence or comment is open at line ${line}, the end of the file.`,
        {
          hint: `Close it by hand, so that "## ${title}" can be added after it.`,
        },
      );
    }
  }
  const highest = Math.min(2, ...partsOf(layout).map((part) => part.level));
  const level = '#'.repeat(next?.level ?? highest);
  const at = next?.at ?? contentEnd(lines, { at: -1, end: lines.length });
  const before = at > 0 && lines[at - 1]!.text.trim() !== '' ? [''] : [];
  const after = next ? [''] : [];
  return insertLines(lines, at, [...before, `${level} ${title}`, ...after]);
}

/** Index behind the last line of a section that is not blank. Deeper headings belong to it. */
function contentEnd(lines: readonly RawLine[], section: { at: number; end: number }): number {
  let end = section.end;
  while (end > section.at + 1 && lines[end - 1]!.text.trim() === '') end -= 1;
  return end;
}

function withStatusLine(raw: RawText, layout: Layout, status: string): string {
  // Behind the first part nobody looks for a status.
  const first = layout.sections[0];
  const title = first?.level === 1 ? first : undefined;
  const at = title === undefined ? layout.bodyStart : title.at + 1;
  const added = title === undefined ? [`Status: ${status}`, ''] : ['', `Status: ${status}`];
  return putTogether({ ...raw, lines: insertLines(raw.lines, at, added) });
}

/** The comment behind a value on its line, with the blanks before it. */
function trailingComment(rest: string): string {
  const quoted = /^\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/.exec(rest)?.[0] ?? '';
  const behind = rest.slice(quoted.length);
  const at = behind.search(/\s#/);
  if (at < 0) return '';
  const value = behind.slice(0, at).trimEnd();
  return behind.slice(value.length);
}

function neverClosed(layout: Layout): Fault {
  return new Fault(
    'malformed',
    `The front matter that line ${(layout.front?.open ?? 0) + 1} opens is never closed by a line with ---.`,
    { hint: 'Close it by hand, then run this again.' },
  );
}
