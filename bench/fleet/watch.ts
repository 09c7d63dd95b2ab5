import type { FleetLease } from '../../src/app/fleet/ports.ts';
import type { Told } from './events.ts';

/** What all machines were told, which is more than the database says: whose a ticket is, and which lines arrived. */
export class Watch {
  readonly claims: number[] = [];
  readonly bare: number[] = [];
  unanswered = 0;
  /** Lines whose arrival was told. */
  lines = 0;
  private readonly terms = new Map<string, Map<string, FleetLease>>();
  private readonly released = new Set<string>();
  private readonly told = new Map<string, Map<string, boolean>>();
  private sameTerm = 0;

  /** Takes down what one machine tells. */
  hear(told: Told): void {
    if (told.kind === 'won') this.won(told);
    else if (told.kind === 'bare') this.bare.push(told.bareMs);
    else if (told.kind === 'unanswered') this.unanswered += 1;
    else if (told.kind === 'releasing') this.released.add(`${told.id} ${told.term}`);
    else {
      const lines = this.told.get(told.id) ?? new Map<string, boolean>();
      lines.set(told.line, lines.get(told.line) === true || told.kind === 'sent');
      this.told.set(told.id, lines);
      if (told.kind === 'sent') this.lines += 1;
    }
  }

  private won({ id, lease, claimMs }: Extract<Told, { kind: 'won' }>): void {
    this.claims.push(claimMs);
    const terms = this.terms.get(id) ?? new Map<string, FleetLease>();
    const before = terms.get(lease.term);
    if (before && (before.machine !== lease.machine || before.worker !== lease.worker)) {
      this.sameTerm += 1;
    }
    terms.set(lease.term, lease);
    this.terms.set(id, terms);
  }

  /**
   * How often a machine got a ticket while it was another's: in the same term, or before the time of the term before it was over and its
   * machine let go. All times are the database's, so it does not matter in which order machines were heard.
   */
  twoOwners(termMs: number): number {
    let found = this.sameTerm;
    for (const [id, terms] of this.terms) {
      const ordered = [...terms.values()].sort((a, b) => Number(a.term) - Number(b.term));
      for (const [at, lease] of ordered.entries()) {
        const before = ordered[at - 1];
        if (before === undefined || this.released.has(`${id} ${before.term}`)) continue;
        // A millisecond is what a time loses as a text.
        if (Date.parse(lease.until) - termMs + 1 < Date.parse(before.until)) found += 1;
      }
    }
    return found;
  }

  /** How many lines of a ticket are missing although their arrival was told, and how many stand there more than once or came from nobody. */
  judge(id: string, progress: readonly string[]): { lost: number; doubled: number } {
    const lines = this.told.get(id) ?? new Map<string, boolean>();
    const lost = [...lines].filter(([line, told]) => told && !progress.includes(line)).length;
    const known = new Set(progress.filter((line) => lines.has(line)));
    return { lost, doubled: progress.length - known.size };
  }
}

/** Median and the time that 99 of 100 stay under, in milliseconds. */
export function times(all: readonly number[]): { p50: number; p99: number } {
  const sorted = [...all].sort((a, b) => a - b);
  const at = (part: number): number =>
    Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 10) / 10;
  return { p50: at(0.5), p99: at(0.99) };
}
