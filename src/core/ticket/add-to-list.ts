import { frontMatter } from '../task/front-matter.ts';
import { listValue } from '../task/values.ts';
import { setKey } from './edit.ts';
import { keyName, layoutOf } from './layout.ts';
import { listKeyIn } from './list-keys.ts';
import { insertLines, putTogether, takeApart } from './raw-lines.ts';
import { yamlScalar } from './yaml-value.ts';

/**
 * Adds a value to the end of a list of the front matter. Where each entry has a line of its own the others stay as they are,
 * with their comments and quotes; else the list is written anew.
 */
export function addToList(text: string, name: string, value: string): string {
  const raw = takeApart(text);
  const { keys } = layoutOf(raw.lines);
  const own = listKeyIn(keys, keyName(name));
  const span = keys.find((each) => each.key === own);
  const lines = span === undefined ? [] : raw.lines.slice(span.at, span.end);
  const [head, ...entries] = lines.map((line) => line.text);
  const indent = /^( *)- /.exec(entries.find((each) => /^ *- /.test(each)) ?? '')?.[1];
  const hasOwnLines = endsWithColon(head ?? '');
  if (span === undefined || indent === undefined || !hasOwnLines) {
    return setKey(text, own, [...listValue(frontMatter(text)?.data ?? {}, own), value]);
  }
  const added = `${indent}- ${yamlScalar(value)}`;
  return putTogether({ ...raw, lines: insertLines(raw.lines, span.end, [added]) });
}

/** Whether a line ends with a colon, but for a comment. */
function endsWithColon(line: string): boolean {
  const plain = line.trimEnd().endsWith(':');
  return plain || /^[^#:]*:[ \t]*#/.test(line);
}
