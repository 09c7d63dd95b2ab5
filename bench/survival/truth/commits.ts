import type { Done } from './calls.ts';
import type { Fact } from './fact.ts';
import { commandOf, toolRole } from './known-tools.ts';
import { phrase, words } from './matcher.ts';

export interface CommitTruth {
  id: string;
  subject: string;
  line: number;
}

/** Commits that git itself reported: `[branch id] subject`. */
export function commitTruth(done: readonly Done[]): CommitTruth[] {
  return done.flatMap((one) => {
    if (toolRole(one.call.tool) !== 'shell') return [];
    if (!/\bgit\b[^\n]*\bcommit\b/.test(commandOf(one.call.input) ?? '')) return [];
    const found = one.result.text.matchAll(/^\[[^\]\n]*?([0-9a-f]{7,12})\] (.+)$/gm);
    return [...found].map((match) => ({ id: match[1]!, subject: match[2]!, line: one.line }));
  });
}

/** A commit counts as told by its id, by its subject unbroken, or by four of five of the subject's words close together. */
export function commitFacts(commits: readonly CommitTruth[], segment: number): Fact[] {
  return commits.map(({ id, subject, line }) => ({
    id: `commit ${id}`,
    kind: 'commit',
    value: `${id} ${subject}`,
    match: {
      by: 'any',
      of: [phrase(id.slice(0, 7)), phrase(id), phrase(subject), words(subject, 0.8, 30)],
    },
    state: 'true_at_boundary',
    source: 'tool-result',
    line,
    segment,
  }));
}
