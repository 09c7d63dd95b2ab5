/** Characters of Latin text to a token, as models of the clients count English prose and code. */
const latinPerToken = 4;

/**
 * About how many tokens a text takes: a quarter of its ASCII characters, half of other letters, and one for each sign of scripts
 * without spaces and each emoji. An estimate for people; no model was asked.
 */
export function aboutTokens(text: string): number {
  let quarters = 0;
  for (const sign of text) {
    const code = sign.codePointAt(0)!;
    if (code < 0x80) quarters += 1;
    else quarters += code < 0x2e80 ? 2 : latinPerToken;
  }
  return Math.ceil(quarters / latinPerToken);
}
