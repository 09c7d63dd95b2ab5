import type { Fact } from '../fact.ts';
import { meaningOf } from '../fact-meaning.ts';

const wordShare = 0.7;

/** True when a text holds a fact well enough that an agent need not be told again. */
export function holdsFact(text: string, fact: Fact): boolean {
  switch (meaningOf(fact.kind).held) {
    case 'path':
      return holdsPath(text, fact.value);
    case 'rule':
      return formsOf(text).normal.includes(normal(fact.value).slice(0, 240));
    case 'commit':
      return (
        text.includes(fact.value.split(' ')[0]!) ||
        formsOf(text).normal.includes(normal(fact.value))
      );
    default:
      return holdsWords(text, fact.value);
  }
}

/** A path counts as held by its last two parts, since summaries shorten paths. */
function holdsPath(text: string, path: string): boolean {
  const parts = path.split('/').filter((part) => part !== '');
  const short = parts.slice(-2).join('/');
  return text.includes(short) || (parts.length > 0 && wholeWord(text, parts.at(-1)!));
}

function wholeWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text[at + word.length] ?? ' ';
    if (!/[\w-]/.test(before) && !/[\w-]/.test(after)) return true;
  }
  return false;
}

function holdsWords(text: string, value: string): boolean {
  const words = normal(value)
    .split(' ')
    .filter((word) => word.length > 2);
  const { normal: whole, words: held, plain } = formsOf(text);
  if (words.length === 0) return whole.includes(normal(value));
  const found = words.filter(
    // A brief shortens paths.
    (word) => held.has(word) || (word.includes('/') && holdsPath(plain, word)),
  ).length;
  return found / words.length >= wordShare;
}

/** What a text is compared by. */
interface Forms {
  normal: string;
  words: ReadonlySet<string>;
  /** In lower case. */
  plain: string;
}

/** Of the text that was asked for last: many facts are looked for in one summary. */
let last: { text: string; forms: Forms } | undefined;

function formsOf(text: string): Forms {
  if (last?.text !== text) {
    const whole = normal(text);
    const forms = { normal: whole, words: new Set(whole.split(' ')), plain: text.toLowerCase() };
    last = { text, forms };
  }
  return last.forms;
}

function normal(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_./-]+/gu, ' ')
    .trim();
}
