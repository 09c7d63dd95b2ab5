import stringWidth from 'string-width';

/** Letters, signs, arrows and frames of one column; nothing that combines with what stands beside it. */
const narrow =
  ' -~\\u00a0-\\u00ac\\u00ae-\\u02ff\\u0391-\\u03a1\\u03a3-\\u0482\\u048a-\\u052f\\u2010-\\u2027\\u2030-\\u205e\\u20a0-\\u20bf\\u2100-\\u218b\\u2190-\\u2319\\u2460-\\u25fc\\u2713-\\u2718';
/** Chinese, Japanese and Korean, and the most usual pictures: two columns. */
const wide =
  '\\u26a1\\u2705\\u2728\\u274c\\u2b50\\u3001-\\u3029\\u3041-\\u3096\\u30a1-\\u30fa\\u30fc\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\uff01-\\uff60\\u{1f37e}-\\u{1f393}\\u{1f442}-\\u{1f4fc}\\u{1f600}-\\u{1f64f}\\u{1f680}-\\u{1f6c5}';

const onlyNarrow = new RegExp(`^[${narrow}]*$`);
const onlyKnown = new RegExp(`^[${narrow}${wide}]*$`, 'u');
const anyWide = new RegExp(`[${wide}]`, 'gu');

/** True for a text of which each character stands by itself, so that none is split where it is cut between two of them. */
export function standsApart(text: string): boolean {
  return onlyNarrow.test(text) || onlyKnown.test(text);
}

/** Columns that a terminal takes for a line. The library knows every script; it takes long to load, and few lines need it. */
export function columnsOf(text: string): number {
  if (onlyNarrow.test(text)) return text.length;
  if (!onlyKnown.test(text)) return stringWidth(text);
  return [...text].length + (text.match(anyWide)?.length ?? 0);
}
