/** Longer ones are left as they are. */
const longest = 200_000;

/**
 * What a person wrote in a prompt: `opencode run` puts one of several words into double quotes, with a backslash before each
 * quote in it, and what it reads from its input behind it.
 * @param text The prompt as the client keeps it.
 * @returns The prompt without these quotes.
 */
export function promptText(text: string): string {
  if (!text.startsWith('"') || text.length > longest) return text;
  const end = closingQuote(text);
  if (end < 0 || !text.slice(1, end).includes(' ')) return text;
  return text.slice(1, end).replaceAll('\\"', '"') + text.slice(end + 1);
}

/** Where the quote closes: the first without a backslash, at the end of the text or of a line; -1 where that is no such text. */
function closingQuote(text: string): number {
  for (let at = text.indexOf('"', 1); at > 0; at = text.indexOf('"', at + 1)) {
    if (text[at - 1] === '\\') continue;
    return at === text.length - 1 || text[at + 1] === '\n' ? at : -1;
  }
  return -1;
}
