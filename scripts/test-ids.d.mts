/** Ids with the tests (or groups of tests) whose titles carry them, as `file > title`, both sorted. */
export function titlesById(root: string): Record<string, string[]>;
