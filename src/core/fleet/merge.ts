import { addProgressLines, setResult, setStatus } from '../ticket/edit.ts';
import { lostProgress } from '../ticket/judge-edit.ts';
import { sectionNamed } from '../ticket/layout.ts';
import { parseTicket, parseTicketFile } from '../ticket/parse.ts';
import { putTogether } from '../ticket/raw-lines.ts';

/** What became of two versions of a ticket. */
export interface Merged {
  text: string;
  /** True where both changed the same part and the shared version counts: the local one must be kept elsewhere. */
  conflict: boolean;
}

/**
 * Joins a local and a shared version of a ticket that come from one base. No line of progress of either is lost, and none
 * that both have stands there twice. Of the rest, what one of them changed is taken. Where both changed the same, the shared
 * version counts. `mayChange`: false where another machine works on the ticket, so that nothing but lines of progress is taken from here.
 */
export function mergeTicket(
  base: string,
  local: string,
  shared: string,
  path: string,
  mayChange = true,
): Merged {
  const [was, here, there] = [base, local, shared].map((text) => withoutProgress(text, path));
  if (here === was || here === there)
    return { text: withLines(shared, local, path), conflict: false };
  if (!mayChange) return { text: withLines(shared, local, path), conflict: true };
  if (there === was) return { text: withLines(local, shared, path), conflict: false };
  const joined = withStatusAndResult(base, local, shared, path);
  const own = withStatusAndResult(base, local, base, path);
  const [mine, now] = [local, joined].map((text) => parseTicketFile(text, path));
  // Nothing but the status and the result was changed here, and both of them count.
  const isWhole =
    withoutProgress(own, path) === here &&
    mine?.status === now?.status &&
    mine?.result === now?.result;
  return { text: withLines(joined, local, path), conflict: !isWhole };
}

/** Entries of `other` that `text` lacks, added to it. */
function withLines(text: string, other: string, path: string): string {
  const lines = lostProgress(other, text, path);
  return lines.length === 0
    ? text
    : addProgressLines(
        text,
        lines.map((line) => `- ${line}`),
      );
}

/** `shared` with the status and the result of `local`, where that alone changed them. */
function withStatusAndResult(base: string, local: string, shared: string, path: string): string {
  const [was, here, there] = [base, local, shared].map((text) => parseTicketFile(text, path));
  let text = shared;
  if (here?.status !== undefined && here.status !== was?.status && there?.status === was?.status) {
    text = setStatus(text, here.status);
  }
  if (here?.result !== undefined && was?.result === undefined && there?.result === undefined) {
    text = setResult(text, here.result);
  }
  return text;
}

/** A ticket without the lines of its section Progress. */
function withoutProgress(text: string, path: string): string {
  const { layout, lines, bom } = parseTicket(text, path);
  const section = sectionNamed(layout, 'progress');
  if (section === undefined) return text;
  return putTogether({ bom, lines: [...lines.slice(0, section.at), ...lines.slice(section.end)] });
}
