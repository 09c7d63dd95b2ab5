/** A short, stable fingerprint of a text (FNV-1a, 52 bits, 13 hex digits). For identity, not for security. */
export function fingerprint(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193) >>> 0;
    high = Math.imul(high ^ (unit + 0x9e37), 0x85ebca6b) >>> 0;
  }
  return (high & 0xfffff).toString(16).padStart(5, '0') + low.toString(16).padStart(8, '0');
}

/** A fingerprint as a whole number of 52 bits, made of two units at a time: for long texts, where the other one takes long. */
export function textHash(text: string): number {
  let low = 0x811c9dc5 ^ text.length;
  let high = 0x01000193;
  // An odd last unit stands by itself.
  const last = text.length - 1;
  for (let i = 0; i <= last; i += 2) {
    const pair = text.charCodeAt(i) | (i < last ? text.charCodeAt(i + 1) << 16 : 0);
    low = Math.imul(low ^ pair, 0x9e3779b1);
    high = Math.imul(high ^ pair, 0x85ebca6b) + low;
    high ^= high >>> 15;
  }
  return ((high >>> 0) & 0xfffff) * 0x1_0000_0000 + (low >>> 0);
}
