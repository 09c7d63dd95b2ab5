import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** Tests run the programs that were built: builds them where a source is newer. */
export default function setup(): void {
  const built = statSync(join(root, 'dist', 'cli.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (
    ['src', 'console', 'scripts', 'workflows', 'package-lock.json'].every(
      (name) => newest(name) < built,
    )
  ) {
    return;
  }
  execFileSync(process.execPath, ['scripts/build.mjs', '--quiet'], { cwd: root, stdio: 'inherit' });
}

function newest(name: string): number {
  const path = join(root, name);
  const own = statSync(path);
  if (!own.isDirectory()) return own.mtimeMs;
  const below = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return Math.max(...below.map((each) => statSync(join(path, each)).mtimeMs));
}
