import {
  englishConstraint,
  englishCorrection,
  englishInnocent,
  englishProhibition,
  englishRetort,
  fits,
  markClauses,
} from './rule-words.ts';
import { otherLanguages } from './rule-words-other.ts';

export type RuleKind = 'prohibition' | 'constraint' | 'correction';

const asksForIt =
  /\b(?:can|could|would|will) you\b.*\b(?:not|never|always|only|make sure|ensure|avoid|without|stop|keep|instead)\b/;
const imperative =
  /^(?:and |but |so |ok,? |please |also )?(?:don'?t|do not|never|always|make sure|ensure|only|use|keep|stop|avoid|no)\b/;
const word = /[a-z\u00df-\u00ff\u0153]+/g;

/** What a sentence rules, by its words; undefined when it rules nothing. */
export function classifySentence(sentence: string): RuleKind | undefined {
  const text = sentence
    .slice(0, 1500)
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"');
  if (text.endsWith('?') && !asksForIt.test(text) && !imperative.test(text)) return undefined;
  const words = new Set(text.match(word) ?? []);
  const line = text.replace(/^\s*(?:[-*•]|\d{1,3}[.)])\s+/, '').replace(/^[*_`"'\s]+/, '');
  return english(line, words) ?? other(line, [...words]);
}

function english(line: string, words: ReadonlySet<string>): RuleKind | undefined {
  let plain = line;
  for (const innocent of englishInnocent) {
    if (innocent.words.some((one) => words.has(one))) plain = plain.replace(innocent.pattern, ' ');
  }
  let clauses: string | undefined;
  const marked = (): string => {
    clauses ??= markClauses(plain);
    return clauses;
  };
  if (fits(englishProhibition, words, plain, marked)) return 'prohibition';
  if (fits(englishRetort, words, plain, marked)) return 'correction';
  if (fits(englishConstraint, words, plain, marked)) return 'constraint';
  return fits(englishCorrection, words, plain, marked) ? 'correction' : undefined;
}

function other(line: string, words: readonly string[]): RuleKind | undefined {
  const languages = otherLanguages.filter(({ hint }) =>
    hint instanceof RegExp ? hint.test(line) : words.some((one) => hint.has(one)),
  );
  return (['prohibition', 'correction', 'constraint'] as const).find((kind) =>
    languages.some((language) => language[kind].test(line)),
  );
}
