import { type Features, put, signFeatures } from './features.ts';
import { type KindName, kind } from './kinds.ts';
import { score, sizes } from './model.ts';
import { read, readAs } from './reading.ts';
import { replyTables } from './reply.ts';

const mark = /[?\uff1f\u061f]/;

/** The last words of a text, without code, quotes and addresses: what stands in those is asked of nobody. */
export function tailOf(text: string): string {
  return text
    .slice(-2500)
    .replace(/```[\s\S]*?(?:```|$)/g, '\n\n')
    .replace(/`[^`\n]{1,200}`/g, ' xcode ')
    .replace(/\bhttps?:\/\/[^\s<>"\u3000-\u303f\uff00-\uffef]{1,300}/g, ' xurl ')
    .replace(
      /["\u201c\u201e\u00ab\u300c\u300e][^"\u201d\u201c\u00bb\u300d\u300f\n]{1,160}["\u201d\u201c\u00bb\u300d\u300f]/g,
      ' xquoted ',
    )
    .trimEnd();
}

const stop =
  /(?<![.!?\u3002\uff01\uff1f\u061f\u0964])[.!?\u3002\uff01\uff1f\u061f\u0964]+(?=\s|$)|[\u3002\uff01\uff1f]+|\n+/g;

/** The sentences of a tail, with their marks. */
export function tailSentences(tail: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (const match of tail.matchAll(stop)) {
    found.push(tail.slice(from, match.index + match[0].length));
    from = match.index + match[0].length;
  }
  found.push(tail.slice(from));
  return found.map((one) => one.trim()).filter((one) => /\p{L}/u.test(one));
}

/** What speaks for a text that ends with an open question: its last sentence, and the last that has a mark. */
export function endFeatures(text: string): Features {
  const features: Features = new Map();
  const tail = tailOf(text).slice(-1000);
  const sentences = tailSentences(tail).slice(-8);
  const { table } = read(tail);
  const last = sentences.at(-1) ?? '';
  const marked = sentences.findLastIndex((one) => mark.test(one));
  const after = marked < 0 ? -1 : sentences.length - 1 - marked;
  put(features, sizes.end, `mark ${after < 0 ? 'none' : after > 2 ? 'far' : after}`);
  signFeatures(readAs(last, table), sizes.end, features, 'l ');
  if (marked >= 0) {
    signFeatures(readAs(sentences[marked]!, table), sizes.end, features, after === 0 ? 'm ' : 'p ');
    if (after > 0) signFeatures(readAs(sentences[marked + 1]!, table), sizes.end, features, 'a ');
  }
  return features;
}

/** How much speaks for an open question; over 0 is more for than against. */
export function endScore(text: string): number {
  return score('end', endFeatures(text));
}

/** Signs of a text that only agrees, thanks or says that something is done, and one of which it must have. */
const closing = (['yes', 'nod', 'thanks', 'done'] as KindName[]).map(kind);
const beside = (['good', 'fill', 'it', 'i'] as KindName[]).map(kind);

/** Letters of a text that may do nothing but agree. */
const shortest = 60;

/**
 * True for a short text all of whose words agree, thank or say that something is done, such as "ok" or "All done": it asks
 * nothing, with or without a full stop.
 */
export function onlyAgrees(text: string): boolean {
  const bare = text.trim();
  if (bare.length > shortest || mark.test(bare)) return false;
  return replyTables('', bare).some((table) => {
    const { words, plain, signs } = readAs(bare, table);
    const spaced = table.spaced;
    const total = spaced ? words.length : plain.replace(/[^\p{L}\p{N}]/gu, '').length;
    if (total === 0) return false;
    const known = signs.filter(({ kinds }) =>
      kinds.some((one) => closing.includes(one) || beside.includes(one)),
    );
    const covered = known.reduce((sum, { length }) => sum + length, 0);
    return (
      covered >= total && known.some(({ kinds }) => kinds.some((one) => closing.includes(one)))
    );
  });
}
