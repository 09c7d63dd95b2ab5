import type { Registration } from '../install/registrations.ts';
import { takesPrompt } from '../install/summary-prompt.ts';
import { readExact } from '../install/text.ts';
import { type DoctorContext, type Finding, note } from './finding.ts';

/** Names a prompt of ours by which a host summarises, and how far that reaches. */
export function checkSummaryPrompt(
  { install: { disk, place } }: DoctorContext,
  { install }: Registration,
): Finding[] {
  if (!takesPrompt(install)) return [];
  const { keptIn, standsIn, setting, reach } = install.summaryPrompt;
  const file = keptIn(place);
  if (!standsIn(readExact(disk, file).text)) return [];
  const check = `${install.host} ${setting}`;
  return [
    note(check, `${install.title} summarises by Holdfast's prompt, set in ${file}. ${reach}`),
  ];
}
