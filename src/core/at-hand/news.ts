import { fold } from '../search/fold.ts';
import { isCommon } from './common-words.ts';
import { termsOf } from './terms.ts';

/** What a passage holds that neither the context nor the prompt does. */
export interface News {
  /** Names and numbers. */
  names: string[];
  /** Share of its telling words. */
  share: number;
}

/** `context`: everything that the agent has before it, as `foldedContext` gives it. */
export function newsOf(text: string, context: string, prompt: string): News {
  const { words, names } = termsOf(text);
  const known = fold(prompt);
  const isNew = (term: string) => !context.includes(term) && !known.includes(term);
  const telling = words.filter((word) => word.length > 3 && !isCommon(word));
  return {
    names: names.filter(isNew),
    share: telling.length === 0 ? 0 : telling.filter(isNew).length / telling.length,
  };
}

export function foldedContext(parts: readonly string[]): string {
  return fold(parts.join('\n'));
}
