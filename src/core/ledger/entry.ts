import type { LineRange, Outcome, ToolKind } from '../tool.ts';

/** `record`: read in the host's record; `hook`: told by the host's event, which proves nothing by itself; `claimed`: by another program, which proves nothing. */
export type EvidenceSource = 'record' | 'hook' | 'claimed';

interface EntryBase {
  v: 1;
  /** The host's id of the call, or a place in the record: one id, one entry. */
  id: string;
  /** Empty for the main session. */
  agent?: string;
  /**
   * Of an agent below the session: between which places of the session it surely ran. Its own places are those of its own
   * record, and tell only how its calls stand to each other.
   */
  within?: { from: number; to: number };
  source: EvidenceSource;
  /** ISO time of the result, else of the call, as the source tells it. Nothing is ordered by it. */
  time?: string;
  /** Place of the beginning in the order of the session. */
  began: number;
  /** Place of the end; absent while no result is known. */
  ended?: number;
  /** It stands in a turn that was taken back: it proves nothing any more, but a file that it changed is changed. */
  takenBack?: true;
  /** Of what an event told: which line of the ledger it is, and so where it stands among what else events told. */
  told?: number;
}

/** A file after a change, at the moment at which the ledger was brought up to date. */
export interface FileAfter {
  path: string;
  /** SHA-256 in hexadecimal; absent where no readable file is there. */
  sha256?: string;
  /** ISO time at which the hash was taken. */
  taken?: string;
}

/** Lines of a file that a call put before the model, as the file was when the ledger was brought up to date. */
export interface FileShown {
  path: string;
  sha256: string;
  lines: number;
  ranges: [number, number][];
}

/** One tool call. Texts are bounded and without secrets, paths are absolute where the folder is known. */
export interface CallEntry extends EntryBase {
  kind: 'call';
  tool: string;
  does: ToolKind;
  paths: string[];
  /** The lines that a read asked for; absent: all. */
  range?: LineRange;
  command?: string;
  /** True where the command is longer than what is kept, or for a shell that reads it otherwise: it is not judged. */
  unjudged?: boolean;
  cwd?: string;
  /** Of a claim: its input as text. */
  input?: string;
  background?: boolean;
  /** Of a call that started an agent: which one. */
  spawned?: string;
  /** The host's id of work that goes on behind the result. */
  backgroundId?: string;
  /** The place at which that was over, or a call of which no result ever came. */
  over?: number;
  outcome: Outcome;
  exitCode?: number;
  /** `alike`: of a command that failed, a fingerprint of its output without digits, by which failures are told apart. */
  output?: { sha256: string; characters: number; cut?: boolean; alike?: string };
  /** The scripts that a package manager said it runs for the command, without secrets. */
  scripts?: string[];
  tests?: { verdict: 'green' | 'red' | 'unknown'; none?: boolean; filtered?: boolean };
  changed?: FileAfter[];
  shown?: FileShown[];
}

/** What the person answered to a question of the agent. */
export interface AnswerEntry extends EntryBase {
  kind: 'answer';
  /** `prompt`: typed right behind the question; `dialog`: in the host's own dialog. */
  by: 'prompt' | 'dialog';
  question: string;
  answer: string;
  verdict?: 'yes' | 'no';
}

/** Later than any place. */
export const never = Number.MAX_SAFE_INTEGER;

export type LedgerEntry = CallEntry | AnswerEntry;

/** True for an entry that something else than a claim stands behind. */
export function isObserved(entry: LedgerEntry): boolean {
  return entry.source !== 'claimed';
}

/**
 * True for a call that the host's own record shows as a part of the conversation. What only an event told of proves nothing yet,
 * since whoever can reach us can tell of an event, and what was taken back proves nothing more; both may still make stale what
 * was proved before.
 */
export function isRecorded({ source, takenBack }: CallEntry): boolean {
  return source === 'record' && !takenBack;
}
