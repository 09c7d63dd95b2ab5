import { frontMatter } from '../task/front-matter.ts';
import { baseName } from '../task/path.ts';
import { field, firstParagraph, plain } from '../task/sections.ts';
import { listValue, textValue } from '../task/values.ts';
import { answersIn } from './answers.ts';
import {
  isNamed,
  type Layout,
  layoutOf,
  type RawSection,
  sectionNamed,
  statusParts,
} from './layout.ts';
import { progressIn } from './progress.ts';
import { quickHead } from './quick-head.ts';
import { type RawLine, takeApart } from './raw-lines.ts';
import { behindReopened } from './reopened.ts';
import { statusOf } from './status.ts';
import type { Ticket, TicketFault } from './ticket.ts';

/** A larger file is no ticket that anybody can read. */
export const maxTicketCharacters = 2 * 1024 * 1024;

/** A ticket with where its parts stand in the text. */
export interface ParsedTicket {
  ticket: Ticket;
  layout: Layout;
  lines: RawLine[];
  bom: string;
  /** The status as it is written, and its line from 1. */
  statusText?: string;
  statusLine: number;
}

/** What a ticket file says. Never throws: what cannot be read is in `faults`. */
export function parseTicketFile(text: string, path: string): Ticket {
  return parseTicket(text, path).ticket;
}

/** The same with where things stand, for editing and checking. */
export function parseTicket(text: string, path: string): ParsedTicket {
  if (text.length > maxTicketCharacters) return tooLarge(text, path);
  const { bom, lines } = takeApart(text);
  const layout = layoutOf(lines);
  const { data, faults } = headOf(text, lines, layout);
  const own = (word: string) => sectionNamed(layout, word);
  const linesIn = (section: RawSection) =>
    layout.lines.slice(section.at + 1 - layout.bodyStart, section.end - layout.bodyStart);
  const headed = (word: string) => layout.sections.find((each) => isNamed(each, word));
  const paragraph = (...words: string[]) => {
    const section = words
      .map((word) => (word === 'contract' ? own(word) : headed(word)))
      .find((each) => each !== undefined);
    const found = section && firstParagraph(linesIn(section));
    return found === undefined ? undefined : plain(found);
  };
  const body = (section: RawSection | undefined) =>
    section && bodyText(lines.slice(section.at + 1, section.end));
  const status = statusIn(data, lines, layout);
  const required = textValue(data, 'validation')?.toLowerCase() === 'required';
  const progress = own('progress');
  const ticket: Ticket = {
    id: textValue(data, 'id') ?? idOfPath(path),
    title: textValue(data, 'title', 'name') ?? titleIn(layout) ?? '',
    status: statusOf(status.text ?? ''),
    role: textValue(data, 'role'),
    host: textValue(data, 'host'),
    repo: textValue(data, 'repo'),
    branch: textValue(data, 'branch'),
    objective:
      textValue(data, 'objective', 'goal') ??
      field(layout.lines.slice(0, 60), /^(?:objective|goal)$/i) ??
      paragraph('objective', 'goal', 'contract', 'task', 'description'),
    scope: listValue(data, 'scope'),
    success: listValue(data, 'success', 'success_criteria', 'acceptance', 'acceptance_criteria'),
    filesToLoad: listValue(data, 'files_to_load', 'files'),
    validation: questionsIn(data, own('validation'), linesIn),
    validationRequired: required || isYes(textValue(data, 'validation_required')),
    answers: answersIn(lines, own('answers')),
    nextAction: textValue(data, 'next_action', 'next'),
    phase: textValue(data, 'phase', 'current_phase'),
    approval: textValue(data, 'approval'),
    permissions: permissionsIn(textValue(data, 'permissions', 'permission')),
    mayStartWorkers: isYes(textValue(data, 'may_start_workers')),
    allow: listValue(data, 'allow'),
    dependsOn: listValue(data, 'depends_on').flatMap((each) => each.split(/[\s,]+/)),
    tracker: textValue(data, 'tracker', 'task'),
    contract: body(own('contract')),
    progress: progress ? progressIn(lines, layout, progress) : [],
    result: resultText(lines, own('result')),
    faults,
  };
  return { ticket, layout, lines, bom, statusText: status.text, statusLine: status.line };
}

