import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';

const root = resolve(import.meta.dirname, '..', '..');
const version = '7.8.9';

let folder: string;
let first: string;
let second: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-releases-')));
  first = copy('first');
  second = copy('a/second one');
});
afterAll(() => removeFolder(folder));

function git(cwd: string, ...words: string[]): string {
  return execFileSync('git', words, { cwd, encoding: 'utf8', maxBuffer: 1e8 });
}

/** The repository as it is, committed, in a folder of its own. */
function copy(name: string): string {
  const place = join(folder, name, 'holdfast');
  const known = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard');
  for (const path of known.split('\0').filter((one) => one !== '')) {
    // Tests and benchmarks are no part of what is built.
    if (/^(?:test|bench|demo)\//.test(path) || !existsSync(join(root, path))) continue;
    cpSync(join(root, path), join(place, path));
  }
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
  git(place, 'init', '-q');
  writeFileSync(join(place, '.git', 'info', 'exclude'), 'node_modules\n');
  commit(place);
  return place;
}

function commit(place: string): void {
  git(place, 'add', '-A');
  const person = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  git(place, ...person, '-c', 'commit.gpgsign=false', 'commit', '-q', '-m', 'all');
}

function release(place: string, ...words: string[]): { code: number | null; out: string } {
  const ran = spawnSync(process.execPath, ['scripts/release.mjs', ...words], {
    cwd: place,
    env: { ...process.env, SOURCE_DATE_EPOCH: '1767225600' },
    encoding: 'utf8',
  });
  return { code: ran.status, out: ran.stdout + ran.stderr };
}

const read = (place: string, ...names: string[]): string =>
  readFileSync(join(place, ...names), 'utf8');
const changes = (place: string): string[] =>
  git(place, 'status', '--porcelain')
    .split('\n')
    .filter((line) => line !== '');

describe('a release', { timeout: 600_000 }, () => {
  it('is refused without a version, over changes that are not committed, and without entries', () => {
    expect(release(first, 'next')).toMatchObject({
      code: 1,
      out: expect.stringContaining('1.2.3'),
    });
    const changelog = read(first, 'CHANGELOG.md');
    writeFileSync(join(first, 'CHANGELOG.md'), `${changelog}\n`);
    expect(release(first, version)).toMatchObject({
      code: 1,
      out: expect.stringContaining('Commit them'),
    });
    writeFileSync(join(first, 'CHANGELOG.md'), '# Changelog\n\n## 1.0.0 (not released)\n');
    git(first, 'add', '-A');
    const refused = release(first, version, '--dry-run');
    expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('has no entries') });
    writeFileSync(join(first, 'CHANGELOG.md'), changelog);
    git(first, 'add', '-A');
    expect(changes(first)).toEqual([]);
  });

  it('is made in a copy with --dry-run, and changes nothing', () => {
    const { code, out } = release(first, version, '--dry-run');
    expect([code, out]).toEqual([0, expect.stringContaining('Dry run: nothing was changed here.')]);
    expect(out).toMatch(/^[0-9a-f]{64} {2}holdfast-7\.8\.9\.tgz$/m);
    expect(changes(first)).toEqual([]);
    expect(existsSync(join(first, 'release'))).toBe(false);
  });

  it('has one version everywhere, and the same bytes from another folder', () => {
    const before = (JSON.parse(read(first, 'package.json')) as { version: string }).version;
    const shelf = git(first, 'ls-files', 'shelf').trim().split('\n');
    const stating = shelf.filter((path) => read(first, path).includes(before));
    const made = release(first, version);
    expect([made.code, made.out]).toEqual([0, expect.stringContaining('the same from two builds')]);
    expect(stating.filter((path) => !read(first, path).includes(version))).toEqual([]);
    expect(stating.filter((path) => read(first, path).includes(before))).toEqual([]);
    expect(
      changes(first)
        .map((line) => line.slice(3))
        .sort(),
    ).toEqual([
      '.claude-plugin/plugin.json',
      'CHANGELOG.md',
      'package-lock.json',
      'package.json',
      'schemas/openapi.json',
      ...stating,
    ]);
    // Each client's shelf states it in some file.
    expect(new Set(stating.map((path) => path.split('/')[1]))).toEqual(
      new Set(shelf.map((path) => path.split('/')[1])),
    );
    expect(read(first, 'CHANGELOG.md')).toContain(`\n## ${version} (2026-01-01)\n`);
    for (const name of ['package.json', 'package-lock.json']) {
      expect(JSON.parse(read(first, name))).toMatchObject({ version });
    }
    expect(JSON.parse(read(first, 'schemas', 'openapi.json'))).toMatchObject({ info: { version } });
    const told = spawnSync(process.execPath, ['dist/cli.js', '--version'], {
      cwd: first,
      env: { PATH: process.env.PATH, HOME: folder },
      encoding: 'utf8',
    });
    expect(told.stdout).toBe(`${version}\n`);

    expect(release(second, version).code).toBe(0);
    const sums = read(first, 'release', 'SHA256SUMS');
    expect(read(second, 'release', 'SHA256SUMS')).toBe(sums);
    const lines = sums
      .trim()
      .split('\n')
      .map((line) => line.split('  ') as [string, string]);
    expect(lines.map(([, name]) => name)).toEqual([
      `holdfast-${version}.tgz`,
      `holdfast-${version}.cdx.json`,
      'licences.txt',
    ]);
    for (const [sum, name] of lines) {
      const bytes = readFileSync(join(first, 'release', name));
      expect([name, createHash('sha256').update(bytes).digest('hex')]).toEqual([name, sum]);
    }
  });

  it('is made again from what was committed, as the workflow does it from the tag', () => {
    const sums = read(first, 'release', 'SHA256SUMS');
    removeFolder(join(first, 'release'));
    commit(first);
    expect(release(first, version)).toMatchObject({ code: 0 });
    expect(changes(first)).toEqual([]);
    expect(read(first, 'release', 'SHA256SUMS')).toBe(sums);
  });

  it('lists what is in it: each package that is bundled, by name, version and licence', () => {
    const bom = JSON.parse(read(first, 'release', `holdfast-${version}.cdx.json`)) as {
      bomFormat: string;
      specVersion: string;
      metadata: { component: { version: string; hashes: { alg: string; content: string }[] } };
      components: { name: string; version: string; purl: string; licenses?: unknown[] }[];
    };
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    const bytes = readFileSync(join(first, 'release', `holdfast-${version}.tgz`));
    expect(bom.metadata.component).toMatchObject({
      version,
      hashes: [{ alg: 'SHA-512', content: createHash('sha512').update(bytes).digest('hex') }],
    });
    const licences = read(first, 'release', 'licences.txt');
    for (const one of bom.components) {
      expect(licences).toContain(`${one.name} ${one.version} (`);
      expect(one.purl).toBe(`pkg:npm/${one.name.replace('@', '%40')}@${one.version}`);
      expect(one.licenses).toHaveLength(1);
    }
    expect(bom.components.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['commander', 'libsql', 'valibot', 'yaml', 'zod']),
    );
  });
});
