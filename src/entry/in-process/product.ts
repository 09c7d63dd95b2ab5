import { isSet, offSwitches } from '../../core/install/project-settings.ts';
import { recordFault } from '../../journal/fault-log.ts';
import { hasMail } from '../../journal/mail-folders.ts';
import { isWatched } from '../../journal/watch.ts';
import { clock } from '../../platform/clock.ts';
import type { Handle } from '../../platform/helper.ts';
import { HelperPool } from '../../platform/helper-pool.ts';
import { type Environment, stateFolder } from '../../platform/paths.ts';
import { ThreadHelper } from '../../platform/thread-helper.ts';
import type { Ask, Told } from './handler.ts';

/** True where a person or a run of ours switched everything off. */
export function isSwitchedOff(env: Environment): boolean {
  return offSwitches.some((name) => isSet(env[name]));
}

/** So many sessions are worked for at the same time. */
const mostThreads = 2;
/** A thread that nobody asks for so long ends. */
const idleMs = 300_000;
/** A session whose work was not done in time is let alone for so long, so that it does not cost every call as much. */
const restMs = 60_000;
/** What is done behind an answer may take so long besides. */
const behindMs = 10_000;

/**
 * Holdfast inside of a host's process. Sessions in which something is open are known by a look into a set; of the others no
 * event is taken but those that can open something. Nothing is done in the host's own thread but that look: a thread beside it
 * does the work, and is ended with whatever it does when its time is over.
 */
export class Product<Answer> {
  readonly #host: string;
  readonly #folder: string;
  readonly #threads: HelperPool;
  /** Why something is open in a session, as it was said last. */
  readonly #open = new Map<string, readonly string[]>();
  readonly #met = new Set<string>();

  /** `program`: the file of this plugin, which answers in a thread by the host's name; `handle`: what it does there. */
  constructor(
    host: string,
    env: Environment,
    program: string,
    handle: (env: Environment) => Handle,
  ) {
    this.#host = host;
    this.#folder = stateFolder(env);
    const given = { holdfast: host, env: { ...env } };
    const own = handle(env);
    this.#threads = new HelperPool(() => new ThreadHelper(new URL(program), given, own, idleMs), {
      most: mostThreads,
      restMs,
    });
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
    const key = { host: this.#host, session: sessionId };
    return hasMail(this.#folder, key, undefined) || isWatched(this.#folder, sessionId);
  }

  /** True at the first time that a session is met: the state is looked into that an earlier process may have left of it. */
  meets(sessionId: string): boolean {
    if (this.#met.has(sessionId)) return false;
    this.#met.add(sessionId);
    return true;
  }

  /** Has a session's work done within `ms` milliseconds; rejects where it is not. `more` is the host's own. */
  async ask<More extends object>(
    sessionId: string,
    ask: Omit<Ask, 'known'>,
    ms: number,
    more: object = {},
  ): Promise<Told<Answer> & Partial<More>> {
    const message = { ...ask, ...more, known: this.#open.get(sessionId) ?? [] };
    const limits = { key: sessionId, answerMs: ms, workMs: ms + behindMs };
    const told = (await this.#threads.ask(message, limits)) as Told<Answer> & Partial<More>;
    if (told.open !== undefined) {
      if (told.open.length > 0) this.#open.set(sessionId, told.open);
      else this.#open.delete(sessionId);
    }
    return told;
  }

  /** Writes down for `holdfast doctor` that a hook failed. */
  fault(hook: string, message: string): void {
    recordFault(this.#folder, { host: this.#host, event: hook, message }, clock.now());
  }
}
