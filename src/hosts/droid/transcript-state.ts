import { object, text } from '../../core/rows/values.ts';
import type { ToolKind } from '../../core/tool.ts';

const mostOpen = 500;

/** What must be remembered from row to row. All of it is bounded. */
export class ReadingState {
  /** As `ReaderOptions` has it. */
  keep: number | undefined;
  /** Kinds of the calls without a result yet, by their ids. */
  readonly open = new Map<string, ToolKind>();
  cwd: string | undefined;

  openCall(id: string, kind: ToolKind): void {
    this.open.set(id, kind);
    if (this.open.size <= mostOpen) return;
    const oldest = this.open.keys().next();
    if (!oldest.done) this.open.delete(oldest.value);
  }

  /** The kind of the call that a result ends, once. */
  closeCall(id: string): ToolKind {
    const kind = this.open.get(id) ?? 'other';
    this.open.delete(id);
    return kind;
  }

  memory(): string {
    return JSON.stringify({ version: 1, open: [...this.open].slice(-64), cwd: this.cwd });
  }

  /** Takes over what an earlier reading's `memory` told. Anything else is left aside, and the reading starts afresh. */
  restore(memory: string): void {
    let given: Record<string, unknown>;
    try {
      given = object(JSON.parse(memory));
    } catch {
      return;
    }
    if (given.version !== 1) return;
    for (const entry of Array.isArray(given.open) ? given.open : []) {
      if (Array.isArray(entry)) this.open.set(String(entry[0]), entry[1] as ToolKind);
    }
    this.cwd = text(given.cwd);
  }
}
