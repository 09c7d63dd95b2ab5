import { type DoctorContext, type Finding, note } from './finding.ts';

/** Whether the search has what it needs; nothing else of Holdfast needs it. */
export function checkSearch({ search }: DoctorContext): Finding[] {
  return search === undefined ? [] : [note('search', search.message, search.hint)];
}
