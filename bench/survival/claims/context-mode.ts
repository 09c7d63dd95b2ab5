import type { Claim, ClaimReader } from './claim.ts';
import { itemOf, sectionsOf } from './sections.ts';

/**
 * context-mode: names of files in one line, divided by commas, under "Files Modified" (folders of searches among them);
 * under "Unresolved Errors" one item an error, and under a heading with "Tasks" or "Todo" one item a task.
 */
export const contextModeClaims: ClaimReader = (text) =>
  sectionsOf(text).flatMap(({ title, lines }): Claim[] => {
    if (/^files modified/i.test(title)) {
      return (lines[0] ?? '')
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('<'))
        .map((path) => ({ about: 'file', path, role: 'modified' }));
    }
    const items = lines.flatMap((line) => itemOf(line) ?? []);
    if (/unresolved errors/i.test(title))
      return items.map((item) => ({ about: 'error', text: item }));
    if (/pending|tasks?|todos?/i.test(title)) {
      return items.map((item) => ({ about: 'todo', text: item.replace(/^\[.?\]\s*/, '') }));
    }
    return [];
  });
