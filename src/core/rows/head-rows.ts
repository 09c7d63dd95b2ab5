import { readLine } from './line-rows.ts';
import { object, type Value } from './values.ts';

const encoder = new TextEncoder();
const mostRows = 60;

/**
 * The first rows of a record, by the text of its beginning. A row that goes on behind that text is told by the plain
 * members that stand before its first long one.
 */
export function headRows(head: string): readonly Value[] {
  // Several stores ask for the rows of the same head one after the other.
  if (head !== lastHead) {
    lastRows = rowsOf(head);
    lastHead = head;
  }
  return lastRows;
}

let lastHead = '';
let lastRows: readonly Value[] = [];

function rowsOf(head: string): Value[] {
  const rows: Value[] = [];
  let from = 0;
  while (from < head.length && rows.length < mostRows) {
    const end = head.indexOf('\n', from);
    const line = head.slice(from, end < 0 ? head.length : end);
    const found = readLine(encoder.encode(line)).rows;
    if (found.length > 0) rows.push(...found.map(({ row }) => row));
    else if (end < 0) rows.push(beginningOf(line));
    if (end < 0) break;
    from = end + 1;
  }
  return rows;
}

const member =
  /^[\s,]*"([^"\\]{1,100})"\s*:\s*(?:"((?:[^"\\]|\\.){0,4000})"|(-?\d[\d.eE+-]{0,30}|true|false|null)|([{[]))/;

/** The plain members at the beginning of an object that is cut off, those of objects in it under their names. */
function beginningOf(line: string): Value {
  const open = line.indexOf('{');
  if (open < 0 || line.slice(0, open).trim() !== '') return {};
  const root: Value = {};
  let current = root;
  const above: Value[] = [];
  let rest = line.slice(open + 1);
  for (;;) {
    const closed = /^\s*\}/.exec(rest);
    if (closed !== null && above.length > 0) {
      current = above.pop()!;
      rest = rest.slice(closed[0].length);
      continue;
    }
    const found = member.exec(rest);
    if (found === null) return root;
    const [whole, name, quoted, plain, bracket] = found;
    rest = rest.slice(whole.length);
    if (quoted !== undefined) current[name!] = unquoted(quoted);
    else if (plain !== undefined) current[name!] = plainValue(plain);
    else if (bracket === '[') {
      current[name!] = [];
      return root;
    } else {
      current[name!] = {};
      above.push(current);
      current = object(current[name!]);
    }
  }
}

function plainValue(text: string): unknown {
  if (text === 'null') return null;
  return text === 'true' || text === 'false' ? text === 'true' : Number(text);
}

function unquoted(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}
