import { fingerprint } from '../hash.ts';

/** By which a text that went out is known again in the host's record: its length in UTF-16 units, and its fingerprint. */
export interface SentText {
  length: number;
  hash: string;
}

/**
 * What is kept of a text that goes out, from the mark in it to its end. Take the text exactly as it is put out: after
 * redaction, and with all that follows in the same answer.
 */
export function sentText(text: string, mark: string): SentText {
  const part = asRecorded(text.slice(Math.max(0, text.indexOf(mark))));
  return { length: part.length, hash: fingerprint(part) };
}

/** A text that repeats our mark more often than that is none of ours, and must not cost the time of a hook. */
const mostMarks = 32;

/** True when a text of the host's record holds the whole of what went out. The mark alone, which anybody may repeat, is nothing. */
export function holdsSent(recorded: string, mark: string, sent: SentText): boolean {
  let at = recorded.indexOf(mark);
  for (let count = 0; at >= 0 && count < mostMarks; count += 1) {
    const part = asRecorded(recorded.slice(at, at + sent.length));
    if (part.length === sent.length && fingerprint(part) === sent.hash) return true;
    at = recorded.indexOf(mark, at + 1);
  }
  return false;
}

/** A record may have lost what no text file can hold, and blanks at the end. */
function asRecorded(text: string): string {
  const whole = text.replace(
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    '\ufffd',
  );
  return whole.trimEnd();
}
