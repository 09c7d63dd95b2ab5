/** A text without the signs at both of its ends that a pattern of one character fits. */
export function withoutEnds(text: string, sign: RegExp): string {
  return withoutTail(text.slice(lead(text, sign)), sign);
}

/** A text without such signs at its end. (`/x+$/` takes a time that grows with the square of a run of x elsewhere.) */
export function withoutTail(text: string, sign: RegExp): string {
  let end = text.length;
  while (end > 0 && sign.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function lead(text: string, sign: RegExp): number {
  let start = 0;
  while (start < text.length && sign.test(text.charAt(start))) start += 1;
  return start;
}
