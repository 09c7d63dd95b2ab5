import type { TextEdit } from './edit.ts';
import type { JsonNode } from './json-tree.ts';

/**
 * The edits that take children out of an object or array, with the comma and the blanks that belong to
 * them. A container that loses all its children becomes `{}` or `[]`.
 */
export function removeChildren(text: string, container: JsonNode, gone: Set<JsonNode>): TextEdit[] {
  const children = container.children ?? [];
  if (gone.size === 0) return [];
  const kept = children.filter((child) => !gone.has(child));
  if (kept.length === 0) {
    return [cut(text, container.offset + 1, container.offset + container.length - 1)];
  }
  const edits: TextEdit[] = [];
  children.forEach((child, index) => {
    if (!gone.has(child)) return;
    const before = children.slice(0, index).some((other) => !gone.has(other));
    const previous = children[index - 1];
    const next = children[index + 1];
    // Behind a child that stays: from the end of the one before. Else: up to the start of the next.
    if (before && previous) edits.push(cut(text, endOf(previous), endOf(child)));
    else if (next) edits.push(cut(text, child.offset, next.offset));
  });
  return edits;
}

function endOf(node: JsonNode): number {
  return node.offset + node.length;
}

function cut(text: string, start: number, end: number): TextEdit {
  return { offset: start, remove: text.slice(start, end), insert: '' };
}
