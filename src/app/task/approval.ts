import { clip } from '../../core/task/lines.ts';
import { planTitle } from '../../core/task/plan-title.ts';
import { redact } from '../../core/trust/redact.ts';

/** What was approved, by the first line of the plan's text that says something, and when. */
export function approvalOf(text: string, time?: string): { what: string; time?: string } {
  return { what: clip(planTitle(redact(text)) || 'the plan', 120), time };
}
