import { Fault } from '../../core/errors.ts';

/** Throws a Fault for an id without a character, which would be the beginning of every id. */
export function refuseEmptyId(id: string): void {
  if (id.trim() !== '') return;
  throw new Fault('usage', 'The id is empty.', {
    hint: 'Run "holdfast status" to see the sessions and their ids.',
  });
}
