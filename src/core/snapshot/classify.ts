import {
  englishConstraint,
  englishCorrection,
  englishInnocent,
  englishProhibition,
} from './rule-words.ts';
import { otherLanguages } from './rule-words-other.ts';

export type RuleKind = 'prohibition' | 'constraint' | 'correction';

const asksForIt =
  /\b(?:can|could|would|will) you\b.*\b(?:not|never|always|only|make sure|ensure|avoid|without|stop|keep|instead)\b/i;
const imperative =
  /^(?:and |but |so |ok,? |please |also )?(?:don[\u2019']?t|do not|never|always|make sure|ensure|only|use|keep|stop|avoid|no)\b/i;
const ascii = /^[\u0000-\u024f\u2010-\u2027]*$/;
const latinHint =
  /[äöüßéèêàçñóíáúãõ]|\b(?:nicht|niemals|immer|bitte|nur|keine?n?|nie|muss|nein|falsch|ne|pas|jamais|toujours|seulement|utilise|non|nunca|(?:toques|hagas|cambies|modifiques|borres|elimines|agregues|uses|edites|ejecutes|instales|subas|crees)|los|las|para|dije|siempre|solo|debes|usa|evita|sem|sempre|apenas|somente|evite|antes|dije|verwende|benutze|nutze)\b/i;

/** What a sentence rules, by its words; undefined when it rules nothing. */
export function classifySentence(sentence: string): RuleKind | undefined {
  const text = sentence.length > 1500 ? sentence.slice(0, 1500) : sentence;
  const isQuestion = /[?？]["')\]]*$/.test(text);
  if (isQuestion && !asksForIt.test(text) && !imperative.test(text) && ascii.test(text))
    return undefined;
  return english(text) ?? (ascii.test(text) && !latinHint.test(text) ? undefined : other(text));
}

function english(text: string): RuleKind | undefined {
  const line = text.replace(/^\s*(?:[-*•]|\d{1,3}[.)])\s+/, '').replace(/^[*_`"'\s]+/, '');
  const plain = englishInnocent.reduce((rest, pattern) => rest.replace(pattern, ' '), line);
  if (englishProhibition.some((pattern) => pattern.test(plain))) return 'prohibition';
  const corrects = englishCorrection.findIndex((pattern) => pattern.test(plain));
  if (corrects === 0) return 'correction';
  if (englishConstraint.some((pattern) => pattern.test(plain))) return 'constraint';
  return corrects > 0 ? 'correction' : undefined;
}

function other(text: string): RuleKind | undefined {
  const line = text.replace(/^\s*(?:[-*•]|\d{1,3}[.)])\s+/, '');
  for (const kind of ['prohibition', 'correction', 'constraint'] as const) {
    if (otherLanguages.some((words) => words[kind].test(line))) return kind;
  }
  return undefined;
}
