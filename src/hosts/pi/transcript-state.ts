import { Tree } from '../../core/rewind/tree.ts';
import { object, text } from '../../core/rows/values.ts';

const mostOpen = 500;

/** What must be remembered from row to row. All of it is bounded. */
export class ReadingState {
  /** As `ReaderOptions` has it. */
  keep: number | undefined;
  /** Ids of calls without a result yet. */
  readonly open = new Set<string>();
  /** The agent's last message called tools, so that it works on after their results. */
  working = false;
  /** Id of the last row, where it has one: a row with another parent begins a branch. */
  last: string | undefined;
  cwd: string | undefined;
  /** The rows by their parents. */
  readonly tree = new Tree();

  openCall(id: string): void {
    this.open.add(id);
    if (this.open.size <= mostOpen) return;
    const oldest = this.open.values().next();
    if (!oldest.done) this.open.delete(oldest.value);
  }

  memory(): string {
    const { working, last, cwd } = this;
    const open = [...this.open].slice(-64);
    return JSON.stringify({ version: 1, open, working, last, cwd, tree: this.tree.memory() });
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
    if (Array.isArray(given.open)) for (const id of given.open) this.open.add(String(id));
    this.working = given.working === true;
    this.last = text(given.last);
    this.cwd = text(given.cwd);
    if (!moved) this.tree.restore(given.tree);
  }
}
