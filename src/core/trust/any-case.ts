/**
 * The source of a pattern, with its small letters in either case: for words, not for classes or escapes that hold letters. The
 * flag for that makes a pattern slow to prepare, which every process pays anew.
 */
export function anyCase(source: string): string {
  return source.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
