import type { Deviations } from './manifest.ts';

/** Cases up to 32. */
export const deviations1: Deviations = {
  'case 4':
    'Part: the client sends its own instruction files again, so those are no obligation; other rule files become one by the setting requiredReading. The hash is kept in the journal and not in the brief, and a missing file is named there, since the design wants the person asked.',
  'case 11':
    'Part: a spool. The client itself posts, so that nothing of ours can keep what nobody took: it is found in the record by the next event that is taken, and told once.',
  'case 28':
    'Part: failing over to a ledger of our own. The transcript is the ledger; without it the journal’s facts and the results that hooks saw are used.',
  'case 31':
    'Part: times are not asserted by tests but measured by the benchmark. A line over 32 MB, and all but the last 2 GB of a record that was never read before, are passed over, which the journal says.',
};
