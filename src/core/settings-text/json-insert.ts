import type { TextEdit } from './edit.ts';
import { commaIn, commentsIn } from './json-comments.ts';
import type { JsonNode } from './json-tree.ts';
import { indentAt, print, type Shape } from './shape.ts';

/** The edit that adds members at the end of an object. Everything that is there stays as it is. */
export function addMembers(
  text: string,
  object: JsonNode,
  added: [string, unknown][],
  shape: Shape,
): TextEdit {
  return append(text, object, shape, (indent, spread) =>
    added.map(
      ([name, value]) =>
        `${JSON.stringify(name)}:${spread ? ' ' : ''}${print(value, shape, indent, spread)}`,
    ),
  );
}

/** The edit that adds elements at the end of an array. */
export function addElements(
  text: string,
  array: JsonNode,
  added: unknown[],
  shape: Shape,
): TextEdit {
  return append(text, array, shape, (indent, spread) =>
    added.map((value) => print(value, shape, indent, spread)),
  );
}

function append(
  text: string,
  container: JsonNode,
  shape: Shape,
  pieces: (indent: string, spread: boolean) => string[],
): TextEdit {
  const last = container.children?.at(-1);
  const inside = container.offset + 1;
  const close = container.offset + container.length - 1;
  const inner = text.slice(inside, close);
  if (last === undefined) {
    const outer = indentAt(text, container.offset);
    const indent = outer + shape.unit;
    const line = shape.eol + indent;
    const list = pieces(indent, shape.spread);
    // Comments stay before what is added.
    const kept = inner.trimEnd();
    const insert = shape.spread ? line + list.join(`,${line}`) + shape.eol + outer : list.join(',');
    return { offset: inside + kept.length, remove: inner.slice(kept.length), insert };
  }
  const end = last.offset + last.length;
  // A container on one line stays on one line.
  if (!inner.includes('\n')) {
    const insert = pieces('', false).map((piece) => `,${piece}`);
    return { offset: end, remove: '', insert: insert.join('') };
  }
  const indent = indentAt(text, container.children?.[0]?.offset ?? container.offset);
  const list = pieces(indent, true).map((piece) => `${shape.eol}${indent}${piece}`);
  // A comment behind the last value on its line stays there, with the comma before it.
  const comma = commaIn(text, end, close);
  const beside = commentsIn(text, end, close).filter(
    (one) =>
      !text.slice(end, one.start).includes('\n') && (comma === undefined || one.end <= comma),
  );
  const remove = text.slice(end, beside.at(-1)?.end ?? end);
  return { offset: end, remove, insert: `,${remove}${list.join(',')}` };
}
