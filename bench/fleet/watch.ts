import type { FleetLease } from '../../src/app/fleet/ports.ts';

/** What all clients saw, which is more than the database says: who was told that a ticket is its own, and which lines arrived. */
export class Watch {
  readonly ended = new Set<string>();
  readonly claims: number[] = [];
  readonly bare: number[] = [];
  readonly stops = { kill: 0, fast: 0 };
  failures = 0;
  /** Claims that were won while the ticket was another's. */
  twice = 0;
  private readonly termMs: number;
  private readonly holders = new Map<string, { machine: string; term: string; until: number }>();
  private readonly sentLines = new Map<string, Map<string, boolean>>();

  constructor(termMs: number) {
    this.termMs = termMs;
  }

  /** A client was told that it has a ticket. The times are the database's. */
  won(id: string, machine: string, { term, until }: FleetLease): void {
    const before = this.holders.get(id);
    const ends = Date.parse(until);
    const isSame = before?.term === term && before.machine === machine;
    // A millisecond is what a time loses as a text.
    if (before && !isSame && ends - this.termMs + 1 < before.until) this.twice += 1;
    this.holders.set(id, { machine, term, until: ends });
  }

  /** A client is about to let go of a ticket. */
  released(id: string): void {
    this.holders.delete(id);
  }

  sending(id: string, line: string): void {
    const lines = this.sentLines.get(id) ?? new Map<string, boolean>();
    lines.set(line, lines.get(line) ?? false);
    this.sentLines.set(id, lines);
  }

  sent(id: string, line: string): void {
    this.sentLines.get(id)?.set(line, true);
  }

  /** Lines whose arrival was told. */
  get lines(): number {
    return [...this.sentLines.values()].reduce(
      (sum, lines) => sum + [...lines.values()].filter(Boolean).length,
      0,
    );
  }

  /** How many lines of a ticket are missing although their arrival was told, and how many stand there more than once or came from nobody. */
  judge(id: string, progress: readonly string[]): { lost: number; doubled: number } {
    const lines = this.sentLines.get(id) ?? new Map<string, boolean>();
    const lost = [...lines].filter(([line, told]) => told && !progress.includes(line)).length;
    const known = new Set(progress.filter((line) => lines.has(line)));
    return { lost, doubled: progress.length - known.size };
  }

  /** Median and the time that 99 of 100 stay under, in milliseconds. */
  times(all: readonly number[]): { p50: number; p99: number } {
    const sorted = [...all].sort((a, b) => a - b);
    const at = (part: number): number =>
      Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 10) / 10;
    return { p50: at(0.5), p99: at(0.99) };
  }
}
