/** Parts of a text that name something: words of three letters and more, and pairs of signs where words are not parted. */
export function namingParts(text: string): Set<string> {
  const parts = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    if (!/[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]/.test(word)) {
      if (word.length > 2) parts.add(word);
      continue;
    }
    for (let at = 0; at + 2 <= word.length; at += 1) {
      const pair = word.slice(at, at + 2);
      // Two letters of the Japanese syllabary are an ending rather than a name.
      if (!/^[\u3040-\u309f]{2}$/.test(pair)) parts.add(pair);
    }
  }
  return parts;
}

/** How many parts of an answer stand in a sentence. */
export function sharedParts(sentence: string, said: string): number {
  const asked = namingParts(sentence);
  return [...namingParts(said)].filter((part) => asked.has(part)).length;
}
