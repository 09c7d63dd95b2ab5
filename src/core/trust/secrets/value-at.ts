/** Where a value stands in a text. */
export interface Stretch {
  start: number;
  end: number;
  quoted: boolean;
}

/** No value is longer; one that is goes up to here and on by its kind of characters. */
const longest = 32_768;

const opening = /(?:[bBrRuUfFlL@$]{0,2})(\\{0,8})(["'`])/y;

/**
 * The value that begins at a place: in quotation marks, escaped ones included, or bare up to a blank. A sign that ends a list
 * or a call ends a bare value only where nothing of the value follows it.
 */
export function valueAt(text: string, at: number, stops: string): Stretch | undefined {
  opening.lastIndex = at;
  const opened = opening.exec(text);
  if (opened !== null) {
    const start = opening.lastIndex;
    const end = closing(text, start, opened[2]!, opened[1]!.length);
    if (end !== undefined) return end > start ? { start, end, quoted: true } : undefined;
    return bareAt(text, start, stops);
  }
  return bareAt(text, at, stops);
}

function closing(text: string, start: number, quote: string, escapes: number): number | undefined {
  const limit = Math.min(text.length, start + longest);
  for (let at = start; at < limit; at += 1) {
    const sign = text[at]!;
    if (sign === '\n' || sign === '\r') return undefined;
    if (sign === quote) {
      let before = 0;
      while (before <= 8 && at - before > start && text[at - before - 1] === '\\') before += 1;
      if (before <= escapes) return at - before;
    }
  }
  return undefined;
}

const bareEnd = /[\s"'`]/;
const joint = /[,;)}\]>|&<({[]/;
const assignmentNext = /^[,;&|]{1,2}\s{0,2}["']?[A-Za-z_][\w .-]{0,40}["']?\s{0,2}[=:]/;

function bareAt(text: string, start: number, stops: string): Stretch | undefined {
  const limit = Math.min(text.length, start + longest);
  let end = start;
  while (end < limit) {
    const sign = text[end]!;
    if (bareEnd.test(sign) || stops.includes(sign)) break;
    if (
      sign === '\\' &&
      /["'`nrt\n]/.test(text[end + 1] ?? '') &&
      !/[A-Za-z0-9]/.test(text[end + 2] ?? '')
    )
      break;
    if (sign === '\\' && /["'`]/.test(text[end + 1] ?? '')) break;
    if (
      sign === '\\' &&
      /[nrt]/.test(text[end + 1] ?? '') &&
      /[A-Z\s"'#-]|[a-z_]\s?[=:]/.test(text.slice(end + 2, end + 22))
    )
      break;
    if (
      joint.test(sign) &&
      (/^.(?:[\s"'`,;)}\]>|&<]|$)/.test(text.slice(end, end + 2)) ||
        assignmentNext.test(text.slice(end, end + 60)))
    )
      break;
    end += 1;
  }
  if (end === limit) while (end < text.length && !bareEnd.test(text[end]!)) end += 1;
  while (end > start && /[.,;:]/.test(text[end - 1]!)) end -= 1;
  return end > start ? { start, end, quoted: false } : undefined;
}
