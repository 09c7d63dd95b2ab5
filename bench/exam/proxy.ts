/**
 * The literal proxy: the share of a gold answer's names and numbers that stand in a text. Where a gold has none, its words of five
 * letters and more count in their place.
 */
export function shareIn(text: string, gold: string): number {
  const wanted = literalsOf(gold);
  const plain = plainOf(text);
  return wanted.filter((literal) => standsIn(plain, literal)).length / wanted.length;
}

/** Names and numbers of a gold, each once, in lower case. */
export function literalsOf(gold: string): string[] {
  const words = plainOf(gold)
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}#./]+|[^\p{L}\p{N}\]]+$/gu, ''));
  const marked = gold.split(/\s+/).map((word) => /[a-z][A-Z]|\b[A-Z]{2,}/.test(word));
  const names = words.filter((word, at) => isName(word) || (marked[at] === true && word !== ''));
  const found = names.length > 0 ? names : words.filter((word) => word.length >= 5);
  return [...new Set(found)];
}

function isName(word: string): boolean {
  return /\d/.test(word) || /[\p{L}\d][._/:#\-@][\p{L}\d]/u.test(word) || /^\.\w/.test(word);
}

function plainOf(text: string): string {
  return text.toLowerCase().replace(/[`"'*]/g, '');
}

/** True where the literal stands as a whole: nothing that belongs to a name adjoins it. */
function standsIn(text: string, literal: string): boolean {
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text[at + literal.length] ?? ' ';
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}
