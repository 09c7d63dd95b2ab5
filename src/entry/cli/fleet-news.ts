import type { Pace } from '../../app/worker/ports.ts';
import type { FleetDatabase } from '../../fleet-db/store.ts';

/** So often is looked where nobody tells anything, in milliseconds. */
const lookMs = 30_000;
/** So often it is looked whether a worker here ended. */
const stepMs = 1_000;

/** Tells when there may be work. */
export interface News {
  /** Listens again where that broke off. Never rejects: without it, it is looked every 30 seconds. */
  listen(): Promise<void>;
  /** Waits until something was heard, `isNow` says so, or the time is up. */
  wait(isNow: () => boolean): Promise<void>;
  end(): void;
}

/** What a fleet's database tells, beside a look every 30 seconds. */
export function newsOf(there: Pick<FleetDatabase, 'listen'>, pace: Pace): News {
  let listening: { end(): void } | undefined;
  let isNews = false;
  let wake = (): void => {};
  return {
    async listen() {
      if (listening !== undefined) return;
      try {
        listening = await there.listen({
          heard() {
            isNews = true;
            wake();
          },
          lost() {
            listening = undefined;
          },
        });
      } catch {
        // The look that follows says what is wrong, if it lasts.
      }
    },
    async wait(isNow) {
      for (let waited = 0; waited < lookMs && !isNews && !isNow(); waited += stepMs) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pace.ms(stepMs));
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isNews = false;
    },
    end() {
      listening?.end();
      listening = undefined;
    },
  };
}
