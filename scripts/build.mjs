// Builds the programs that ship: dist/cli.js (the command line, which starts the program of the command beside it) and
// dist/hook.cjs (what hosts start).
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cliPrograms } from './cli-programs.mjs';
import { hookProgram } from './hook-parts.mjs';

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
  legalComments: 'none',
  write: false,
};

const [programs, hook] = await Promise.all([cliPrograms(shared), hookProgram(shared)]);

// Each file is replaced whole, so that a program that runs meanwhile never reads a part of it.
mkdirSync('dist', { recursive: true });
const files = new Map([...programs, ['hook.cjs', hook]]);
for (const name of readdirSync('dist')) {
  if (!files.has(name)) rmSync(`dist/${name}`, { recursive: true });
}
for (const [name, contents] of files) {
  const path = `dist/${name}`;
  writeFileSync(`${path}.tmp`, contents, { mode: name === 'cli.js' ? 0o755 : 0o644 });
  renameSync(`${path}.tmp`, path);
}

if (!process.argv.includes('--quiet')) console.log('built dist/cli.js and dist/hook.cjs');
