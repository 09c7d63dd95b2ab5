import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';

const root = resolve(import.meta.dirname, '..', '..');

it('npm pack takes the programs, and nothing that a run compiled beside them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-pack-'));
  try {
    for (const name of ['package.json', 'README.md', 'LICENSE', 'schemas', 'dist']) {
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
    const [{ files }] = JSON.parse(out) as [{ files: { path: string }[] }];
    const packed = files.map(({ path }) => path).filter((path) => path.startsWith('dist/'));
    const programs = readdirSync(join(root, 'dist')).filter((name) =>
      /\.(?:(?:c|m)?js(?:on)?|d\.ts)$/.test(name),
    );
    expect(packed.sort()).toEqual(programs.map((name) => `dist/${name}`).sort());
  } finally {
    removeFolder(folder);
  }
});
