/** A part of a file as a command selects it, lines from 1; a negative start counts from the end (-1: the last line). */
export interface Selection {
  start: number;
  /** Last line, included; absent: to the end of the file. */
  end?: number;
}

/**
 * File content that a finished call put before the model.
 * `placed`: the text is the file from `startLine` on, as a read tool tells.
 * `printed`: the text is what a command printed; it must hold the selected lines in one block.
 */
export type ShownText =
  | { how: 'placed'; path: string; text: string; startLine: number }
  | { how: 'printed'; path: string; text: string; select: Selection; numbered: boolean };
