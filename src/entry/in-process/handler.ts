import { arePassagesDue } from '../../app/at-hand/passages-due.ts';
import type { HookDeps } from '../../app/hook/context.ts';
import { handleEvent } from '../../app/hook/handle-event.ts';
import { reasonsNow } from '../../app/hook/watch-reasons.ts';
import { memoryMayBeDue, memoryMoment } from '../../app/memory/may-be-due.ts';
import { composeOwn, type OwnWish } from '../../app/own-compaction/compose-own.ts';
import type { HostEvent } from '../../core/event.ts';
import type { Reply } from '../../core/reply.ts';
import { wellFormedValue } from '../../core/rows/well-formed.ts';
import type { Host } from '../../hosts/host.ts';
import { recordFault } from '../../journal/fault-log.ts';
import { openSessionStore } from '../../journal/session-store.ts';
import { setWatch } from '../../journal/watch.ts';
import { clock } from '../../platform/clock.ts';
import type { Afterwards } from '../../platform/helper.ts';
import { type Environment, stateFolder } from '../../platform/paths.ts';
import { composeHook } from '../compose.ts';
import { keepMemory } from '../keep-memory.ts';
import { keepPassages } from '../keep-passages.ts';

/** What is asked of the handler, as far as it is the same for every host. */
export interface Ask {
  /** `take`: a hook's payload; `compose`: a text in place of the host's own summary; `remember`: a look at the memory alone. */
  does: 'take' | 'compose' | 'remember';
  payload: Record<string, unknown>;
  /** True where the session is met for the first time: an earlier process may have left something open in it. */
  isFirst?: boolean;
  /** Why the session is open, as it was said last. */
  known: readonly string[];
  wish?: OwnWish;
}

/** What came of it. Absent parts: nothing. */
export interface Told<Answer> {
  answer?: Answer;
  text?: string;
  /** Why the session's events are needed from now on; absent: as before. */
  open?: readonly string[];
}

/** Stands in for the files and the record where those are no files. */
export type RecordParts = Partial<Pick<HookDeps, 'files' | 'records'>>;

/**
 * The work of a plugin inside of a host's process: everything that reads a record, or takes a time that its length does not
 * bound. It keeps nothing between two calls, so that it can be ended at any moment.
 */
export class Handler<Answer> {
  readonly #host: Host;
  readonly #env: Environment;
  readonly #answerOf: (event: HostEvent, replies: readonly Reply[]) => Answer;

  constructor(
    host: Host,
    env: Environment,
    answerOf: (event: HostEvent, replies: readonly Reply[]) => Answer,
  ) {
    this.#host = host;
    this.#env = env;
    this.#answerOf = answerOf;
  }

  async handle(ask: Ask, afterwards: Afterwards, record: RecordParts = {}): Promise<Told<Answer>> {
    const decoded = this.#host.decode(wellFormedValue(ask.payload));
    if ('ignored' in decoded) {
      if (ask.does === 'take' && !decoded.usual) throw new Error(decoded.ignored);
      return {};
    }
    const { event } = decoded;
    if (ask.does === 'take') return this.#take(event, ask, afterwards, record);
    const deps = composeHook(this.#host, event, this.#env);
    if (ask.does === 'compose') {
      const own = await composeOwn(deps, event, ask.wish ?? {});
      return 'text' in own ? { text: own.text } : {};
    }
    await this.#lookAtMemory({ ...deps, ...record }, event);
    return {};
  }

  async #take(
    event: HostEvent,
    { known, isFirst }: Ask,
    afterwards: Afterwards,
    record: RecordParts,
  ): Promise<Told<Answer>> {
    const folder = stateFolder(this.#env);
    let open: readonly string[] | undefined = isFirst ? this.#leftOpen(event.sessionId) : undefined;
    const told = (): Told<Answer> => (open === undefined ? {} : { open });
    if (event.cwd === folder || event.cwd?.startsWith(`${folder}/`)) return told();
    const deps = composeHook(this.#host, event, this.#env);
    const store = {
      ...deps.store,
      watch: (reasons: readonly string[]) => {
        open = reasons;
        // What a command said is no more.
        if (reasons.length === 0) setWatch(folder, event.sessionId, []);
      },
      watchedFor: () => [...known],
      dropStaleWatches: () => {},
    };
    const all = { ...deps, ...record, store };
    const replies = await handleEvent(all, event);
    afterwards(async () => {
      await this.#takePassages(all, event);
      await this.#lookAtMemory(all, event);
    });
    return { ...told(), answer: this.#answerOf(event, replies) };
  }

  /** Why a session is open by the state that an earlier process left; undefined: it is not. */
  #leftOpen(sessionId: string): string[] | undefined {
    const store = openSessionStore({
      stateFolder: stateFolder(this.#env),
      host: this.#host.id,
      sessionId,
      now: () => clock.now(),
    });
    const reasons = reasonsNow({ host: this.#host, config: { guard: 'auto' } }, store.load().state);
    return reasons.length > 0 ? reasons : undefined;
  }

  async #takePassages(deps: HookDeps, event: HostEvent): Promise<void> {
    try {
      if (arePassagesDue(deps, event)) await keepPassages(deps, event, this.#env);
    } catch (error) {
      this.#fault('memory at use', error);
    }
  }

  #fault(event: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    recordFault(stateFolder(this.#env), { host: this.#host.id, event, message }, clock.now());
  }

  async #lookAtMemory(deps: HookDeps, event: HostEvent): Promise<void> {
    const moment = memoryMoment(event, true);
    if (moment === undefined) return;
    try {
      if (memoryMayBeDue(deps, event, moment)) await keepMemory(deps, event, this.#env, moment);
    } catch (error) {
      this.#fault('session memory', error);
    }
  }
}