/** The id that a file without one goes by: its name without the ending; of a manifest its folder's name. */
export function idOfPath(path: string): string {
  return baseName(path).replace(/\.(?:md|markdown)$/i, '');
}

function headOf(
  text: string,
  lines: readonly RawLine[],
  layout: Layout,
): { data: Record<string, unknown>; faults: TicketFault[] } {
  const { front } = layout;
  if (front === undefined) return { data: {}, faults: [] };
  if (front.close !== undefined) {
    const quick = quickHead(lines.slice(front.open + 1, front.close).map((line) => line.text));
    if (quick !== undefined) return { data: quick, faults: [] };
  }
  const read = frontMatter(text);
  return { data: read?.data ?? {}, faults: read?.faults ?? [] };
}

function statusIn(
  data: Record<string, unknown>,
  lines: readonly RawLine[],
  layout: Layout,
): { text?: string; line: number } {
  const key = layout.keys.find((each) => each.key === 'status');
  const keyed = textValue(data, 'status');
  if (keyed !== undefined) return { text: keyed, line: (key?.at ?? 0) + 1 };
  if (layout.statusLine === undefined) return { line: (key?.at ?? 0) + 1 };
  const line = lines[layout.statusLine]!.text;
  return { text: statusParts(line)?.status, line: layout.statusLine + 1 };
}

function titleIn(layout: Layout): string | undefined {
  return layout.sections.find((section) => section.level === 1)?.title;
}

function questionsIn(
  data: Record<string, unknown>,
  section: RawSection | undefined,
  linesIn: (section: RawSection) => Layout['lines'],
): string[] {
  const keyed = listValue(data, 'validation', 'validation_questions').filter(
    (each) => each.toLowerCase() !== 'required' && each.toLowerCase() !== 'optional',
  );
  if (keyed.length > 0 || section === undefined) return keyed;
  return linesIn(section)
    .filter((line) => !line.hidden)
    .flatMap((line) => /^\s*(?:[-*+]|\d+[.)])\s(.+)$/.exec(line.text)?.[1] ?? [])
    .map((text) => text.trimStart().replace(/^\[.\]\s+/, ''))
    .filter((text) => text !== '');
}

/** What was the result before a ticket was reopened is none. */
function resultText(
  lines: readonly RawLine[],
  section: RawSection | undefined,
): string | undefined {
  if (section === undefined) return undefined;
  const all = lines.slice(section.at + 1, section.end);
  return bodyText(all.slice(behindReopened(all)));
}

/** Text of a section without the blank lines and comments around it; undefined where nothing else is in it. */
function bodyText(lines: readonly RawLine[]): string | undefined {
  const text = lines
    .map((line) => line.text)
    .join('\n')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .trim();
  return text === '' ? undefined : text;
}

function permissionsIn(text: string | undefined): Ticket['permissions'] {
  return text === 'ask' || text === 'edit' || text === 'full' ? text : undefined;
}

function isYes(text: string | undefined): boolean {
  return text !== undefined && /^(?:true|yes|on)$/i.test(text);
}

function tooLarge(text: string, path: string): ParsedTicket {
  const { lines } = takeApart(text.slice(0, maxTicketCharacters));
  const at = lines.length;
  const megabytes = (text.length / 1024 / 1024).toFixed(1);
  const what = `the file has ${megabytes} MB; the maximum for a ticket is 2 MB, which this line exceeds`;
  const empty = parseTicket('', path);
  return { ...empty, ticket: { ...empty.ticket, faults: [{ line: at, what }] } };
}
