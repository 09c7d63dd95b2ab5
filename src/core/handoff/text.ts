import type { BriefInput } from '../brief/input.ts';
import { renderBrief } from '../brief/render.ts';
import { redact } from '../trust/redact.ts';
import { neutralise, untrustedPath } from '../trust/untrusted.ts';
import { closingMark } from './mark.ts';

/** Characters of the text without the plan. */
const briefRoom = 24_000;
/** Characters in which all that is mandatory stands. */
const headRoom = 8_000;
/** Bytes of the whole text: a system takes 131,072 for one argument of a program. */
const mostBytes = 100_000;

/**
 * The text by which a session of another client continues the work: the brief of the session, longer than a client's limit
 * for a hook, and the plan whole. Same input, same bytes; at most 100,000 bytes.
 */
export function handoffText(input: BriefInput, id: string): string {
  const brief = renderBrief({
    ...input,
    budget: briefRoom,
    head: headRoom,
    // The files are read all the same, so that what is changed rests on the files and not on this text.
    mayInline: false,
  }).text.trimEnd();
  const end = closingMark(id);
  const room = mostBytes - bytesOf(brief) - bytesOf(end) - 2;
  return `${brief}\n${planPart(input, id, room)}\n${end}`;
}

/** The plan whole; where it is too long, that it stands in its file alone. */
function planPart({ task, files }: BriefInput, id: string, room: number): string {
  if (task === undefined || task.path === '') return '';
  const text = files.find(({ path }) => path === task.path)?.text;
  if (text === undefined) return '';
  const path = untrustedPath(task.path);
  const plan = neutralise(redact(text)).trimEnd();
  const part = `\n--- the plan, whole: ${path} ---\n${plan}\n--- end of the plan, ${id} ---\n`;
  if (bytesOf(part) <= room) return part;
  return `\nThe plan ${path} has ${text.length} characters, too many for this text. Read the file.\n`;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
