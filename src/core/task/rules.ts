import { clip, type MarkdownLine } from './lines.ts';
import { headingOf } from './sections.ts';

const maxRules = 30;
const maxCharacters = 400;

const ruleHeading =
  /^(?:.*\b)?(?:rules?|constraints?|prohibitions?|guardrails?|non-goals?|out of scope|must(?: not)?|do(?: not|n't)|never|forbidden)\b/i;
const ruleWords =
  /\b(?:must|never|always|do not|don['’]t|may not|shall|forbidden|prohibited|not allowed|(?:is|are) required|without (?:asking|approval|permission))\b|^only\b/i;
const listMark = /^\s*(?:>\s*)*(?:[-*+]|\d+[.)])\s+/;

/**
 * Lines of a document that oblige or forbid, verbatim but for the list mark: those in a section about
 * rules, and those elsewhere whose words say so. Steps with a box are work and no rules.
 */
export function rulesOf(lines: readonly MarkdownLine[]): string[] {
  const found = new Set<string>();
  let ruleLevel = 0;
  for (const line of lines) {
    const head = headingOf(line);
    if (head) {
      if (ruleLevel === 0 || head.level <= ruleLevel) {
        ruleLevel = ruleHeading.test(head.title) ? head.level : 0;
      }
      continue;
    }
    const text = line.text.replace(listMark, '').trim();
    if (line.hidden || text === '' || text.startsWith('|') || /^\[.\]\s/.test(text)) continue;
    const listed = ruleLevel > 0 && listMark.test(line.text);
    if (listed || ruleWords.test(text)) found.add(clip(text, maxCharacters));
    if (found.size === maxRules) break;
  }
  return [...found];
}
