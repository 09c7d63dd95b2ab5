import { join } from 'node:path';
import {
  type KeptPassages,
  type PassageStore,
  passagesFile,
  workedFile,
} from '../app/at-hand/ports.ts';
import { bookOf } from '../core/at-hand/book.ts';
import type { Passage } from '../core/at-hand/passage.ts';
import type { PassageIndex } from '../core/at-hand/passage-index.ts';
import { redactedJson } from '../core/trust/redacted-json.ts';
import { readRegular } from '../platform/open-regular.ts';
import { readStart, removeSmall, replaceSmall } from '../platform/small-files.ts';

/** Counts up with each change of the form, and of what terms are. */
const version = 1;
const longestHead = 64 * 1024;
const largestFile = 64 * 1024 * 1024;
const newline = 10;
const tab = 9;

interface Head extends KeptPassages {
  version: number;
  count: number;
  /** Bytes of the lines of the passages. */
  length: number;
}

/**
 * The passages of a session, in one file: a line that tells what it holds, a line for each passage, and then a line for each term,
 * sorted by its bytes: the term, how many passages hold it, and where these begin, in base 36. A term is found by halving, so that
 * a prompt reads the file and decodes hardly anything of it.
 */
export function openPassages(folder: string, patterns: readonly RegExp[]): PassageStore {
  const path = join(folder, passagesFile);
  const parts = () => partsOf(path);
  return {
    head: () => headOf(readStart(path, longestHead)),
    all() {
      const found = parts();
      if (found === undefined) return [];
      const { bytes, from, head } = found;
      const lines = bytes.toString('utf8', from, from + head.length).split('\n');
      return lines.filter((line) => line !== '').flatMap((line) => passageOf(line) ?? []);
    },
    index() {
      const found = parts();
      return found && indexOf(found);
    },
    writeWorked(rows) {
      const worked = join(folder, workedFile);
      if (rows.length > 0) replaceSmall(worked, redactedJson(rows, patterns));
      else removeSmall(worked);
    },
    write(kept, passages) {
      return replaceSmall(path, fileOf(kept, passages, patterns));
    },
  };
}

interface Parts {
  head: Head;
  bytes: Buffer;
  /** Where the passages begin. */
  from: number;
}

function partsOf(path: string): Parts | undefined {
  try {
    const bytes = readRegular(path, largestFile)?.bytes;
    if (bytes === undefined) return undefined;
    const end = bytes.indexOf(newline);
    const head = headOf(bytes.toString('utf8', 0, end + 1));
    return head && { head, bytes, from: end + 1 };
  } catch {
    return undefined;
  }
}

function headOf(text: string | undefined): Head | undefined {
  const end = text?.indexOf('\n') ?? -1;
  if (text === undefined || end < 0) return undefined;
  try {
    const head = JSON.parse(text.slice(0, end)) as Head;
    return head?.version === version ? head : undefined;
  } catch {
    return undefined;
  }
}

function passageOf(line: string): Passage | undefined {
  try {
    const [by, time, handle, text] = JSON.parse(line);
    return typeof text === 'string' ? { by, time, handle, text } : undefined;
  } catch {
    return undefined;
  }
}

function indexOf({ head, bytes, from }: Parts): PassageIndex {
  const terms = bytes.subarray(from + head.length);
  return {
    count: head.count,
    holders(term) {
      const line = findLine(terms, Buffer.from(`${term}\t`, 'utf8'));
      if (line === undefined) return { count: 0, ids: [] };
      const [count, places = ''] = line.split('\t');
      const ids = places === '' ? [] : places.split(' ').map((place) => Number.parseInt(place, 36));
      return { count: Number(count), ids };
    },
    passage(id) {
      const start = from + id;
      const end = bytes.indexOf(newline, start);
      return end < 0 ? undefined : passageOf(bytes.toString('utf8', start, end));
    },
  };
}

/** What stands behind `beginning` in the line that begins with it. */
function findLine(sorted: Buffer, beginning: Buffer): string | undefined {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = middle === 0 ? 0 : sorted.lastIndexOf(newline, middle - 1) + 1;
    const next = sorted.indexOf(newline, start);
    const end = next < 0 ? sorted.length : next;
    const stop = sorted.indexOf(tab, start);
    const key = sorted.subarray(start, stop < 0 || stop > end ? end : stop + 1);
    const order = Buffer.compare(key, beginning);
    if (order === 0) return sorted.toString('utf8', stop + 1, end);
    if (order < 0) low = end + 1;
    else high = start;
  }
  return undefined;
}

function fileOf(
  kept: KeptPassages,
  passages: readonly Passage[],
  patterns: readonly RegExp[],
): Buffer {
  const places: string[] = [];
  const lines: string[] = [];
  let length = 0;
  for (const { by, time, handle, text } of passages) {
    places.push(length.toString(36));
    const line = `${JSON.stringify([by, time, handle, text])}\n`;
    lines.push(line);
    length += Buffer.byteLength(line);
  }
  const terms = bookOf(passages).map(({ term, count, numbers }) =>
    Buffer.from(`${term}\t${count}\t${numbers.map((one) => places[one]).join(' ')}\n`),
  );
  terms.sort(byTerm);
  // What a reading remembers holds words of the record too.
  const head = redactedJson({ ...kept, version, count: passages.length, length }, patterns);
  return Buffer.concat([Buffer.from(`${head}\n${lines.join('')}`), ...terms]);
}

function byTerm(one: Buffer, other: Buffer): number {
  return Buffer.compare(
    one.subarray(0, one.indexOf(tab) + 1),
    other.subarray(0, other.indexOf(tab) + 1),
  );
}
