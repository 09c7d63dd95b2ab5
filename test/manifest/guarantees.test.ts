import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';

const root = resolve(import.meta.dirname, '..', '..');
const read = (name: string): string => readFileSync(join(root, 'docs', name), 'utf8');

describe('docs/guarantees.md', () => {
  const rows = [
    ...read('guarantees.md').matchAll(/^\| (case \d+|R\d+) \| (.+) \| `?(.+?)`? \|$/gm),
  ];

  it('says of each id of the manifest once what is guaranteed', () => {
    expect(rows.map(([, id]) => id).sort()).toEqual(Object.keys(manifest).sort());
    expect(new Set(rows.map(([, , text]) => text)).size).toBe(rows.length);
  });

  it('names a test file that carries the id', () => {
    const wrong = rows.filter(
      ([, id, , file]) => !manifest[id!]!.some((title) => title.startsWith(`${file} > `)),
    );
    expect(wrong.map(([row]) => row)).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  const text = read('architecture.md');

  it('names every folder of the source, and no file or folder that there is not', () => {
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true })
      .filter((one) => one.isDirectory())
      .map(({ name }) => `\`src/${name}/\``);
    expect(folders.filter((name) => !text.includes(`| ${name} |`))).toEqual([]);
    const named = [...text.matchAll(/`(src\/[^`<>]*)`/g)].map(([, path]) => path!);
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
