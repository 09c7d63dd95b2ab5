import type { Confidence } from './task.ts';

/** Where a project of this kind keeps what its own tools wrote before a compaction, relative to its top. */
export const precompactFile = '00-system/.cache/precompact_state.json';

/** What such a file says. */
export interface PrecompactState {
  projectId: string;
  confidence: Confidence;
  /** ISO time, as it is written. */
  createdAt: string;
}

/** Before the end of a compaction by so much at most, the file is of that compaction. */
const ofSameMs = 15 * 60_000;
/** Where the record shows no compaction yet, an older file is of another day's work. */
const longestMs = 24 * 3_600_000;

/** True for a file that we wrote, for whatever session. */
export function isOurState(text: string): boolean {
  return text.includes('"written_by": "holdfast ');
}

/** True for a file that we wrote for this session ourselves: what it was made from says more. */
export function isOwnState(text: string, session: string | undefined): boolean {
  return session !== undefined && text.includes(`"written_by": "holdfast ${session}"`);
}

/** What the file says, or what is wrong with it, as the end of a sentence. */
export function readPrecompactState(
  text: string,
): { state: PrecompactState } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { problem: 'is no JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: 'is no JSON object' };
  const {
    active_project_id: id,
    confidence,
    created_at: createdAt,
  } = value as Record<string, unknown>;
  if (id === null || id === undefined || id === '') return { problem: 'names no active project' };
  if (typeof id !== 'string' || !/^[\w][\w .-]{0,120}$/.test(id) || id.includes('..'))
    return { problem: 'names a project that can be none' };
  if (typeof createdAt !== 'string' || Number.isNaN(Date.parse(createdAt)))
    return { problem: 'does not say when it was made' };
  const level = levels.find((one) => one === String(confidence).toLowerCase()) ?? 'unknown';
  return { state: { projectId: id, confidence: level, createdAt } };
}

const levels: readonly Confidence[] = ['high', 'medium', 'low', 'unknown'];

/** True for a file that was not made for the last compaction. Its author's clock may write local time without a zone. */
export function isStale(
  { createdAt }: PrecompactState,
  lastCompaction: string | undefined,
  nowMs: number,
): boolean {
  const made = Date.parse(createdAt);
  if (lastCompaction === undefined) return nowMs - made > longestMs;
  return Date.parse(lastCompaction) - made > ofSameMs;
}
