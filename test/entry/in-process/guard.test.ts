import { afterEach, describe, expect, it, vi } from 'vitest';
import { guarded } from '../../../src/entry/in-process/guard.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('the guard around a hook in a host of its own process', () => {
  it('gives what the work gives', async () => {
    expect(await guarded(1_000, async () => 7)).toEqual({ done: 7 });
  });

  it('lets no error through, thrown at once or later', async () => {
    const atOnce = () => {
      throw new Error('at once');
    };
    expect(await guarded(1_000, atOnce)).toEqual({ failed: 'at once' });
    expect(await guarded(1_000, () => Promise.reject('later'))).toEqual({ failed: 'later' });
  });

  it('waits for work that hangs no longer than its deadline', async () => {
    vi.useFakeTimers();
    let settled = false;
    const result = guarded(5_000, () => new Promise(() => {})).finally(() => {
      settled = true;
    });
    await vi.advanceTimersByTimeAsync(4_999);
    expect(settled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toEqual({ failed: 'not done after 5000 ms' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends the wait when the host does, and does not begin after that', async () => {
    const host = new AbortController();
    const result = guarded(60_000, () => new Promise(() => {}), host.signal);
    host.abort();
    expect(await result).toEqual({ failed: 'the host ended the wait' });
    const work = vi.fn(async () => 1);
    await guarded(60_000, work, host.signal);
    expect(work).not.toHaveBeenCalled();
  });
});
