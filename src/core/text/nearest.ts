/** The word of a list that takes the fewest changes to become; of several the first. A word that begins with it is near. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  let best: { word: string; cost: number } | undefined;
  for (const other of words) {
    const cost = other.startsWith(word) ? 0.5 : changes(word, other);
    if (best === undefined || cost < best.cost) best = { word: other, cost };
  }
  return best?.word;
}

/** Letters to put in, take out, replace or swap with the next one, to get from one word to the other. */
function changes(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      let least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + same);
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (swapped) least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[from.length]![to.length]!;
}
