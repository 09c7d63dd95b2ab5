/** Characters of an edit that are taken; what a larger one does is not worked out. */
export const maxEditCharacters = 1024 * 1024;

/** One replacement of a text by another. */
export interface Replacement {
  old: string;
  new: string;
  /** True when every occurrence is replaced; else the text must stand there once. */
  all: boolean;
}

/** What a call writes into a file, told by its effect. */
export type ToolEdit =
  /** The whole file. */
  | { kind: 'write'; text: string }
  /** Replacements, each made in what the one before it left. */
  | { kind: 'replace'; replacements: Replacement[] }
  /** A patch of one or more files, between `*** Begin Patch` and `*** End Patch`. */
  | { kind: 'patch'; text: string };
