import { untrustedPath } from '../trust/untrusted.ts';
import type { BriefFile, BriefInput } from './input.ts';

/** What the first part says about files that must be read. */
export interface ReadingPart {
  text: string;
  /** Whole paths for further on, where the first part has room for their ends only. */
  paths: string[];
}

const missingRoom = 260;
const tailLength = 56;

/**
 * The files to read, in order and each named, in at most `room` characters: with their paths; else below the
 * folder that they share; else by the ends of their paths, the whole ones following further on.
 */
export function readingPart(
  input: BriefInput,
  unread: readonly BriefFile[],
  room: number,
): ReadingPart {
  const missing = missingLine(input.missing);
  if (unread.length === 0) {
    const text = missing === '' ? '' : `\nFiles that should be here:\n${missing}\n`;
    return { text, paths: [] };
  }
  const title = input.gated
    ? 'Before any change (changing calls are denied until then):'
    : 'Before any change:';
  const forms = [plainLines(unread), sharedLines(unread), tailLines(unread)];
  const texts = forms.map(
    (lines) => `\n${[title, ...lines, missing].filter((line) => line !== '').join('\n')}\n`,
  );
  const fitting = texts.findIndex((text) => text.length <= room);
  if (fitting === 0 || fitting === 1) return { text: texts[fitting]!, paths: [] };
  return { text: texts[2]!, paths: plainLines(unread) };
}

function plainLines(files: readonly BriefFile[]): string[] {
  return files.map(
    (file, index) => `${index + 1}. Read ${untrustedPath(file.path)} (${file.role}, whole)`,
  );
}

function sharedLines(files: readonly BriefFile[]): string[] {
  const folder = sharedFolder(files.map((file) => file.path));
  return [
    `Read whole, in this order, below ${folder}`,
    ...files.map((file, index) => `${index + 1}. ${file.path.slice(folder.length)}`),
  ];
}

/** At most twenty ends; of more files only the number is told. */
function tailLines(files: readonly BriefFile[]): string[] {
  const shown = files
    .slice(0, 20)
    .map((file, index) => `${index + 1}. ${tail(file.path, tailLength)}`);
  const more = files.length > 20 ? [`and ${files.length - 20} more`] : [];
  return ['Read whole, in this order (whole paths below):', ...shown, ...more];
}

function sharedFolder(paths: readonly string[]): string {
  let shared = paths[0]!.slice(0, paths[0]!.lastIndexOf('/') + 1);
  for (const path of paths) {
    while (!path.startsWith(shared)) {
      shared = shared.slice(0, shared.lastIndexOf('/', shared.length - 2) + 1);
    }
  }
  return shared;
}

function missingLine(missing: readonly string[]): string {
  const first = missing[0];
  if (first === undefined) return '';
  const named = [tail(first, 180)];
  let length = named[0]!.length;
  for (const path of missing.slice(1)) {
    length += path.length + 2;
    if (length > missingRoom) break;
    named.push(path);
  }
  const more = missing.length > named.length ? ` and ${missing.length - named.length} more` : '';
  const it = missing.length > 1 ? 'them' : 'it';
  return `- Missing: ${named.join(', ')}${more}. Stop and ask the user for ${it}.`;
}

function tail(path: string, limit: number): string {
  if (path.length <= limit) return path;
  return `…${path.slice(path.length - limit + 1).replace(/^[\udc00-\udfff]/, '')}`;
}
