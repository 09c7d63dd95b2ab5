import {
  englishConstraint,
  englishCorrection,
  englishHint,
  englishInnocent,
  englishProhibition,
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
  const words = text.match(word) ?? [];
  const line = text.replace(/^\s*(?:[-*•]|\d{1,3}[.)])\s+/, '').replace(/^[*_`"'\s]+/, '');
  const kind = words.some((one) => englishHint.has(one)) ? english(line) : undefined;
  return kind ?? other(line, words);
}

function english(line: string): RuleKind | undefined {
  const plain = englishInnocent.reduce((rest, pattern) => rest.replace(pattern, ' '), line);
  const marked = markClauses(plain);
  const has = ({ marked: onMarked, plain: onPlain }: typeof englishProhibition): boolean =>
    onMarked.some((pattern) => pattern.test(marked)) ||
    onPlain.some((pattern) => pattern.test(plain));
  if (has(englishProhibition)) return 'prohibition';
  const corrects = englishCorrection.findIndex((pattern) => pattern.test(plain));
  if (corrects === 0) return 'correction';
  if (has(englishConstraint)) return 'constraint';
  return corrects > 0 ? 'correction' : undefined;
}

function other(line: string, words: readonly string[]): RuleKind | undefined {
  const languages = otherLanguages.filter(({ hint }) =>
    hint instanceof RegExp ? hint.test(line) : words.some((one) => hint.has(one)),
  );
  return (['prohibition', 'correction', 'constraint'] as const).find((kind) =>
    languages.some((language) => language[kind].test(line)),
  );
}
