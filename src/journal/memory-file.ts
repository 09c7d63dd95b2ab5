import { join } from 'node:path';
import { type MemoryState, type MemoryStore, memoryFile, memoryMark } from '../app/memory/ports.ts';
import { foldVersion } from '../core/snapshot/fold-version.ts';
import { redact } from '../core/trust/redact.ts';
import { redactedJson } from '../core/trust/redacted-json.ts';
import { readSmall, replaceSmall } from '../platform/small-files.ts';

/** The memory of a session in its folder, with what it was made from. Whatever is wrong with that, it can be made anew. */
export function openMemoryFile(folder: string, patterns: readonly RegExp[]): MemoryStore {
  const state = join(folder, 'memory.json');
  return {
    readState: () => stateOf(readSmall(state) ?? ''),
    keepState(kept, size) {
      const text = redactedJson({ version: foldVersion, ...kept }, patterns);
      // The mark says that so much was read, so that it comes last.
      if (replaceSmall(state, `${text}\n`)) replaceSmall(join(folder, memoryMark), String(size));
    },
    write(text) {
      const safe = redact(text, patterns);
      return replaceSmall(join(folder, memoryFile), safe) ? safe : undefined;
    },
  };
}

function stateOf(text: string): MemoryState | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const state = value as (Partial<MemoryState> & { version?: unknown }) | null;
  const { version, record, cursor, progress } = state ?? {};
  const isWhole =
    version === foldVersion &&
    typeof record === 'string' &&
    isObject(cursor) &&
    isObject(progress) &&
    typeof progress.grown === 'number' &&
    typeof progress.context === 'number' &&
    typeof progress.calls === 'number';
  return isWhole ? (state as MemoryState) : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
