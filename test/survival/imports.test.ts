import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');
const bench = join(root, 'bench', 'survival');

/** Relative imports of a file, static, dynamic and by type, as paths. */
function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const found = text.matchAll(
    /(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"`](\.{1,2}\/[^'"`]+)['"`]/g,
  );
  return [...found].map((match) => resolve(dirname(path), match[1]!));
}

/** Everything that a file imports, directly or through others. */
function reached(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  if (path.endsWith('.ts') && existsSync(path)) {
    for (const other of importsOf(path)) reached(other, seen);
  }
  return seen;
}

const files = readdirSync(bench, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join(bench, name));

describe('what the survival benchmark is made of', () => {
  it('imports nothing of the product, neither itself nor through what it imports', () => {
    const product = files.flatMap((file) =>
      [...reached(file)]
        .map((path) => relative(root, path))
        .filter((path) => path.startsWith('src/') || path.startsWith('dist/'))
        .map((path) => `${relative(root, file)} reaches ${path}`),
    );
    expect(files.length).toBeGreaterThan(60);
    expect(product).toEqual([]);
  });

  it('stays inside its own folder, so that nobody else can bring the product in', () => {
    const outside = files.flatMap((file) =>
      [...reached(file)]
        .map((path) => relative(root, path))
        .filter((path) => !path.startsWith('bench/survival/'))
        .map((path) => `${relative(root, file)} reaches ${path}`),
    );
    expect(outside).toEqual([]);
  });

  it('finds every file that is imported', () => {
    const missing = files.flatMap((file) => importsOf(file).filter((path) => !existsSync(path)));
    expect(missing).toEqual([]);
  });
});
