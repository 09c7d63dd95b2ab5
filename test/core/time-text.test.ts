import { describe, expect, it } from 'vitest';
import { bareTime, timeText, userTime, withUserTime } from '../../src/core/time-text.ts';

describe('a time as a user reads it', () => {
  it('has one form, in UTC, whatever zone it was written in', () => {
    expect(userTime('2026-01-31T09:05:12.123Z')).toBe('2026-01-31 09:05 UTC');
    expect(userTime('2026-01-31T09:05:12.123Z', 'second')).toBe('2026-01-31 09:05:12 UTC');
    expect(userTime('2026-01-31T01:05:12+02:00')).toBe('2026-01-30 23:05 UTC');
    expect(bareTime('2026-01-31T09:05:12Z')).toBe('2026-01-31 09:05');
    expect(timeText('2026-01-31T09:05:12Z')).toBe('2026-01-31 09:05');
  });

  it('stays as it is where it is no time', () => {
    expect(userTime('soon')).toBe('soon');
    expect(withUserTime('no time here')).toBe('no time here');
  });

  it('is found at the beginning of a line of progress alone', () => {
    expect(withUserTime('2026-01-31T09:05:12.123Z w1 saw 2026-01-31T09:05:12Z')).toBe(
      '2026-01-31 09:05 UTC w1 saw 2026-01-31T09:05:12Z',
    );
  });
});
