import type { FoldCache, FoldHead } from '../app/ports.ts';
import { foldVersion } from '../core/snapshot/fold-version.ts';
import { redactedJson } from '../core/trust/redacted-json.ts';
import { readSmall, readStart, replaceSmall } from '../platform/small-files.ts';

/**
 * A kept fold is a file of two lines: the head, which is all that most events look at, and the state. Whatever is
 * wrong with it, it counts as absent, since it can be made anew.
 */

/** A head holds a cursor of a few kilobytes. */
const longestHead = 64 * 1024;

export function writeFold(path: string, cache: FoldCache, redact: readonly RegExp[]): void {
  const { state, ...head } = cache;
  const lines = [{ version: foldVersion, ...head }, state].map((one) => redactedJson(one, redact));
  replaceSmall(path, `${lines.join('\n')}\n`);
}

export function readFoldHead(path: string): FoldHead | undefined {
  return headOf(readStart(path, longestHead) ?? '')?.head;
}

export function readFold(path: string): FoldCache | undefined {
  const text = readSmall(path) ?? '';
  const found = headOf(text);
  if (found === undefined) return undefined;
  const state = parsed(text.slice(found.end));
  return state === undefined ? undefined : { ...found.head, state };
}

/** The head, and where its line ends. */
function headOf(text: string): { head: FoldHead; end: number } | undefined {
  const end = text.indexOf('\n');
  const value = parsed(end < 0 ? '' : text.slice(0, end));
  if (typeof value !== 'object' || value === null) return undefined;
  const { version, cursor, lastAnswer, plans, roleOpen } = value as Partial<FoldHead> & {
    version?: unknown;
  };
  return version === foldVersion &&
    typeof cursor === 'object' &&
    cursor !== null &&
    typeof lastAnswer === 'number' &&
    typeof plans === 'number'
    ? { head: { cursor, lastAnswer, plans, ...(roleOpen === true && { roleOpen }) }, end }
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
