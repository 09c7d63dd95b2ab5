import { isOpen } from '../../core/recovery/recovery.ts';
import { lastRecovery, mainAgent } from '../../core/recovery/session-state.ts';
import type { SessionIndex, StoredSession } from '../sessions/session-index.ts';
import { type TaskName, taskName } from './task-name.ts';

/** What the hooks of a session told. */
export interface Told extends TaskName {
  /** When they told it last. */
  stamp: number;
  project?: string;
  ended: boolean;
  recovery: boolean;
}

interface Hooked {
  session: StoredSession;
  told?: Told;
  /** True where what was told since is still to be read. */
  waits?: boolean;
}

/** The sessions that hooks told of, and the keys of those of which something changed. */
export class HookedSessions {
  readonly #index: SessionIndex;
  readonly #nowMs: () => number;
  readonly #known = new Map<string, Hooked>();
  #changed = new Set<string>();
  #unread: string[] = [];
  /** True where what is to be kept for later processes changed. */
  isUnsaved = false;

  constructor(index: SessionIndex, nowMs: () => number) {
    this.#index = index;
    this.#nowMs = nowMs;
  }

  /** Sessions of which more is to be read. */
  get pending(): number {
    return this.#unread.length;
  }

  /** What an earlier process read. */
  restore(kept: readonly [string, Told][]): void {
    for (const [key, told] of kept) {
      const [host = '', id = ''] = key.split('/');
      this.#known.set(key, { session: { host, id, folder: '', modifiedMs: told.stamp }, told });
      this.#changed.add(key);
    }
  }

  /** What later processes need. */
  *kept(): Generator<[string, Told]> {
    for (const [key, { told }] of this.#known) if (told !== undefined) yield [key, told];
  }

  /** The keys of the sessions of which something changed since this was called last. */
  takeChanged(): Iterable<string> {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  get(key: string): Hooked | undefined {
    return this.#known.get(key);
  }

  /** A look at all of them, in small steps. */
  *scanning(): Generator<undefined> {
    const seen = new Set<string>();
    for (const session of this.#index.each()) {
      yield;
      seen.add(keyOf(session));
      this.#see(session);
    }
    for (const [key, { session }] of this.#known) {
      if (seen.has(key) || this.#index.at(session.host, session.id) !== undefined) continue;
      this.#known.delete(key);
      this.#changed.add(key);
      this.isUnsaved = true;
    }
    const time = (key: string): number => this.#known.get(key)?.session.modifiedMs ?? 0;
    this.#unread.sort((a, b) => time(a) - time(b));
  }

  /** Takes notice of sessions whose hooks told something. */
  notice(sessions: readonly { host: string; id: string }[]): void {
    for (const { host, id } of sessions) {
      const session = this.#index.at(host, id);
      if (session !== undefined) this.#see(session);
    }
  }

  /** Reads what changed, the newest first, until a moment. */
  readOn(untilMs: number): void {
    while (this.#unread.length > 0 && this.#nowMs() < untilMs) this.read(this.#unread.pop()!);
  }

  /** Reads what one session's hooks told. */
  read(key: string): void {
    const hooked = this.#known.get(key);
    if (hooked === undefined) return;
    hooked.waits = false;
    if (hooked.told?.stamp === hooked.session.modifiedMs) return;
    const { session } = hooked;
    const agent = this.#index.read(session).state.agents[mainAgent];
    const task = agent?.task?.confidence === 'low' ? undefined : agent?.task?.path;
    hooked.told = {
      stamp: session.modifiedMs,
      ended: agent?.ended !== undefined,
      recovery: agent !== undefined && isOpen(lastRecovery(agent)),
      ...(agent?.project !== undefined && { project: agent.project }),
      ...taskName(task),
    };
    this.#changed.add(key);
    this.isUnsaved = true;
  }

  #see(session: StoredSession): void {
    const key = keyOf(session);
    let known = this.#known.get(key);
    if (known?.session.modifiedMs === session.modifiedMs) return;
    known = { ...known, session };
    this.#known.set(key, known);
    this.#changed.add(key);
    if (known.waits) return;
    known.waits = true;
    this.#unread.push(key);
  }
}

function keyOf({ host, id }: Pick<StoredSession, 'host' | 'id'>): string {
  return `${host}/${id}`;
}
