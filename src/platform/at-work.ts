/** What a program tells of its work to those who watch whether it goes on. */
export interface Watch {
  /** A file is about to be opened. */
  opening(path: string): void;
  /** It is so large. */
  opened(size: number): void;
  /** What follows may wait for a person or a reader; answers with what ends that. */
  waits(): () => void;
}

/** Nobody watches but where an alarm is set. */
export const atWork: { watch?: Watch } = {};

/** Does what may wait for a person or a reader as long as that takes. */
export function unhurried<T>(work: () => T): T {
  const over = atWork.watch?.waits();
  try {
    return work();
  } finally {
    over?.();
  }
}
