/** Scripts that are written without blanks between words: Thai, Lao, Burmese, Khmer, Chinese, Japanese, Korean. */
const unspaced =
  /(?:[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]|[\ud840-\ud88f][\udc00-\udfff])+/g;
const any = new RegExp(unspaced.source);

export function hasUnspaced(text: string): boolean {
  return any.test(text);
}

/** True for a text that consists of nothing else. */
export function isUnspaced(text: string): boolean {
  return any.exec(text)?.[0].length === text.length;
}

/**
 * The text with each run of such a script as the pairs of its neighbouring characters, since nothing tells where its
 * words end: `全文検索` becomes `全文 文検 検索`, and a character that stands alone is itself.
 */
export function spacedPairs(text: string): string {
  if (!any.test(text)) return text;
  return text.replace(unspaced, (run) => {
    const characters = [...run];
    const pairs = characters.slice(1).map((second, at) => characters[at]! + second);
    return ` ${pairs.length === 0 ? run : pairs.join(' ')} `;
  });
}

/** The last character of each run, which begins no pair: without them it would not be found by itself. */
export function lastCharacters(text: string): string {
  if (!any.test(text)) return '';
  return [...new Set((text.match(unspaced) ?? []).map((run) => [...run].at(-1)!))].join(' ');
}
