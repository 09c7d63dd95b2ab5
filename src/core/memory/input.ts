import type { BriefInput } from '../brief/input.ts';
import type { MemorySection } from './template.ts';

/** Everything a memory is made from. The same input gives the same bytes. */
export interface MemoryInput {
  /** What is known of the session. */
  known: BriefInput;
  template: readonly MemorySection[];
  /** The last item of the record that it covers; absent where nothing was read. */
  covers?: { id?: string; time?: string; line: number };
}

/** What stands under one heading, the most wanted first; of `newest-last` the first lines are left out where not all fit. */
export interface MemoryLines {
  lines: readonly string[];
  order?: 'newest-last';
}
