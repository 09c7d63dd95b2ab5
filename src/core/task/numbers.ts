import { onShort } from '../bounded-match.ts';
import type { TaskDocument } from './task.ts';

/** The keys of front matter by which a field may be written. */
const keys = {
  step: ['current_task', 'current_step', 'task', 'step'],
  section: ['current_section', 'section'],
  phase: ['current_phase', 'phase'],
} as const;

const line = onShort(
  /^([\w -]{1,40}?)[ \t]*:[ \t]*(-?\d{1,15}(?:\.\d{1,10})?)[ \t]*(?:#.*)?$/,
  1_000,
);

/**
 * Those of a document's fields that its front matter writes as numbers, which stay numbers for programs; `1.10` is a text, since
 * as a number it would be another.
 * @param head The lines of the front matter.
 * @param document The fields, as texts.
 */
export function numbersIn(
  head: readonly string[],
  document: Pick<TaskDocument, 'step' | 'section' | 'phase'>,
): Pick<TaskDocument, 'numbers'> {
  const numbers: NonNullable<TaskDocument['numbers']> = {};
  for (const one of head) {
    const [, key = '', written = ''] = line.exec(one.trimEnd()) ?? [];
    if (written === '' || String(Number(written)) !== written) continue;
    const plain = key.trim().toLowerCase().replace(/[ -]/g, '_');
    for (const field of ['step', 'section', 'phase'] as const) {
      if (document[field] === written && keys[field].some((known) => known === plain))
        numbers[field] = Number(written);
    }
  }
  return Object.keys(numbers).length === 0 ? {} : { numbers };
}
