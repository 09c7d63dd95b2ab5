import { describe, expect, it } from 'vitest';
import { Watch } from '../../bench/fleet/watch.ts';

/** The load test is worth what its judge finds: each fault that it looks for is shown to it once. */
describe('the judge of the load test', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString();
  const won = (machine: string, term: string, fromSeconds: number) =>
    ({
      kind: 'won',
      id: 't',
      lease: { machine, worker: 'w', term, until: at(fromSeconds + 3) },
      claimMs: 1,
    }) as const;

  it('finds two owners in one term, and a lease that began in the time of another', () => {
    const same = new Watch();
    same.hear(won('a', '1', 0));
    same.hear(won('b', '1', 10));
    expect(same.twoOwners(3_000)).toBe(1);
    const early = new Watch();
    // Heard in whatever order.
    early.hear(won('b', '2', 2));
    early.hear(won('a', '1', 0));
    expect(early.twoOwners(3_000)).toBe(1);
  });

  it('finds nothing where the lease had ended or was let go', () => {
    const watch = new Watch();
    watch.hear(won('a', '1', 0));
    watch.hear(won('a', '1', 0.1));
    watch.hear(won('b', '2', 3.1));
    watch.hear({ kind: 'releasing', id: 't', term: '2' });
    watch.hear(won('a', '3', 3.5));
    expect(watch.twoOwners(3_000)).toBe(0);
  });

  it('finds lines that are lost, doubled or nobody’s, and lets one stand whose answer was cut off', () => {
    const watch = new Watch();
    for (const line of ['one', 'two', 'unsure']) watch.hear({ kind: 'sending', id: 't', line });
    for (const line of ['one', 'two']) watch.hear({ kind: 'sent', id: 't', line });
    expect(watch.judge('t', ['one', 'two'])).toEqual({ lost: 0, doubled: 0 });
    expect(watch.judge('t', ['one', 'two', 'unsure'])).toEqual({ lost: 0, doubled: 0 });
    expect(watch.judge('t', ['one', 'unsure'])).toEqual({ lost: 1, doubled: 0 });
    expect(watch.judge('t', ['one', 'two', 'two'])).toEqual({ lost: 0, doubled: 1 });
    expect(watch.judge('t', ['one', 'two', 'nobody’s'])).toEqual({ lost: 0, doubled: 1 });
    expect(watch.lines).toBe(2);
  });
});
