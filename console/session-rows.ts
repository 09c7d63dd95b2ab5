import type { SessionList, SessionRow } from '../src/core/page/model.ts';

/** A session that changed so lately counts as working. */
const workingMs = 120_000;
/** Where more rows change at once, all are ordered anew. */
const mostSingle = 100;

/** The state of a session in a word. */
export function stateOf({ ended, recovery, detail, changedMs }: SessionRow): string {
  if (recovery && !ended) return 'in recovery';
  if (ended) return 'ended';
  if (Date.now() - changedMs < workingMs) return detail?.asks ? 'asking' : 'working';
  return detail?.asks ? 'asking' : 'idle';
}

/** Which rows are shown, and in which order. */
export interface RowChoice {
  find: string;
  client: string;
  state: string;
  order: string;
}

/** The rows that the daemon told of. A change costs what the rows cost that it changes, however many there are. */
export class SessionRows {
  readonly #rows = new Map<string, SessionRow>();
  readonly #clients = new Map<string, string>();
  epoch = '';
  seq = 0;
  /** Transcripts that are not looked into yet; -1: nothing was told. */
  pending = -1;
  #chosen: readonly SessionRow[] = [];
  #by: RowChoice | undefined;
  /** The keys of the rows that changed since the choice was made; undefined: all of them. */
  #changed: Set<string> | undefined = new Set();

  /** How many there are. */
  get size(): number {
    return this.#rows.size;
  }

  get(key: string): SessionRow | undefined {
    return this.#rows.get(key);
  }

  /** The clients' names by their ids. */
  get clients(): ReadonlyMap<string, string> {
    return this.#clients;
  }

  /** Takes what the daemon told. */
  take({ epoch, seq, rows, gone, pending }: SessionList): void {
    if (epoch !== this.epoch) {
      this.#rows.clear();
      this.#clients.clear();
      this.#changed = undefined;
    }
    this.epoch = epoch;
    this.seq = seq;
    this.pending = pending;
    for (const row of rows) {
      this.#rows.set(row.key, row);
      this.#clients.set(row.host, row.client);
      this.#changed?.add(row.key);
    }
    for (const key of gone) {
      this.#rows.delete(key);
      this.#changed?.add(key);
    }
  }

  /** The rows of a choice in their order; the same array where none of them changed. */
  chosen(by: RowChoice): readonly SessionRow[] {
    const fits = fitting(by);
    const before = inOrder(by.order);
    // States change as time goes by.
    const isSame =
      by.state === '' &&
      (['find', 'client', 'state', 'order'] as const).every(
        (name) => by[name] === this.#by?.[name],
      );
    const changed = isSame ? this.#changed : undefined;
    if (changed === undefined || changed.size > mostSingle) {
      this.#chosen = [...this.#rows.values()].filter(fits).sort(before);
    } else if (changed.size > 0) {
      const rows = this.#chosen.filter(({ key }) => !changed.has(key));
      for (const key of changed) {
        const row = this.#rows.get(key);
        if (row !== undefined && fits(row)) rows.splice(placeOf(rows, row, before), 0, row);
      }
      this.#chosen = rows;
    }
    this.#by = by;
    this.#changed = new Set();
    return this.#chosen;
  }
}

function fitting({ find, client, state }: RowChoice): (row: SessionRow) => boolean {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  return (row) => {
    if (client !== '' && row.host !== client) return false;
    if (state !== '' && stateOf(row) !== state) return false;
    if (words.length === 0) return true;
    const { title, project, session, branch, ticket, plan } = row;
    const text = [title, project, session, branch, ticket ?? plan].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

type Order = (a: SessionRow, b: SessionRow) => number;

const compare = new Intl.Collator().compare;

function inOrder(order: string): Order {
  const newest: Order = (a, b) => b.changedMs - a.changedMs;
  const text =
    (of: (row: SessionRow) => string | undefined): Order =>
    (a, b) =>
      compare(of(a) ?? '\uffff', of(b) ?? '\uffff') || newest(a, b);
  if (order === 'title') return text(({ title }) => title);
  if (order === 'project') return text(({ project }) => project);
  if (order === 'client') return text(({ client }) => client);
  if (order === 'compactions') {
    const count = (row: SessionRow): number => row.detail?.compactions.length ?? -1;
    return (a, b) => count(b) - count(a) || newest(a, b);
  }
  return newest;
}

/** Where a row belongs in rows that are in order: behind those that are equal to it. */
function placeOf(rows: readonly SessionRow[], row: SessionRow, order: Order): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (order(rows[middle]!, row) <= 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
