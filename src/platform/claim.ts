import { holderText, isHeld } from '../core/lock.ts';
import { generationsIn } from './generations.ts';
import { lockDeps } from './lock.ts';

/** What a process claimed. */
export interface Claim {
  /** To be called when what was claimed cannot be done after all. */
  giveUp(): void;
}

/**
 * A claim for exactly one of all processes that claim the same folder, whatever they run beside each other; undefined for the
 * others. With `overDead` also over the claim of a process that ended, or of this one, since it led to nothing. Where the disk
 * refuses to say, all get one.
 */
export function claimOnce(folder: string, overDead: boolean): Claim | undefined {
  try {
    const chain = generationsIn(folder);
    const { generation, text } = chain.read();
    if (generation > 0 && (!overDead || isOthers(text))) return undefined;
    if (!chain.replace(generation, holderText(lockDeps))) return undefined;
    return { giveUp: () => chain.drop(generation + 1) };
  } catch {
    return { giveUp() {} };
  }
}

function isOthers(text: string | undefined): boolean {
  return isHeld(lockDeps, text) && text !== holderText(lockDeps);
}
