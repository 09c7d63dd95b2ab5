import { createTwoFilesPatch } from 'diff';
import { redact } from '../../core/trust/redact.ts';

/** The change of a file in unified form, without the secrets that stand around it; empty when nothing changes. */
export function unifiedDiff(path: string, before: string, after: string): string {
  if (before === after) return '';
  const patch = createTwoFilesPatch(path, path, before, after, undefined, undefined, {
    context: 3,
  });
  return redact(patch.replace(/^(Index: .*\n)?=+\n/, '').trimEnd());
}
