/** Characters for a token of code and prose, on the careful side. */
const charactersPerToken = 3;
/** The part of the model's window that a composed compaction takes at most. */
const share = 0.12;
const least = 12_000;
const most = 160_000;

/** Characters of a composed compaction at most, by the model's window in tokens; a window that is not known counts as small. */
export function ownBudget(windowTokens: number | undefined): number {
  if (windowTokens === undefined || !(windowTokens > 0)) return least;
  const characters = Math.floor(windowTokens * share * charactersPerToken);
  return Math.min(most, Math.max(least, characters));
}
