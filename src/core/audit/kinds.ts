import type { Fact, FactKind } from '../fact.ts';

/** The kinds of fact that are counted, in the order in which they are shown, as a person calls them. */
export const auditedKinds = [
  ['prohibition', 'prohibitions'],
  ['constraint', 'constraints'],
  ['correction', 'corrections'],
  ['question.open', 'open questions'],
  ['approval', 'approvals'],
  ['request', 'requests'],
  ['decision', 'decisions'],
  ['todo', 'open todos'],
  ['file.created', 'files created'],
  ['file.modified', 'files modified'],
  ['file.deleted', 'files deleted'],
  ['test.failing', 'failing tests'],
  ['error.open', 'open errors'],
  ['attempt.failed', 'failed attempts'],
  ['in-flight', 'running work'],
  ['command', 'commands'],
  ['git.commit', 'commits'],
  ['git.branch', 'branch'],
  ['skill', 'skills'],
  ['file.read', 'files read'],
] as const satisfies readonly (readonly [FactKind, string])[];

export type AuditedKind = (typeof auditedKinds)[number][0];

const titles = new Map<string, string>(auditedKinds);

export function titleOf(kind: AuditedKind): string {
  return titles.get(kind) ?? kind;
}

/** The words of a person that must hold word for word. */
export const ruleKinds: readonly AuditedKind[] = ['prohibition', 'constraint', 'correction'];

/** A fact of which it matters whether it survives: of a kind that is counted, and still true. */
export function isAudited(fact: Fact): fact is Fact & { kind: AuditedKind } {
  if (!titles.has(fact.kind) || fact.state === 'taken back later') return false;
  return fact.kind !== 'todo' || fact.state === 'pending' || fact.state === 'in_progress';
}
