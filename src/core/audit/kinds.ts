import type { Fact } from '../fact.ts';
import { type AuditedKind, meaningOf, ranked } from '../fact-meaning.ts';

export type { AuditedKind };

/** The kinds of fact that are counted, in the order in which they are shown. */
export const auditedKinds: readonly AuditedKind[] = ranked('audit');

/** As a person calls a number of such facts. */
export function titleOf(kind: AuditedKind): string {
  const { audit } = meaningOf(kind);
  return audit === 'none' ? kind : audit.title;
}

/** The words of a person that must hold word for word. */
export const ruleKinds: readonly AuditedKind[] = ['prohibition', 'constraint', 'correction'];

/** A fact of which it matters whether it survives: of a kind that is counted, and still true. */
export function isAudited(fact: Fact): fact is Fact & { kind: AuditedKind } {
  if (meaningOf(fact.kind).audit === 'none' || fact.state === 'taken back later') return false;
  return fact.kind !== 'todo' || fact.state === 'pending' || fact.state === 'in_progress';
}
