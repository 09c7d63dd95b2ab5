/** How often the kind of character changes (small letter, capital, digit, other), from 0 to 1. */
export function changes(text: string): number {
  let count = 0;
  let last = classOf(text.charCodeAt(0));
  for (let at = 1; at < text.length; at += 1) {
    const next = classOf(text.charCodeAt(at));
    if (next !== last) count += 1;
    last = next;
  }
  return text.length < 2 ? 0 : count / (text.length - 1);
}

function classOf(code: number): number {
  if (code >= 97 && code <= 122) return 1;
  if (code >= 65 && code <= 90) return 2;
  if (code >= 48 && code <= 57) return 3;
  return 4;
}

/** Bits a character, by how often each one stands in the text. */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values())
    bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** True for what a machine made up and no person wrote: letters and digits through one another, and no words. */
export function looksRandom(text: string): boolean {
  const body = text.length > 128 ? text.slice(0, 128) : text;
  return (
    /[0-9]/.test(body) && /[A-Za-z]/.test(body) && changes(body) >= 0.2 && entropy(body) >= 2.6
  );
}
