/** What a hook's work came to. */
export type Guarded<T> = { done: T } | { failed: string };

/** Tells how many milliseconds are left for work, a little less than until nobody waits for it any more. */
export type Left = () => number;

const marginMs = 100;

/**
 * Runs a hook's work so that nothing of it reaches the host: neither an error nor a wait beyond `ms` milliseconds. What is
 * not done by then goes on by itself, and its result is dropped. `signal`: the host's own way to end the wait.
 */
export function guarded<T>(
  ms: number,
  work: (left: Left) => Promise<T>,
  signal?: AbortSignal,
): Promise<Guarded<T>> {
  const end = performance.now() + ms - Math.min(marginMs, ms / 2);
  return new Promise((resolve) => {
    const settle = (result: Guarded<T>): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
      resolve(result);
    };
    const aborted = (): void => settle({ failed: 'the host ended the wait' });
    const timer = setTimeout(() => settle({ failed: `not done after ${ms} ms` }), ms);
    if (signal?.aborted) {
      aborted();
      return;
    }
    signal?.addEventListener('abort', aborted);
    start(() => work(() => Math.max(1, end - performance.now()))).then(
      (done) => settle({ done }),
      (error: unknown) =>
        settle({ failed: error instanceof Error ? error.message : String(error) }),
    );
  });
}

async function start<T>(work: () => Promise<T>): Promise<T> {
  return work();
}
