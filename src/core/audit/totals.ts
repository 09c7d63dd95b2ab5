import { type AuditedKind, auditedKinds } from './kinds.ts';
import type { KindCount, SessionAudit, Totals } from './report.ts';

/** Adds up what sessions came to, one after the other, without holding them. */
export class TotalsFold {
  #sessions = 0;
  #compacted = 0;
  #compactions = 0;
  #unreadable = 0;
  #rules = 0;
  #approvals = 0;
  readonly #kinds = new Map<AuditedKind, KindCount>();
  readonly #rereads = { files: 0, times: 0, tokens: 0 };
  readonly #characters: number[] = [];

  take(session: SessionAudit): void {
    this.#sessions += 1;
    if (session.compactions.length > 0) this.#compacted += 1;
    this.#rules += session.rules.length;
    for (const compaction of session.compactions) {
      this.#compactions += 1;
      this.#approvals += compaction.approvals.length;
      if (compaction.summary === 'unreadable') this.#unreadable += 1;
      else {
        for (const count of compaction.kinds) this.#add(count);
        this.#characters.push(compaction.brief.characters);
      }
      for (const { times, tokens } of compaction.rereads) {
        this.#rereads.files += 1;
        this.#rereads.times += times;
        this.#rereads.tokens += tokens;
      }
    }
  }

  totals(): Totals {
    const kinds = auditedKinds.flatMap((kind) => this.#kinds.get(kind) ?? []);
    return {
      sessions: this.#sessions,
      compacted: this.#compacted,
      compactions: this.#compactions,
      unreadable: this.#unreadable,
      kinds,
      rules: this.#rules,
      approvals: this.#approvals,
      rereads: { ...this.#rereads },
      brief: {
        saved: sum(kinds.map((count) => count.saved)),
        gone: sum(kinds.map((count) => count.gone)),
        characters: sum(this.#characters),
        medianCharacters: median(this.#characters),
      },
    };
  }

  #add({ kind, before, kept, gone, saved }: KindCount): void {
    const known = this.#kinds.get(kind) ?? { kind, before: 0, kept: 0, gone: 0, saved: 0 };
    this.#kinds.set(kind, {
      kind,
      before: known.before + before,
      kept: known.kept + kept,
      gone: known.gone + gone,
      saved: known.saved + saved,
    });
  }
}

/** The counts of one session, of its compactions with a readable summary together. */
export function sessionKinds(session: SessionAudit): KindCount[] {
  const fold = new TotalsFold();
  fold.take(session);
  return fold.totals().kinds;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
