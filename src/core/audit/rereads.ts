import type { ConversationItem } from '../conversation.ts';
import { resolvePath } from '../snapshot/paths.ts';

/** Calls after a compaction among which reading a known file again is put down to it. */
export const rereadWindow = 20;
/** Characters that are taken for one token. */
const charactersOfToken = 4;

export interface Reread {
  path: string;
  times: number;
  tokens: number;
}

/** Reads of files that were known before a compaction, in the calls right after it. */
export class Rereads {
  readonly #known: ReadonlySet<string>;
  readonly #found = new Map<string, Reread>();
  readonly #open = new Map<string, string>();
  #left = rereadWindow;

  constructor(known: ReadonlySet<string>) {
    this.#known = known;
  }

  /** Takes a new call or a result; copies of earlier ones must not come here. */
  take(item: ConversationItem, cwd: string | undefined): void {
    if (item.type === 'call') this.#call(item, cwd);
    else if (item.type === 'result') this.#result(item);
  }

  found(): Reread[] {
    return [...this.#found.values()].sort(
      (a, b) => b.tokens - a.tokens || (a.path < b.path ? -1 : 1),
    );
  }

  #call({ call }: ConversationItem & { type: 'call' }, cwd: string | undefined): void {
    if (this.#left === 0) return;
    this.#left -= 1;
    const [path] = call.paths;
    if (call.kind !== 'read' || call.id === undefined || path === undefined) return;
    const whole = resolvePath(path, call.cwd ?? cwd);
    if (this.#known.has(whole)) this.#open.set(call.id, whole);
  }

  #result({ result }: ConversationItem & { type: 'result' }): void {
    const path = this.#open.get(result.callId);
    if (path === undefined) return;
    this.#open.delete(result.callId);
    if (result.outcome !== 'ok') return;
    const tokens = Math.round(result.length / charactersOfToken);
    const known = this.#found.get(path);
    this.#found.set(path, {
      path,
      times: (known?.times ?? 0) + 1,
      tokens: (known?.tokens ?? 0) + tokens,
    });
  }
}
