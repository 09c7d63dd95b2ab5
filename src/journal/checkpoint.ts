import { join } from 'node:path';
import { fingerprint, textHash } from '../core/hash.ts';
import type { SessionState } from '../core/recovery/session-state.ts';
import { stateVersion } from '../core/recovery/state-version.ts';
import type { OpenLines } from '../platform/line-blocks.ts';
import { readSmall, replaceSmall } from '../platform/small-files.ts';

/**
 * What a long journal comes to up to one of its bytes, so that it need not be folded from its beginning each time. A
 * file of two lines: the head and the state. It is derived: whatever does not fit, it counts as absent.
 */
export interface Checkpoint {
  /** The byte behind the last line that is in it. */
  offset: number;
  skipped: number;
  /** The state as JSON. */
  state: string;
}

interface Head {
  version: number;
  /** The file that the journal was, and how the part that was folded ended. */
  inode: number;
  offset: number;
  end: string;
  skipped: number;
  /** Hash of the state's text. */
  state: number;
}

/** Bytes at the end of what was folded by which it is known again. */
const endBytes = 512;

/** `version`: that of the form of the state. */
export function readCheckpoint(
  folder: string,
  journal: OpenLines,
  version: number = stateVersion,
): Checkpoint | undefined {
  const text = readSmall(pathOf(folder));
  const border = text?.indexOf('\n') ?? -1;
  if (text === undefined || border < 0) return undefined;
  const head = parsed(text.slice(0, border));
  const state = text.slice(border + 1).trimEnd();
  const fits =
    head !== undefined &&
    head.version === version &&
    head.inode === journal.inode &&
    head.offset <= journal.size &&
    head.end === endOf(journal, head.offset) &&
    head.state === textHash(state);
  return fits ? { offset: head.offset, skipped: head.skipped, state } : undefined;
}

export function writeCheckpoint(
  folder: string,
  journal: OpenLines,
  made: Checkpoint,
  version: number = stateVersion,
): void {
  const head: Head = {
    version,
    inode: journal.inode,
    offset: made.offset,
    end: endOf(journal, made.offset),
    skipped: made.skipped,
    state: textHash(made.state),
  };
  replaceSmall(pathOf(folder), `${JSON.stringify(head)}\n${made.state}\n`);
}

/** The state that a checkpoint holds, one of its own at each call. */
export function stateOf(text: string): SessionState {
  const { agents, notes, rules } = JSON.parse(text) as SessionState;
  return {
    agents: Object.assign(Object.create(null), agents),
    notes,
    ...(rules === undefined ? {} : { rules: Object.assign(Object.create(null), rules) }),
  };
}

function pathOf(folder: string): string {
  return join(folder, 'state.json');
}

function endOf(journal: OpenLines, offset: number): string {
  const from = Math.max(0, offset - endBytes);
  return fingerprint(journal.text(from, offset - from));
}

function parsed(text: string): Head | undefined {
  try {
    const value = JSON.parse(text) as Partial<Head> | null;
    return typeof value?.offset === 'number' && typeof value.skipped === 'number'
      ? (value as Head)
      : undefined;
  } catch {
    return undefined;
  }
}
