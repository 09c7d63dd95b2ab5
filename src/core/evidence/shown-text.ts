/** File content that the model received. */
export interface ShownText {
  path: string;
  /** Line of the file at which the text begins; absent: it stands somewhere in the file, or the file in it. */
  startLine?: number;
  text: string;
}
