import type { Edited } from './edited-text.ts';

/** One place of a patch: lines that are there, and lines that stand there afterwards. */
interface Chunk {
  /** Lines that stand somewhere before the place, one after the other. */
  anchors: string[];
  old: string[];
  new: string[];
  /** The old lines are the last of the file. */
  atEnd: boolean;
}

interface FilePart {
  act: 'add' | 'update' | 'delete';
  path: string;
  movedTo?: string;
  added: string[];
  chunks: Chunk[];
}

/**
 * What a file holds after a patch between `*** Begin Patch` and `*** End Patch`. Undefined where the patch does not name
 * the file, or its lines do not fit.
 */
export function patchedFile(
  before: string | undefined,
  patch: string,
  isMeant: (path: string) => boolean,
): Edited | undefined {
  const mine = partsOf(patch).filter(
    (part) => isMeant(part.path) || (part.movedTo !== undefined && isMeant(part.movedTo)),
  );
  if (mine.length === 0) return undefined;
  let now: Edited | undefined = before === undefined ? { gone: true } : { text: before };
  for (const part of mine) {
    now = afterPart(now, part, isMeant);
    if (now === undefined) return undefined;
  }
  return now;
}

function afterPart(
  now: Edited,
  part: FilePart,
  isMeant: (path: string) => boolean,
): Edited | undefined {
  if (part.act === 'add') return { text: part.added.map((line) => `${line}\n`).join('') };
  if (part.act === 'delete') return { gone: true };
  // What another file holds that is moved here is not known.
  if (!isMeant(part.path)) return undefined;
  if (part.movedTo !== undefined && !isMeant(part.movedTo)) return { gone: true };
  return 'gone' in now ? undefined : updated(now.text, part.chunks);
}

const header = /^\*\*\* (Add|Update|Delete) File: (.+)$/;

function partsOf(patch: string): FilePart[] {
  const parts: FilePart[] = [];
  let part: FilePart | undefined;
  for (const line of patch.split(/\r?\n/)) {
    const head = header.exec(line);
    if (head) {
      const act = head[1]!.toLowerCase() as FilePart['act'];
      part = { act, path: head[2]!.trimEnd(), added: [], chunks: [] };
      parts.push(part);
    } else if (line.startsWith('*** End Patch')) break;
    else if (part) takeLine(part, line);
  }
  return parts;
}

function takeLine(part: FilePart, line: string): void {
  if (part.act === 'add') {
    if (line.startsWith('+')) part.added.push(line.slice(1));
    return;
  }
  if (part.act !== 'update') return;
  const moved = /^\*\*\* Move to: (.+)$/.exec(line)?.[1]?.trimEnd();
  if (moved !== undefined) {
    part.movedTo = moved;
    return;
  }
  const last = part.chunks.at(-1);
  if (line.startsWith('@@')) {
    const anchor = line.slice(2).replace(/^ /, '');
    const open = last !== undefined && last.old.length === 0 && last.new.length === 0;
    const chunk = open ? last : { anchors: [], old: [], new: [], atEnd: false };
    if (!open) part.chunks.push(chunk);
    if (anchor.trim() !== '') chunk.anchors.push(anchor);
    return;
  }
  const chunk = last ?? { anchors: [], old: [], new: [], atEnd: false };
  if (last === undefined) part.chunks.push(chunk);
  if (line.startsWith('*** End of File')) chunk.atEnd = true;
  else if (line.startsWith('+')) chunk.new.push(line.slice(1));
  else if (line.startsWith('-')) chunk.old.push(line.slice(1));
  else {
    const kept = line.startsWith(' ') ? line.slice(1) : line;
    chunk.old.push(kept);
    chunk.new.push(kept);
  }
}

function updated(text: string, chunks: readonly Chunk[]): Edited | undefined {
  const crlf = text.includes('\r\n');
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  if (lines.at(-1) === '') lines.pop();
  let from = 0;
  for (const chunk of chunks) {
    for (const anchor of chunk.anchors) {
      const at = find(lines, [anchor], from);
      if (at === undefined) return undefined;
      from = at + 1;
    }
    const at = placeOf(lines, chunk, from);
    if (at === undefined) return undefined;
    lines.splice(at, chunk.old.length, ...chunk.new);
    from = at + chunk.new.length;
  }
  const made = `${lines.join('\n')}\n`;
  return { text: crlf ? made.replaceAll('\n', '\r\n') : made };
}

function placeOf(lines: readonly string[], chunk: Chunk, from: number): number | undefined {
  if (chunk.old.length === 0) return chunk.anchors.length > 0 ? from : lines.length;
  if (!chunk.atEnd) return find(lines, chunk.old, from);
  const last = lines.length - chunk.old.length;
  return last >= from && find(lines, chunk.old, last) === last
    ? last
    : find(lines, chunk.old, from);
}

/** Ways to compare two lines, the strictest first. */
const compared: ((line: string) => string)[] = [
  (line) => line,
  (line) => line.trimEnd(),
  (line) => line.trim(),
];

function find(lines: readonly string[], wanted: readonly string[], from: number) {
  for (const form of compared) {
    const goal = wanted.map(form);
    for (let at = from; at + goal.length <= lines.length; at += 1) {
      if (goal.every((line, index) => form(lines[at + index]!) === line)) return at;
    }
  }
  return undefined;
}
