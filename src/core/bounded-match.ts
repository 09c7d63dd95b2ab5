/** A pattern that is only ever tried on texts up to a length; a longer text has no match. */
export interface ShortTextPattern {
  test(text: string): boolean;
  exec(text: string): RegExpExecArray | null;
  replace(text: string, by: string): string;
}

/**
 * The one door for a pattern whose cost grows faster than its text. `most`: characters of the longest text that it is
 * tried on, as a number in place, so that `test/patterns` can measure the worst text of that length.
 */
export function onShort(pattern: RegExp, most: number): ShortTextPattern {
  return {
    test: (text) => text.length <= most && pattern.test(text),
    exec: (text) => (text.length <= most ? pattern.exec(text) : null),
    replace: (text, by) => (text.length <= most ? text.replace(pattern, by) : text),
  };
}
