/** A value of a JSON text with its place. A `property` has the name and the value as its children. */
export interface JsonNode {
  type: 'object' | 'array' | 'property' | 'string' | 'number' | 'boolean' | 'null';
  offset: number;
  length: number;
  children?: JsonNode[];
  /** What a string, a number, a boolean or null stands for. */
  value?: unknown;
}

/** Where and why a text is not JSON. */
export class JsonProblem extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.name = 'JsonProblem';
    this.offset = offset;
  }
}

const blank = /[ \t\r\n]*/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const deepest = 500;

/** `plain`: what `JSON.parse` takes; `comments`: with comments besides; `commented`: with comments and trailing commas. */
export type JsonForm = 'plain' | 'comments' | 'commented';

/**
 * Reads JSON, by default strictly, exactly what `JSON.parse` takes (nested 500 deep at most), keeping where each value
 * stands. Throws a JsonProblem.
 */
export function parseJsonTree(text: string, form: JsonForm = 'plain'): JsonNode {
  let position = 0;
  const root = value(0);
  skip();
  if (position < text.length) throw problem('something follows after the end');
  return root;

  function value(depth: number): JsonNode {
    skip();
    const next = text[position];
    if (depth > deepest) throw problem('it is nested too deeply');
    if (next === '{') return container('object', '}', depth);
    if (next === '[') return container('array', ']', depth);
    if (next === '"') return quoted();
    const word = match(scalar);
    if (word === undefined) throw problem('a value is missing or is none');
    const parsed: unknown = JSON.parse(word);
    const type = parsed === null ? 'null' : typeof parsed === 'number' ? 'number' : 'boolean';
    return { type, offset: position - word.length, length: word.length, value: parsed };
  }

  function container(type: 'object' | 'array', end: string, depth: number): JsonNode {
    const offset = position;
    const children: JsonNode[] = [];
    position += 1;
    skip();
    if (text[position] === end) return close();
    for (;;) {
      children.push(type === 'array' ? value(depth + 1) : property(depth + 1));
      skip();
      if (text[position] === end) return close();
      if (text[position] !== ',') throw problem(`a comma or "${end}" is missing`);
      const comma = position;
      position += 1;
      skip();
      if (text[position] !== end) continue;
      if (form === 'commented') return close();
      throw new JsonProblem(comma, 'it has a trailing comma');
    }

    function close(): JsonNode {
      position += 1;
      return { type, offset, length: position - offset, children };
    }
  }

  function property(depth: number): JsonNode {
    skip();
    const offset = position;
    if (text[position] !== '"') throw problem('a name in double quotes is missing');
    const name = quoted();
    skip();
    if (text[position] !== ':') throw problem('a colon is missing');
    position += 1;
    const held = value(depth);
    return { type: 'property', offset, length: position - offset, children: [name, held] };
  }

  function quoted(): JsonNode {
    const offset = position;
    const end = endOfString(text, offset);
    const value = stringOf(text.slice(offset, end));
    if (value === undefined) throw problem('a text in double quotes is not well-formed');
    position = end;
    return { type: 'string', offset, length: end - offset, value };
  }

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = position;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) return undefined;
    position += found.length;
    return found;
  }

  function skip(): void {
    match(blank);
    while (text[position] === '/' && /[/*]/.test(text[position + 1] ?? '')) {
      if (form === 'plain') throw problem('it has a comment');
      const line = text[position + 1] === '/';
      const end = text.indexOf(line ? '\n' : '*/', position + 2);
      if (end < 0 && !line) throw problem('a comment does not end');
      position = end < 0 ? text.length : end + (line ? 1 : 2);
      match(blank);
    }
  }

  function problem(what: string): JsonProblem {
    return new JsonProblem(position, position >= text.length ? 'it ends too early' : what);
  }
}

/** What a node stands for, as `JSON.parse` gives it. */
export function jsonValue(node: JsonNode): unknown {
  const { type, children = [], value } = node;
  if (type === 'array') return children.map(jsonValue);
  if (type !== 'object') return value;
  return Object.fromEntries(
    children.map(({ children: pair = [] }) => [String(pair[0]?.value), jsonValue(pair[1]!)]),
  );
}

/** Behind the quote that ends a string. Counted by hand: a pattern would remember each character of a long one. */
function endOfString(text: string, start: number): number {
  let end = start + 1;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === 0x5c) end += 1;
    else if (code === 0x22) return end + 1;
  }
  return text.length;
}

function stringOf(word: string): string | undefined {
  if (word[0] !== '"') return undefined;
  try {
    return JSON.parse(word) as string;
  } catch {
    return undefined;
  }
}
