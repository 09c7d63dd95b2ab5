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

/** True when a text of the host's record holds the whole of what went out. The mark alone, which anybody may repeat, is nothing. */
export function holdsSent(recorded: string, mark: string, sent: SentText): boolean {
  for (let at = recorded.indexOf(mark); at >= 0; at = recorded.indexOf(mark, at + 1)) {
    const part = asRecorded(recorded.slice(at)).slice(0, sent.length);
    if (part.length === sent.length && fingerprint(part) === sent.hash) return true;
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
