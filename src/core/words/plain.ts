/** What a person typed, made comparable: lower case, straight quotes, one word in place of each code span, path or address. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u02bc\u0060\u00b4](?=\p{L})/gu, (mark) => (mark === '`' ? mark : "'"))
    .replace(/[\u201c\u201d\u201e\u00ab\u00bb\u300c\u300d]/g, '"')
    .replace(/^\s*\/(?=[a-z])/, '')
    .replace(/`[^`\n]{1,200}`/g, ' xcode ')
    .replace(/[\u0021-\u007e]{2,}/g, run)
    .replace(/\d+/g, '0')
    .toLowerCase();
}

const technical = /[/\\_{}<>=$#@|^~]|[A-Za-z0-9]\.[a-z]|[a-z][A-Z]|^-{1,2}[a-z]/;
const address = /^\(?(?:https?|file|ssh):\/\//;
const plainDots = /^(?:e\.g|i\.e|z\.b|d\.h|u\.a|p\.ej|a\.k\.a)$/i;

/** A run of ASCII without spaces: an address, a path, an identifier, a flag, or words. */
function run(whole: string): string {
  if (address.test(whole)) return ' xurl ';
  const before = /^["'(*[]*/.exec(whole)![0];
  const rest = whole.slice(before.length);
  const after = /(?<!["')*\].,;:!?])["')*\].,;:!?]*$/.exec(rest)![0];
  const core = rest.slice(0, rest.length - after.length);
  if (!technical.test(core) || plainDots.test(core)) return whole;
  return `${before} xpath ${after}`;
}

const word = /[\p{L}\p{M}\p{N}]+(?:['-][\p{L}\p{M}\p{N}]+)*'?/gu;

/** The words of a plain text, with their places. */
export interface Word {
  text: string;
  at: number;
}

export function wordsOf(plain: string): Word[] {
  const found: Word[] = [];
  for (const match of plain.matchAll(word)) found.push({ text: match[0], at: match.index });
  return found;
}
