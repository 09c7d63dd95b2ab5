const permission =
  /\b(?:you (?:may|can)(?: now)?|now you (?:may|can)|feel free to|(?:it|that)(?:'s|’s| is) (?:ok|okay|fine|alright)(?: now)? to|you are (?:now )?allowed to|go ahead and|please (?:now )?do)\s+(?!not\b|never\b|only\b)([a-z]{3,20})\b([^.!?\n]{0,80})/;
/** Acts that say little without their object. */
const vague =
  /^(?:use|add|change|edit|touch|modify|make|run|write|create|delete|remove|start|work|put|move|set|update|keep|fix|read|call)$/;

/** True when the newer text plainly allows the very act that the older one forbids. */
export function takesBack(newer: string, older: string): boolean {
  const found = permission.exec(newer.toLowerCase());
  if (found === null) return false;
  const verb = found[1] as string;
  const stem = verb.replace(/e$/, '');
  if (!new RegExp(`\\b${stem}(?:e|es|s|ed|ing|[a-z]ing)?\\b`).test(older.toLowerCase()))
    return false;
  if (!vague.test(verb)) return true;
  const objects = (found[2] as string).match(/[^\s,;:!?()"']{3,}/g) ?? [];
  const words = new Set(older.toLowerCase().match(/[^\s,;:!?()"']{3,}/g) ?? []);
  return objects.some(
    (word) =>
      !/^(?:the|now|this|that|these|those|any|all|and|for|with)$/.test(word) && words.has(word),
  );
}
