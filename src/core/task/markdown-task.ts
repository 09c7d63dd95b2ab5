import { type Checkbox, checkboxes, isMarkedCurrent, withoutMark } from './checkboxes.ts';
import { frontMatter } from './front-matter.ts';
import { type MarkdownLine, markdownLines, toLines } from './lines.ts';
import { rulesOf } from './rules.ts';
import {
  field,
  firstParagraph,
  headingOf,
  items,
  plain,
  type Section,
  sectionsOf,
} from './sections.ts';
import type { TaskDocument, TaskSource } from './task.ts';
import { emptyDocument } from './task-document.ts';
import { isValidationRequired, ownQuestions } from './validation.ts';
import { listValue, textValue } from './values.ts';

/** A larger document is a file to re-read and nothing more. */
export const maxDocumentCharacters = 2 * 1024 * 1024;
const maxDocumentLines = 50_000;

/** True for a document that is not looked into. */
export function isTooLarge(text: string): boolean {
  if (text.length > maxDocumentCharacters) return true;
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0 && lines <= maxDocumentLines; lines += 1) {
    at = text.indexOf('\n', at + 1);
  }
  return lines > maxDocumentLines;
}

/** A Markdown document taken apart, for the forms that add to what all have in common. */
export interface MarkdownTask {
  document: TaskDocument;
  data: Record<string, unknown>;
  /** Lines of the front matter. */
  front: string[];
  lines: MarkdownLine[];
  sections: Section[];
  boxes: Checkbox[];
}

/** What plans, tickets, loop documents and plain documents have in common. Faulty front matter goes to `problem`. */
export function readMarkdownTask(text: string, path: string, source: TaskSource): MarkdownTask {
  if (isTooLarge(text)) {
    return {
      document: emptyDocument(source),
      data: {},
      front: [],
      lines: [],
      sections: [],
      boxes: [],
    };
  }
  const front = frontMatter(text);
  // A rule line of dashes at the top of a document that has no keys is no front matter.
  const used = front && !(front.fault && !startsLikeKeys(text)) ? front : undefined;
  const lines = markdownLines(used?.body ?? toLines(text), used?.bodyStart ?? 1);
  const data = used?.data ?? {};
  const sections = sectionsOf(lines);
  const boxes = checkboxes(lines);
  const open = boxes.filter((box) => box.state === 'open');
  const listed = boxes.length === 0 ? listItems(lines) : [];
  const files = sections.find(({ title }) => /^files to (?:load|read|change|edit)\b/i.test(title));
  const listedFiles = files === undefined ? [] : items(files.lines);
  const document = emptyDocument(source, {
    title: textValue(data, 'title', 'name') ?? sections.find((each) => each.level === 1)?.title,
    status: textValue(data, 'status') ?? statusOf(lines, sections),
    objective:
      textValue(data, 'objective', 'goal') ??
      field(head(lines), /^(?:objective|goal)$/i) ??
      sectionText(sections, /^(?:objectives?|goals?|purpose|aim)\b/i),
    scope: listOr(data, ['scope'], sections, /^(?:in )?scope\b|^files in scope\b/i),
    success: listOr(
      data,
      ['success', 'success_criteria', 'acceptance', 'acceptance_criteria'],
      sections,
      /^(?:success|acceptance)\b|^(?:done when|definition of done)\b/i,
    ),
    nextAction:
      textValue(data, 'next_action', 'next') ??
      field(lines, /^next(?: action| step)?$/i) ??
      sectionText(sections, /^next(?: action| step)s?\b/i),
    openSteps: open.slice(0, 200).map((box) => box.text),
    ...(listed.length > 0 ? { items: listed } : {}),
    ...(listedFiles.length > 0 ? { listedFiles } : {}),
    doneSteps: boxes.filter((box) => box.state === 'done').length,
    rules: [...new Set([...listValue(data, 'rules', 'constraints'), ...rulesOf(lines)])].slice(
      0,
      30,
    ),
    validation: ownQuestions(data, sections),
    ...(isValidationRequired(data) ? { validationRequired: true } : {}),
    problem:
      used?.fault &&
      `${path}:${used.fault.line} cannot be read as front matter: ${used.fault.what}.`,
  });
  return { document, data, front: used?.head ?? [], lines, sections, boxes };
}

function listItems(lines: readonly MarkdownLine[]): string[] {
  const items = lines.flatMap(({ text, hidden }) => {
    const found = hidden ? null : /^\s{0,12}(?:[-*+]|\d{1,3}[.)])\s+(\S.{0,2000})/.exec(text);
    return found === null ? [] : [found[1]!];
  });
  return items.slice(0, 200);
}

function startsLikeKeys(text: string): boolean {
  return /^\uFEFF?\s*---[ \t]*\r?\n\s*(?:#.*\r?\n\s*)*["']?[\w-]+["']?\s*:/.test(
    text.slice(0, 4000),
  );
}

/** Lines before the first heading of the second level or deeper. */
function head(lines: readonly MarkdownLine[]): MarkdownLine[] {
  const end = lines.findIndex((line) => (headingOf(line)?.level ?? 0) >= 2);
  return lines.slice(0, end < 0 ? 40 : end);
}

function statusOf(
  lines: readonly MarkdownLine[],
  sections: readonly Section[],
): string | undefined {
  return field(head(lines), /^status$/i) ?? sectionText(sections, /^status\b/i);
}

/** The first paragraph of the first section whose title fits. */
export function sectionText(sections: readonly Section[], title: RegExp): string | undefined {
  const section = sections.find((each) => title.test(each.title));
  const text = section && firstParagraph(section.lines);
  return text === undefined ? undefined : plain(text);
}

function listOr(
  data: Record<string, unknown>,
  keys: string[],
  sections: readonly Section[],
  title: RegExp,
): string[] {
  const keyed = listValue(data, ...keys);
  if (keyed.length > 0) return keyed;
  const section = sections.find((each) => title.test(each.title));
  return section ? items(section.lines) : [];
}

/** The line that its author marked as the current one, outside of headings and boxes. */
export function markedLine(lines: readonly MarkdownLine[]): string | undefined {
  const line = lines.find((each) => !each.hidden && isMarkedCurrent(each.text));
  if (!line) return undefined;
  const text =
    headingOf(line)?.title ?? line.text.replace(/^\s*(?:[-*+]|\d+[.)])\s+(?:\[.\]\s+)?/, '');
  return withoutMark(text);
}
