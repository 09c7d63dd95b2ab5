import { keyName } from './layout.ts';

/** A key at the line's start and what follows it. */
const keyLine = /^([A-Za-z_][\w-]*):(?:[ \t](.*))?$/;
const listLine = /^([ ]*)-[ ](.*)$/;
/** A value that means the same to every reader of YAML: it begins with a letter, digit or path, and has no colon or hash that ends it. */
const plain = /^[\p{L}\p{N}/~.(_](?:[^:#\t]|:(?=\S)|(?<=\S)#)*$/u;
const quoted = /^"([^"\\]*)"$|^'([^']*)'$/;

/**
 * The front matter between the two lines of dashes, read without a library where it is as simple as most are: scalars
 * and lists of them on lines of their own. Undefined when it is not; then the library must say what it means.
 */
export function quickHead(lines: readonly string[]): Record<string, unknown> | undefined {
  const data: Record<string, unknown> = Object.create(null);
  let list: string[] | undefined;
  let listKey = '';
  let indent = '';
  for (const written of lines) {
    const line = written.trimEnd();
    if (line === '' || /^#/.test(line)) continue;
    const item = listLine.exec(line);
    if (item) {
      const value = scalar(item[2]!);
      if (value === undefined || listKey === '') return undefined;
      if (list === undefined) {
        data[listKey] = list = [];
        indent = item[1]!;
      } else if (item[1] !== indent) return undefined;
      list.push(value);
      continue;
    }
    const found = keyLine.exec(line);
    if (!found) return undefined;
    const key = keyName(found[1]!);
    if (key in data) return undefined;
    const rest = (found[2] ?? '').trim();
    list = undefined;
    listKey = rest === '' ? key : '';
    const value = rest === '' ? '' : (flowList(rest) ?? scalar(rest));
    if (value === undefined) return undefined;
    data[key] = value;
  }
  return data;
}

function scalar(text: string): string | undefined {
  const trimmed = text.trim();
  const inQuotes = quoted.exec(trimmed);
  if (inQuotes) return inQuotes[1] ?? inQuotes[2] ?? '';
  return plain.test(trimmed) && !/^(?:---|\.\.\.)/.test(trimmed) ? trimmed : undefined;
}

function flowList(text: string): string[] | undefined {
  if (text === '[]') return [];
  const inside = /^\[([^[\]{}"'#:&*!|>%@`]*)\]$/.exec(text)?.[1];
  if (inside === undefined) return undefined;
  const values = inside.split(',').map((each) => scalar(each));
  return values.every((each) => each !== undefined) ? (values as string[]) : undefined;
}
