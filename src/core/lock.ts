import { Fault } from './errors.ts';

/** A text that processes replace one after the other, each replacement resting on what was read. */
export interface Generations {
  /** The text that counts now and its number; number 0 and no text where there is none. Throws a Fault when unreadable. */
  read(): { generation: number; text?: string };
  /** Replaces the text of that number; false when somebody else did. Throws a Fault when the disk refuses. */
  replace(after: number, text: string): boolean;
  /** Takes the text of a number away that one made oneself. Never throws. */
  drop(generation: number): void;
}

/** What waiting for another process needs of the machine. */
export interface LockDeps {
  processes: {
    /** What tells the process from all others of its number; undefined when there is none. */
    identity(pid: number): string | undefined;
  };
  /** Our own number. */
  pid: number;
  /** Waits without doing anything, in milliseconds. */
  pause(ms: number): void;
}

/**
 * Runs work while no other process of ours does the same. Who cannot have it in time gets `busy` instead, which throws a Fault
 * or does without. A process that died holds nothing, however young its claim is; one that lives holds it, however long it
 * was stopped and whatever the clocks say. Throws a Fault when the disk refuses.
 */
export function exclusively<T>(
  deps: LockDeps,
  chain: Generations,
  work: () => T,
  { waitMs = 5_000, busy }: { waitMs?: number; busy: () => T },
): T {
  const held = acquire(deps, chain, waitMs);
  if (held === undefined) return busy();
  try {
    return work();
  } finally {
    release(chain, held);
  }
}

function acquire(deps: LockDeps, chain: Generations, waitMs: number): number | undefined {
  const mine = holderText(deps);
  let waited = 0;
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, 20)) {
    const { generation, text } = chain.read();
    if (!isHeld(deps, text) && chain.replace(generation, mine)) return generation + 1;
    if (waited >= waitMs) return undefined;
    deps.pause(pauseMs);
    waited += pauseMs;
  }
}

/** The work is done: whatever the disk says now, that it was done is what counts. */
function release(chain: Generations, held: number): void {
  try {
    chain.replace(held, '{}');
  } catch {
    // A full disk takes nothing new, but gives away.
    chain.drop(held);
  }
}

/** How the holder of a lock, or of a claim, is written down. */
export function holderText({ pid, processes }: Pick<LockDeps, 'pid' | 'processes'>): string {
  return JSON.stringify({ pid, identity: processes.identity(pid) });
}

/** Whether the process of such a text lives: the very one, and not another of its number. */
export function isHeld(
  { processes }: Pick<LockDeps, 'processes'>,
  text: string | undefined,
): boolean {
  if (text === undefined) return false;
  try {
    const { pid, identity } = JSON.parse(text) as { pid?: number; identity?: string };
    const now = pid === undefined ? undefined : processes.identity(pid);
    return now !== undefined && now === identity;
  } catch {
    // On a disk without hard links the text may not be there yet.
    return text === '';
  }
}

/** What a command says that could not have the lock. */
export function busyFault(what: string): () => never {
  return () => {
    throw new Fault('refused', `Another process has been writing ${what} for five seconds.`, {
      hint: 'Nothing was changed. Run this again.',
    });
  };
}
