import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vitest/node';

export const src = join(resolve(dirname(fileURLToPath(import.meta.url)), '../..'), 'src');

/** A place in a source file where a pattern is written or put together. */
export interface Place {
  file: string;
  line: number;
  start: number;
  /** The longest text it is tried on, where it goes through `onShort` of `core/bounded-match.ts`. */
  most?: number;
}

export interface Literal extends Place {
  source: string;
  flags: string;
}

export interface PatternsOfFile {
  literals: Literal[];
  /** Each `new RegExp(...)`. */
  constructed: Place[];
  /** What this check cannot follow. */
  problems: string[];
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const door = 'onShort';
const doorFile = 'core/bounded-match.ts';

export function patternsOf(file: string, text: string): PatternsOfFile {
  const found: PatternsOfFile = { literals: [], constructed: [], problems: [] };
  const program = parseAst(text, { lang: 'ts' }) as unknown as Node;
  const importsDoor = new RegExp(
    `import \\{ ${door}\\b[^}]*\\} from '[./a-z-]*bounded-match\\.ts'`,
  );
  const placeOf = (node: Node, parent: Node | undefined): Place => {
    const line = text.slice(0, node.start).split('\n').length;
    const place: Place = { file, line, start: node.start };
    if (parent?.type !== 'CallExpression' || nameOf(parent.callee) !== door) return place;
    const [first, most] = parent.arguments as (Node & { value?: unknown })[];
    if (first !== node) return place;
    if (typeof most?.value !== 'number' || most.value > 2_000 || !importsDoor.test(text)) {
      found.problems.push(
        `${file}:${line}: ${door} is imported by name and takes a number up to 2000`,
      );
    }
    return { ...place, most: most?.value as number };
  };
  walk(program, undefined, (node, parent) => {
    if (node.type === 'Literal' && node.regex !== undefined) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      found.literals.push({ ...placeOf(node, parent), source: pattern, flags });
    } else if (node.type === 'NewExpression' && nameOf(node.callee) === 'RegExp') {
      found.constructed.push(placeOf(node, parent));
    } else if (node.type === 'Identifier' && node.name === 'RegExp') {
      const isType = parent?.type === 'TSTypeReference';
      const isTest = parent?.type === 'BinaryExpression' && parent.operator === 'instanceof';
      const isMade = parent?.type === 'NewExpression' && parent.callee === node;
      if (!isType && !isTest && !isMade) {
        found.problems.push(`${file}: RegExp is used in a way that this check does not follow`);
      }
    }
  });
  return file === doorFile ? { literals: [], constructed: [], problems: [] } : found;
}

export function allPatterns(): Map<string, PatternsOfFile> {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
  return new Map(
    files
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .map((name) => [name, patternsOf(name, readFileSync(join(src, name), 'utf8'))]),
  );
}

function nameOf(node: unknown): string | undefined {
  return (node as { type?: string; name?: string })?.type === 'Identifier'
    ? (node as { name: string }).name
    : undefined;
}

function walk(
  value: unknown,
  parent: Node | undefined,
  visit: (node: Node, parent: Node | undefined) => void,
): void {
  if (Array.isArray(value)) {
    for (const one of value) walk(one, parent, visit);
  } else if (value !== null && typeof value === 'object' && !(value instanceof RegExp)) {
    const node = value as Node;
    const isNode = typeof node.type === 'string';
    if (isNode) visit(node, parent);
    for (const [key, one] of Object.entries(node)) {
      if (key !== 'regex') walk(one, isNode ? node : parent, visit);
    }
  }
}
