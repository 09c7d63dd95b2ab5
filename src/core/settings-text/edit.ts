/** One change of a text. `offset` counts UTF-16 units in the text before the change. */
export interface TextEdit {
  offset: number;
  remove: string;
  insert: string;
}

/** Edits in file order, none overlapping another. */
export function inOrder(edits: TextEdit[]): TextEdit[] {
  return [...edits].sort((a, b) => a.offset - b.offset);
}

/** The text after the edits. Throws when an edit does not find what it removes. */
export function applyEdits(text: string, edits: TextEdit[]): string {
  let result = '';
  let position = 0;
  for (const edit of inOrder(edits)) {
    if (edit.offset < position || !text.startsWith(edit.remove, edit.offset)) {
      throw new RangeError(`An edit at ${edit.offset} does not fit the text.`);
    }
    result += text.slice(position, edit.offset) + edit.insert;
    position = edit.offset + edit.remove.length;
  }
  return result + text.slice(position);
}

/** The edits that lead back from the text after `edits` to the text before. */
export function invertEdits(edits: TextEdit[]): TextEdit[] {
  let shift = 0;
  return inOrder(edits).map((edit) => {
    const inverse = { offset: edit.offset + shift, remove: edit.insert, insert: edit.remove };
    shift += edit.insert.length - edit.remove.length;
    return inverse;
  });
}
