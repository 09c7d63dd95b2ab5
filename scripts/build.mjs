// Builds the programs that ship: dist/cli.js (the command line) and dist/hook.cjs (what hosts start).
import { build } from 'esbuild';
import { lazyModules } from './lazy-modules.mjs';

const shared = { bundle: true, platform: 'node', target: 'node20', logLevel: 'warning', legalComments: 'none' };

await Promise.all([
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
    plugins: [lazyModules],
  }),
]);

if (!process.argv.includes('--quiet')) console.log('built dist/cli.js and dist/hook.cjs');
