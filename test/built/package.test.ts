import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';

/** What may be packed, in bytes. */
const mostPacked = 5_000_000;

/** Documents that others link. */
const texts = ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'AGENTS.md'];

const root = resolve(import.meta.dirname, '..', '..');

/** What the documents of the package link beside it: pages, no pictures. */
function linkedFrom(files: readonly string[]): string[] {
  return files
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8').replaceAll(/`[^`\n]*`/g, '');
      const links = text.matchAll(/(?<!!)\]\(([\w./-]+)(?:#[\w-]*)?\)/g);
      return [...links].map(([, link]) => posix.join(posix.dirname(path), link!));
    })
    .filter((path) => !/\.(?:png|svg)$/.test(path));
}

it('npm pack takes the programs and the documents that link each other, and nothing that a run compiled beside them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-pack-'));
  try {
    for (const name of [
      'package.json',
      'README.md',
      'LICENSE',
      'schemas',
      'dist',
      'docs',
      'shelf',
      ...texts,
    ]) {
      cpSync(join(root, name), join(folder, name), { recursive: true });
    }
    const cache = `cli-task.0123456789abcdef-${process.version}-${process.arch}.cache`;
    for (const name of [cache, `${cache}.1234`, 'cli-task.js.99.tmp']) {
      writeFileSync(join(folder, 'dist', name), 'compiled');
    }
    const out = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [{ files, size }] = JSON.parse(out) as [{ files: { path: string }[]; size: number }];
    expect(size).toBeLessThanOrEqual(mostPacked);
    const all = files.map(({ path }) => path);
    expect(linkedFrom(all).filter((path) => !all.includes(path))).toEqual([]);
    const packed = all.filter((path) => path.startsWith('dist/'));
    const programs = readdirSync(join(root, 'dist')).filter(
      (name) => !/\.(?:cache(?:\.\d+)?|tmp)$/.test(name),
    );
    expect(packed.sort()).toEqual(programs.map((name) => `dist/${name}`).sort());
  } finally {
    removeFolder(folder);
  }
});

it('can be published, and needs no other package when it runs but the optional one', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  expect(manifest.private).toBeUndefined();
  // Else "npm pack" and "npm publish" from a fresh clone give a package without its programs.
  expect((manifest.scripts as Record<string, string>).prepack).toContain('scripts/build.mjs');
  expect(readFileSync(join(root, '.npmrc'), 'utf8')).not.toContain('ignore-scripts');
  for (const kind of ['dependencies', 'peerDependencies', 'bundleDependencies']) {
    expect([kind, manifest[kind]]).toEqual([kind, undefined]);
  }
  expect(Object.keys(manifest.optionalDependencies as object)).toEqual(['libsql']);
  const scripts = Object.keys(manifest.scripts as object);
  // "prepack" runs for whoever packs, never for whoever installs from a registry.
  const atInstall = /^(?:pre|post)?(?:install|prepare|publish)$|^(?:post)?pack$|^prepublishOnly$/;
  expect(scripts.filter((name) => atInstall.test(name))).toEqual([]);
});

it('says of every package whose code is in the programs which licence it has', () => {
  const text = readFileSync(join(root, 'dist', 'licences.txt'), 'utf8');
  const named = [...text.matchAll(/^(\S+) (\d\S*) \(([\w.-]+)\)$/gm)];
  const versions = new Map(named.map(([, name, version]) => [name, version]));
  for (const name of ['yaml', 'valibot', 'commander', 'zod', '@modelcontextprotocol/server']) {
    const path = join(root, 'node_modules', name, 'package.json');
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
    expect([name, versions.get(name)]).toEqual([name, version]);
  }
  const licences = new Set(named.map(([, , , licence]) => licence));
  const free = ['MIT', 'ISC', 'BSD-3-Clause', 'BSD-2-Clause', 'Apache-2.0'];
  expect([...licences].filter((licence) => !free.includes(licence!))).toEqual([]);
});
