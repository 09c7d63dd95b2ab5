import { fingerprint } from '../../core/hash.ts';
import { Rows } from '../../core/rewind/rows.ts';
import { object, text } from '../../core/rows/values.ts';

const most = 20_000;
const carried = 64;

/** Keys that were met, oldest first; when there are too many the oldest are forgotten. */
export class Met {
  readonly #keys = new Set<string>();

  /** True the first time. */
  add(key: string): boolean {
    if (this.#keys.has(key)) return false;
    this.#keys.add(key);
    if (this.#keys.size > most) {
      const oldest = this.#keys.values().next();
      if (!oldest.done) this.#keys.delete(oldest.value);
    }
    return true;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  memory(): string[] {
    return [...this.#keys].slice(-carried);
  }

  restore(keys: unknown): void {
    if (Array.isArray(keys)) for (const key of keys) this.add(String(key));
  }
}

/** What must be remembered from row to row: a message is written again whenever something is added to it. */
export class ReadingState {
  /** As `ReaderOptions` has it. */
  readonly keep: number | undefined;
  /** What was told: messages, calls, results, sizes, each by a letter and its id. */
  readonly told = new Met();
  /** Texts that were told, by their fingerprints: a rewritten history may give them new ids. */
  readonly texts = new Met();
  /** Messages by their ids, and what of them was taken back. */
  readonly rows = new Rows();
  /** Time of the newest message that was told. */
  newest = '';
  contextTokens: number | undefined;
  cwd: string | undefined;
  mode: string | undefined;

  constructor(keep?: number) {
    this.keep = keep;
  }

  isNewText(who: string, whole: string): boolean {
    return this.texts.add(`${who} ${fingerprint(whole.trim())}`);
  }

  knowsText(who: string, whole: string): boolean {
    return this.texts.has(`${who} ${fingerprint(whole.trim())}`);
  }

  memory(): string {
    const { newest, contextTokens, cwd, mode } = this;
    return JSON.stringify({
      version: 1,
      told: this.told.memory(),
      texts: this.texts.memory(),
      rows: this.rows.memory(),
      newest,
      contextTokens,
      cwd,
      mode,
    });
  }

  /** Takes over what an earlier reading's `memory` told. Anything else is left aside, and the reading starts afresh. */
  restore(memory: string, moved?: boolean): void {
    let given: Record<string, unknown>;
    try {
      given = object(JSON.parse(memory));
    } catch {
      return;
    }
    if (given.version !== 1) return;
    this.told.restore(given.told);
    this.texts.restore(given.texts);
    if (!moved) this.rows.restore(given.rows);
    this.newest = text(given.newest) ?? '';
    if (typeof given.contextTokens === 'number') this.contextTokens = given.contextTokens;
    this.cwd = text(given.cwd);
    this.mode = text(given.mode);
  }
}
