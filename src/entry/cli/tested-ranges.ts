import type { TestedRange } from '../../app/hosts/tested-range.ts';
import oldest from '../../hosts/oldest.json' with { type: 'json' };
import proof from '../../hosts/tested.json' with { type: 'json' };

/** Versions of each client that were tested: the newest by the last full run, the oldest by `npm run test:versions`. */
export const testedRanges: Readonly<Record<string, TestedRange>> = Object.fromEntries(
  Object.entries(proof).map(([host, { version }]) => [
    host,
    { newest: version, oldest: (oldest as Record<string, string>)[host] },
  ]),
);
