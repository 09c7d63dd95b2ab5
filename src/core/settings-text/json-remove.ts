import type { TextEdit } from './edit.ts';
import { commaIn, commentsIn } from './json-comments.ts';
import type { JsonNode } from './json-tree.ts';

/**
 * The edits that take children out of an object or array, with the comma and the blanks that belong to
 * them. Comments around them stay. A container that loses all its children, and has no comment, becomes `{}` or `[]`.
 */
export function removeChildren(text: string, container: JsonNode, gone: Set<JsonNode>): TextEdit[] {
  const children = container.children ?? [];
  if (gone.size === 0) return [];
  const inside = container.offset + 1;
  const end = container.offset + container.length - 1;
  const gaps = [inside, ...children.map(endOf)].map((from, at) => ({
    from,
    to: children[at]?.offset ?? end,
  }));
  const commented = ({ from, to }: { from: number; to: number }): boolean =>
    commentsIn(text, from, to).length > 0;
  if (gone.size === children.length && !gaps.some(commented)) return [cut(text, inside, end)];
  const edits: TextEdit[] = [];
  children.forEach((child, index) => {
    if (!gone.has(child)) return;
    const before = children.slice(0, index).some((other) => !gone.has(other));
    const [gap, behind] = [gaps[index]!, gaps[index + 1]!];
    // Behind a child that stays: from the end of the one before. Else: up to the start of the next.
    if (before && commented(gap)) {
      const comma = commaIn(text, gap.from, gap.to);
      const start = behindComments(gap, endOf(child));
      if (comma !== undefined && comma < start) edits.push(cut(text, comma, comma + 1));
      edits.push(cut(text, start, endOf(child)));
    } else if (before) edits.push(cut(text, gap.from, endOf(child)));
    else if (index + 1 < children.length && !commented(behind)) {
      edits.push(cut(text, child.offset, behind.to));
    } else {
      edits.push(cut(text, child.offset, endOf(child)));
      const comma = commaIn(text, behind.from, behind.to);
      if (comma !== undefined) edits.push(cut(text, comma, comma + 1));
    }
  });
  return edits;

  /** Where the blanks before a child begin; a comment up to the end of its line needs that end. */
  function behindComments({ from, to }: { from: number; to: number }, childEnd: number): number {
    const last = commentsIn(text, from, to).at(-1)!;
    const isLine = text.startsWith('//', last.start);
    const endsLine = /^[ \t]*(?:\r?\n|$)/.test(text.slice(childEnd, childEnd + 200));
    return isLine && !endsLine ? text.indexOf('\n', last.end) + 1 : last.end;
  }
}

function endOf(node: JsonNode): number {
  return node.offset + node.length;
}

function cut(text: string, start: number, end: number): TextEdit {
  return { offset: start, remove: text.slice(start, end), insert: '' };
}
