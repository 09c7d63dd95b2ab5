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

/** The same as a number. */
export function textHash(text: string): number {
  return Number.parseInt(fingerprint(text), 16);
}
