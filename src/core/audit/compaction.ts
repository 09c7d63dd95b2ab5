import type { BriefInput } from '../brief/input.ts';
import { renderBrief } from '../brief/render.ts';
import type { Fact } from '../fact.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { untrusted } from '../trust/untrusted.ts';
import { turnedIntoApproval } from './approvals.ts';
import { type HeldText, heldText } from './held-text.ts';
import { holds, sharedNames } from './kept.ts';
import { type AuditedKind, auditedKinds, isAudited } from './kinds.ts';
import type { CompactionAudit, GoneFact, KindCount, SummaryState } from './report.ts';

/** What is told of gone facts of one compaction, rules not counted. */
export const mostGone = 300;

/** Characters of a brief on the session's host. */
export interface BriefLimits {
  whole: number;
  head: number;
}

/** What is known of a compaction once the host has put its summary in place. */
export interface Compaction {
  number: number;
  time?: string;
  line?: number;
  trigger: 'auto' | 'manual' | 'unknown';
  reports: number;
  tokensBefore?: number;
  tokensAfter?: number;
  /** Undefined when the record does not show it. */
  summary: string | undefined;
  /** Files that the host put before the model again. */
  attached: readonly string[];
  /** What was known right before it. */
  snapshot: Snapshot;
}

/** Weighs what was known before a compaction against what the host kept, and against the brief of that moment. */
export function auditCompaction(
  compaction: Compaction,
  limits: BriefLimits,
  tellKept = false,
): Omit<CompactionAudit, 'rereads'> {
  const { summary, snapshot, attached, ...told } = compaction;
  const facts = snapshot.facts.filter(isAudited);
  const names = sharedNames(
    facts.filter((fact) => fact.kind.startsWith('file.')).map((fact) => fact.value),
  );
  const state: SummaryState =
    summary === undefined ? 'unreadable' : summary.trim() === '' ? 'empty' : 'read';
  const host = state === 'unreadable' ? undefined : heldText(summary ?? '');
  const brief = renderBrief(briefInput(compaction, limits)).text;
  const own = heldText(brief);
  const again = new Set(attached);
  const counts = new Map<AuditedKind, KindCount>();
  const gone: GoneFact[] = [];
  const kept: { kind: AuditedKind; value: string }[] = [];
  let inBrief = 0;
  for (const fact of facts) {
    const count = countOf(counts, fact.kind);
    const saved = holds(own, fact, names) !== undefined;
    count.before += 1;
    if (saved) inBrief += 1;
    if (host === undefined) continue;
    if (isKept(host, again, fact, names)) {
      count.kept += 1;
      if (tellKept && kept.length < mostGone) kept.push({ kind: fact.kind, value: fact.value });
    } else {
      count.gone += 1;
      if (saved) count.saved += 1;
      gone.push(goneFact(fact, saved));
    }
  }
  return {
    ...told,
    summary: state,
    summaryCharacters: summary?.length ?? 0,
    kinds: auditedKinds.flatMap((kind) => counts.get(kind) ?? []),
    facts: facts.length,
    goneFacts: gone,
    ...(tellKept && { keptFacts: kept }),
    approvals: approvalsIn(snapshot, summary),
    brief: { characters: brief.length, facts: inBrief },
  };
}

function countOf(counts: Map<AuditedKind, KindCount>, kind: AuditedKind): KindCount {
  const known = counts.get(kind);
  if (known !== undefined) return known;
  const fresh: KindCount = { kind, before: 0, kept: 0, gone: 0, saved: 0 };
  counts.set(kind, fresh);
  return fresh;
}

function isKept(
  host: HeldText,
  again: ReadonlySet<string>,
  fact: Fact,
  names: ReadonlySet<string>,
): boolean {
  if (fact.kind.startsWith('file.') && again.has(fact.value)) return true;
  return holds(host, fact, names) !== undefined;
}

/** What a person said stays word for word; all else becomes one line. */
function goneFact(fact: Fact & { kind: AuditedKind }, saved: boolean): GoneFact {
  const gone: GoneFact = { kind: fact.kind, value: fact.value, saved };
  if (fact.detail !== undefined) gone.detail = untrusted(fact.detail, 300);
  if (fact.from.time !== undefined) gone.time = fact.from.time;
  if (fact.from.line !== undefined) gone.line = fact.from.line;
  return gone;
}

function approvalsIn(
  snapshot: Snapshot,
  summary: string | undefined,
): { question: string; claim: string }[] {
  const question = snapshot.summary.openQuestion;
  if (question === undefined || summary === undefined) return [];
  const claim = turnedIntoApproval(question, summary);
  return claim === undefined ? [] : [{ question, claim }];
}

/** The brief as it would have been told, but for files: what they held then is not known now. */
function briefInput({ number, trigger, snapshot }: Compaction, limits: BriefLimits): BriefInput {
  const { cwd, branch } = snapshot.summary;
  return {
    recovery: `audit${number}`,
    number,
    trigger,
    snapshot,
    taskNotes: [],
    files: [],
    missing: [],
    notes: [],
    place: { cwd, branch },
    budget: limits.whole,
    head: limits.head,
    mayInline: false,
    gated: false,
    pointers: [],
  };
}
