// Builds the programs that ship: dist/cli.js (the command line) and dist/hook.cjs (what hosts start).
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { lazyModules } from './lazy-modules.mjs';

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
  legalComments: 'none',
  write: false,
};

const built = await Promise.all([
  build({
    ...shared,
    entryPoints: ['src/entry/cli/main.ts'],
    outfile: 'dist/cli.js',
    format: 'esm',
    banner: {
      js: "#!/usr/bin/env node\nimport { createRequire as holdfastRequire } from 'node:module';\nconst require = holdfastRequire(import.meta.url);",
    },
  }),
  build({
    ...shared,
    entryPoints: ['src/entry/hook.ts'],
    outfile: 'dist/hook.cjs',
    format: 'cjs',
    minify: true,
    charset: 'ascii',
    // Patterns of libraries that nothing uses are dropped, since preparing them costs each hook.
    pure: ['RegExp'],
    plugins: [lazyModules],
  }),
]);

// Each file is replaced whole, so that a program that runs meanwhile never reads a part of it.
mkdirSync('dist', { recursive: true });
for (const name of readdirSync('dist')) {
  if (name !== 'cli.js' && name !== 'hook.cjs') rmSync(`dist/${name}`, { recursive: true });
}
for (const { path, contents } of built.flatMap((one) => one.outputFiles)) {
  writeFileSync(`${path}.tmp`, contents, { mode: path.endsWith('cli.js') ? 0o755 : 0o644 });
  renameSync(`${path}.tmp`, path);
}

if (!process.argv.includes('--quiet')) console.log('built dist/cli.js and dist/hook.cjs');
