const wordChar = /[A-Za-z0-9]/;

/** An escape, a percent sign's code, a colour or an entity whose last character is a letter or digit. */
const endOfEscape =
  /(?:\\(?:[abefnrtv0]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[0-7]{2,3})|%(?:25){0,3}[0-9A-Fa-f]{2}|=[0-9A-F]{2}|\[[0-9;]{0,12}[A-Za-z])$/;

/** True where a word can begin: no letter or digit stands before, or one that is the end of an escape. */
export function beginsWord(text: string, at: number): boolean {
  if (at === 0 || !wordChar.test(text[at - 1]!)) return true;
  return endOfEscape.test(text.slice(Math.max(0, at - 16), at));
}
