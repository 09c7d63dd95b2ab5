import { appendFileSync } from 'node:fs';
import { beforeEach, inject } from 'vitest';

const { HOLDFAST_WINDOWS_NOTES: notes, HOLDFAST_WINDOWS_UNTIL: until } = process.env;

// A test that failed is tried again whatever the time: to skip it then would hide the failure.
beforeEach(({ skip, task }) => {
  if (inject('wine') === null) skip('Wine cannot be had here');
  if (!notes || !until || (task.result?.retryCount ?? 0) > 0) return;
  if (Date.now() < Number(until)) return;
  appendFileSync(notes, `late ${task.name}\n`);
  skip('the time for these tests is over');
});
