// Builds the programs that ship: dist/cli.js (the command line) and dist/hook.cjs (what hosts start).
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { hookProgram } from './hook-parts.mjs';

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
  legalComments: 'none',
  write: false,
};

const [commandLine, hook] = await Promise.all([
  build({
    ...shared,
    entryPoints: ['src/entry/cli/main.ts'],
    outfile: 'dist/cli.js',
    format: 'esm',
    banner: {
      js: "#!/usr/bin/env node\nimport { createRequire as holdfastRequire } from 'node:module';\nconst require = holdfastRequire(import.meta.url);",
    },
  }),
  hookProgram(shared),
]);

// Each file is replaced whole, so that a program that runs meanwhile never reads a part of it.
mkdirSync('dist', { recursive: true });
for (const name of readdirSync('dist')) {
  if (name !== 'cli.js' && name !== 'hook.cjs') rmSync(`dist/${name}`, { recursive: true });
}
put('dist/cli.js', commandLine.outputFiles[0].contents, 0o755);
put('dist/hook.cjs', hook, 0o644);

function put(path, contents, mode) {
  writeFileSync(`${path}.tmp`, contents, { mode });
  renameSync(`${path}.tmp`, path);
}

if (!process.argv.includes('--quiet')) console.log('built dist/cli.js and dist/hook.cjs');
