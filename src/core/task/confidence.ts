import type { TaskReference } from '../snapshot/snapshot.ts';
import type { Confidence } from './task.ts';

const kindWeight: Record<TaskReference['kind'], number> = {
  write: 1.5,
  edit: 1.5,
  skill: 1.2,
  read: 1.0,
  shell: 0.8,
  search: 0.7,
};

/** Half a point for each reference after the first. */
const furtherReference = 0.5;
const highFrom = 5;
const mediumFrom = 2;
const shownCalls = 5;

/** The task document that a referenced path speaks for. */
export interface Owner {
  path: string;
  /** True when the path is the document itself or a file that it lists; false when it only lies in its folder. */
  direct: boolean;
  /** True when the document counts only if something refers to it directly, however much lies in its folder. */
  needsDirect?: boolean;
}

/** One possible task with the evidence for it. */
export interface Candidate {
  path: string;
  score: number;
  confidence: Confidence;
  method: 'tool-calls';
  references: number;
  /** Index of the last call that refers to it. */
  lastIndex: number;
  /** The last calls that refer to it, newest last. */
  evidence: TaskReference[];
}

/** How much a call counts by its place among all calls: the last fifth twice, the second half one and a half times. */
export function recency(index: number, calls: number): number {
  const place = calls > 0 ? (index + 1) / calls : 1;
  if (place > 0.8) return 2;
  return place > 0.5 ? 1.5 : 1;
}

export function confidenceOf(score: number): Confidence {
  if (score >= highFrom) return 'high';
  if (score >= mediumFrom) return 'medium';
  return score > 0 ? 'low' : 'unknown';
}

/**
 * Ranks the task documents that the session's tool calls speak for. `calls` is the number of all calls of
 * the session; `ownerOf` names the document of a path. Best first; of equals the one referred to last.
 */
export function rankTasks(
  references: readonly TaskReference[],
  calls: number,
  ownerOf: (path: string) => Owner | undefined,
): Candidate[] {
  const found = new Map<string, { all: TaskReference[]; direct: boolean; needsDirect: boolean }>();
  for (const reference of references) {
    const owner = ownerOf(reference.path);
    if (!owner) continue;
    const entry = found.get(owner.path) ?? { all: [], direct: false, needsDirect: false };
    entry.all.push(reference);
    entry.direct ||= owner.direct;
    entry.needsDirect ||= owner.needsDirect === true;
    found.set(owner.path, entry);
  }
  return [...found]
    .filter(([, entry]) => entry.direct || !entry.needsDirect)
    .map(([path, entry]) => candidate(path, entry.all, calls))
    .sort((a, b) => b.score - a.score || b.lastIndex - a.lastIndex || (a.path < b.path ? -1 : 1));
}

function candidate(path: string, all: readonly TaskReference[], calls: number): Candidate {
  const ordered = [...all].sort((a, b) => a.index - b.index);
  const total = Math.max(calls, (ordered.at(-1)?.index ?? 0) + 1);
  const weighed = ordered.map((each) => kindWeight[each.kind] * recency(each.index, total));
  const sum = weighed.reduce((a, b) => a + b, 0) + furtherReference * (ordered.length - 1);
  const score = Math.round(sum * 100) / 100;
  return {
    path,
    score,
    confidence: confidenceOf(score),
    method: 'tool-calls',
    references: ordered.length,
    lastIndex: ordered.at(-1)?.index ?? -1,
    evidence: ordered.slice(-shownCalls),
  };
}

/** From this part of a score on, another document is used as much. */
const alike = 0.85;

/** The other documents that the calls speak for about as much as for the first. */
export function rivalsOf([first, ...others]: readonly Candidate[]): Candidate[] {
  if (first === undefined) return [];
  return others.filter(({ score }) => score >= first.score * alike);
}

/** One level less, where something else is as likely. */
export function lowered(confidence: Confidence): Confidence {
  if (confidence === 'high') return 'medium';
  return confidence === 'medium' ? 'low' : confidence;
}

/** The evidence in one line: `score 6.5 (high) from 3 calls, the last ones: Edit plan.md (call 41), …`. */
export function describeCandidate(found: Candidate): string {
  const calls = found.evidence.map((each) => {
    const name = each.path.slice(each.path.lastIndexOf('/') + 1);
    return `${each.tool} ${name} (call ${each.index + 1})`;
  });
  const count = found.references === 1 ? '1 call' : `${found.references} calls`;
  return `score ${found.score} (${found.confidence}) from ${count}, the last: ${calls.join(', ')}`;
}
