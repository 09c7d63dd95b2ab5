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

/** The same for a person: a file that is JSON on one line is shown with its parts on lines of their own. */
export function readableDiff(path: string, before: string, after: string): string {
  const [then, now] = [laidOut(before), laidOut(after)];
  if (before === after || then === undefined || now === undefined)
    return unifiedDiff(path, before, after);
  return `${path} is one line and stays so. Here each part of it has a line of its own:\n${unifiedDiff(path, then, now)}`;
}

function laidOut(text: string): string | undefined {
  if (text.trimEnd().includes('\n')) return undefined;
  try {
    return `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`;
  } catch {
    return undefined;
  }
}
