import { parseDocument } from './document.ts';
import { frontMatter } from './front-matter.ts';
import { markdownLines, toLines } from './lines.ts';
import { parseLoop } from './loop.ts';
import { parseManifest } from './manifest.ts';
import { isTooLarge } from './markdown-task.ts';
import { sourceByName } from './names.ts';
import { parsePlan } from './plan.ts';
import { headingOf } from './sections.ts';
import type { TaskDocument, TaskSource } from './task.ts';
import { parseTicket } from './ticket.ts';

const parsers: Record<TaskSource, (text: string, path: string) => TaskDocument> = {
  manifest: parseManifest,
  ticket: parseTicket,
  loop: parseLoop,
  plan: parsePlan,
  document: parseDocument,
};

/** The form of a task document: by its name where that tells, else by what is in it. */
export function identify(path: string, text: string, plansFolder?: string): TaskSource {
  const named = sourceByName(path, plansFolder);
  if (named === 'manifest' || isTooLarge(text)) return named ?? 'document';
  const data = frontMatter(text)?.data ?? {};
  if ('files_to_load' in data && named !== 'ticket') return 'manifest';
  const lines = markdownLines(toLines(text)).filter((line) => !line.hidden);
  const titles = lines.flatMap((line) => headingOf(line)?.title ?? []);
  const hasProgress = titles.some((title) => /^progress\b/i.test(title));
  const hasStatus =
    'status' in data || lines.some((line) => /^\s*\**Status\**\s*:/i.test(line.text));
  if (named === 'ticket' || (hasStatus && hasProgress && named !== 'plan')) return 'ticket';
  if (lines.some((line) => line.text.includes('[CURRENT]')) && named !== 'plan') return 'loop';
  return (
    named ?? (lines.some((line) => /^\s*[-*+] \[[ xX]\] \S/.test(line.text)) ? 'plan' : 'document')
  );
}

/**
 * Reads a task document in whatever form it has; `shownPath` is how its sentences name it. Never throws; a
 * fault is in `problem`.
 */
export function parseTask(
  text: string,
  path: string,
  plansFolder?: string,
  shownPath = path,
): TaskDocument {
  return parsers[identify(path, text, plansFolder)](text, shownPath);
}
