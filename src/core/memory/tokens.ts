/**
 * About how many tokens a text takes: four signs of ASCII are one, each other sign is one. Rather too many than too
 * few, since no model is asked.
 */
export function aboutTokens(text: string): number {
  const others = text.match(/[^\u0000-\u007f]/gu)?.length ?? 0;
  return Math.ceil((text.length - others) / 4) + others;
}
