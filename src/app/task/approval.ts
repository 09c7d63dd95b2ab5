import { clip } from '../../core/task/lines.ts';
import { redact } from '../../core/trust/redact.ts';

/** What was approved, by the first line of the plan's text that says something, and when. */
export function approvalOf(text: string, time?: string): { what: string; time?: string } {
  const line =
    redact(text)
      .split(/\r?\n/)
      .find((each) => each.trim() !== '') ?? 'the plan';
  return { what: clip(line.replace(/^#+\s*/, '').trim(), 120), time };
}
