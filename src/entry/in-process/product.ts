import type { HookDeps } from '../../app/hook/context.ts';
import { handleEvent } from '../../app/hook/handle-event.ts';
import { reasonsNow } from '../../app/hook/watch-reasons.ts';
import { memoryMayBeDue, memoryMoment } from '../../app/memory/may-be-due.ts';
import { composeOwn, type OwnWish } from '../../app/own-compaction/compose-own.ts';
import type { HostEvent } from '../../core/event.ts';
import { isSet, offSwitches } from '../../core/install/project-settings.ts';
import type { Reply } from '../../core/reply.ts';
import { wellFormedValue } from '../../core/rows/well-formed.ts';
import type { Host } from '../../hosts/host.ts';
import { recordFault } from '../../journal/fault-log.ts';
import { hasMail } from '../../journal/mail-folders.ts';
import { openSessionStore } from '../../journal/session-store.ts';
import { isWatched, setWatch } from '../../journal/watch.ts';
import { clock } from '../../platform/clock.ts';
import { type Environment, stateFolder } from '../../platform/paths.ts';
import { composeHook } from '../compose.ts';
import { keepMemory } from '../keep-memory.ts';

/** True where a person or a run of ours switched everything off. */
export function isSwitchedOff(env: Environment): boolean {
  return offSwitches.some((name) => isSet(env[name]));
}

/**
 * Holdfast inside of a host's process. Sessions in which something is open are known by a look into a set; of the others no
 * event is taken but those that can open something.
 */
export class Product {
  readonly #host: Host;
  readonly #env: Environment;
  readonly #open = new Set<string>();
  /** Why they are, as it was said last. */
  readonly #reasons = new Map<string, readonly string[]>();
  readonly #met = new Set<string>();

  constructor(host: Host, env: Environment) {
    this.#host = host;
    this.#env = env;
  }

  /** True while a session has something to tell or to gate, for itself or for a subagent. */
  isOpen(sessionId: string): boolean {
    return this.#open.has(sessionId);
  }

  /**
   * True while something waits to be told to a session that nothing else is open in, or a command of ours said that its events
   * are needed: a look into two folders.
   */
  waits(sessionId: string): boolean {
    const key = { host: this.#host.id, session: sessionId };
    const folder = stateFolder(this.#env);
    return hasMail(folder, key, undefined) || isWatched(folder, sessionId);
  }

  /** Looks once into the state that an earlier process may have left of a session. Returns true at the first time. */
  meet(sessionId: string): boolean {
    if (this.#met.has(sessionId)) return false;
    this.#met.add(sessionId);
    const store = openSessionStore({
      stateFolder: stateFolder(this.#env),
      host: this.#host.id,
      sessionId,
      now: () => clock.now(),
    });
    const reasons = reasonsNow({ host: this.#host, config: { guard: 'auto' } }, store.load().state);
    if (reasons.length > 0) this.#open.add(sessionId);
    return true;
  }

  /** Takes a hook's payload. `record`: what stands in for the files and the record where those are no files. */
  async take(
    payload: Record<string, unknown>,
    record: Partial<Pick<HookDeps, 'files' | 'records'>> = {},
  ): Promise<{ event: HostEvent; replies: Reply[] } | undefined> {
    const decoded = this.#host.decode(wellFormedValue(payload));
    if ('ignored' in decoded) {
      if (!decoded.usual) throw new Error(decoded.ignored);
      return undefined;
    }
    const { event } = decoded;
    const folder = stateFolder(this.#env);
    if (event.cwd === folder || event.cwd?.startsWith(`${folder}/`)) return undefined;
    const deps = composeHook(this.#host, event, this.#env);
    const store = {
      ...deps.store,
      watch: (reasons: readonly string[]) => this.#watch(event.sessionId, reasons),
      watchedFor: () => [...(this.#reasons.get(event.sessionId) ?? [])],
      dropStaleWatches: () => {},
    };
    const all = { ...deps, ...record, store };
    const replies = await handleEvent(all, event);
    // Once the host has its answer.
    setImmediate(() => void this.#lookAtMemory(all, event));
    return { event, replies };
  }

  /** A text in place of the host's own summary; undefined where the host must make one. */
  async compose(payload: Record<string, unknown>, wish: OwnWish): Promise<string | undefined> {
    const decoded = this.#host.decode(wellFormedValue(payload));
    if ('ignored' in decoded) return undefined;
    const { event } = decoded;
    const own = await composeOwn(composeHook(this.#host, event, this.#env), event, wish);
    return 'text' in own ? own.text : undefined;
  }

  /** Writes down for `holdfast doctor` that a hook failed. */
  fault(hook: string, message: string): void {
    recordFault(stateFolder(this.#env), { host: this.#host.id, event: hook, message }, clock.now());
  }

  /** Looks at the memory of a session in which nothing is open, so that its events are not taken. Never throws. */
  async remember(
    payload: Record<string, unknown>,
    record: Partial<Pick<HookDeps, 'files' | 'records'>> = {},
  ): Promise<void> {
    const decoded = this.#host.decode(wellFormedValue(payload));
    if ('ignored' in decoded) return;
    const { event } = decoded;
    await this.#lookAtMemory({ ...composeHook(this.#host, event, this.#env), ...record }, event);
  }

  async #lookAtMemory(deps: HookDeps, event: HostEvent): Promise<void> {
    const moment = memoryMoment(event, true);
    if (moment === undefined) return;
    try {
      if (memoryMayBeDue(deps, event, moment)) await keepMemory(deps, event, this.#env, moment);
    } catch (error) {
      this.fault('session memory', error instanceof Error ? error.message : String(error));
    }
  }

  #watch(sessionId: string, reasons: readonly string[]): void {
    this.#reasons.delete(sessionId);
    if (reasons.length > 0) {
      this.#reasons.set(sessionId, reasons);
      this.#open.add(sessionId);
      return;
    }
    this.#open.delete(sessionId);
    // What a command said is no more.
    setWatch(stateFolder(this.#env), sessionId, []);
  }
}
