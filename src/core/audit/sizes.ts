/** The context's size at one moment. */
export interface SizePoint {
  /** How many reports of the size came before this one. */
  at: number;
  /** Milliseconds since 1970; undefined where the record does not tell. */
  ms?: number;
  tokens: number;
}

const mostPoints = 1200;

/** Sizes of the context in order, however long the session: of two neighbours the larger stays when room is short. */
export class Sizes {
  #points: SizePoint[] = [];
  /** Reports so far. */
  count = 0;
  /** Reports that one point stands for. */
  #step = 1;
  #waiting: SizePoint[] = [];

  add(tokens: number, time: string | undefined): void {
    const ms = time === undefined ? Number.NaN : Date.parse(time);
    const at = this.count;
    this.count += 1;
    this.#waiting.push(Number.isNaN(ms) ? { at, tokens } : { at, ms, tokens });
    if (this.#waiting.length < this.#step) return;
    this.#points.push(largest(this.#waiting));
    this.#waiting = [];
    if (this.#points.length < mostPoints) return;
    const pairs = this.#points;
    this.#points = [];
    for (let at = 0; at < pairs.length; at += 2)
      this.#points.push(largest(pairs.slice(at, at + 2)));
    this.#step *= 2;
  }

  points(): SizePoint[] {
    return this.#waiting.length === 0 ? this.#points : [...this.#points, largest(this.#waiting)];
  }
}

function largest(points: readonly SizePoint[]): SizePoint {
  return points.reduce((best, one) => (one.tokens > best.tokens ? one : best));
}
