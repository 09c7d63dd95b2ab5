const header = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;

/** The files that a patch in the `*** Begin Patch` form names, each once, in order. */
export function patchPaths(patch: string): string[] {
  return [...new Set([...patch.matchAll(header)].map((match) => match[1]!.trimEnd()))];
}
