import { expect, it } from 'vitest';
import { agent, boundary, edit, type Loose, says, snap, values } from './build.ts';

const at = (time: string, item: Loose): Loose => ({ ...item, time });

/** Rows that are written after a compaction may be copies of older ones, by their times, or only late. */
it.each([
  ['2026-01-01T11:50:00.000Z', true],
  ['2026-01-01T11:49:59.999Z', false],
  ['2026-01-01T11:59:54.000Z', true],
])('takes a row of %s after a compaction of 12:00 for new: %s', (time, isNew) => {
  const [call, result] = edit('/w/late.ts');
  const snapshot = snap(
    at('2026-01-01T11:00:00Z', says('Do it.')),
    at('2026-01-01T12:00:00Z', boundary()),
    at(time, call!),
    at(time, result!),
    at('2026-01-01T12:00:05Z', agent('Done.')),
  );
  expect(values(snapshot, 'file.modified').some((value) => value.includes('late'))).toBe(isNew);
});
