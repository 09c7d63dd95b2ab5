// Builds the programs that ship: dist/cli.js (the command line) and dist/hook.cjs (what hosts start).
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { lazyModules } from './lazy-modules.mjs';

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
  legalComments: 'none',
};

async function buildCli() {
  await build({
    ...shared,
    entryPoints: ['src/entry/cli/main.ts'],
    outfile: 'dist/cli.js',
    format: 'esm',
    banner: {
      js: "#!/usr/bin/env node\nimport { createRequire as holdfastRequire } from 'node:module';\nconst require = holdfastRequire(import.meta.url);",
    },
  });
}

/** The hook program as text inside its loader, so that compiled code can stand in for the text. */
async function buildHook() {
  const { outputFiles } = await build({
    ...shared,
    entryPoints: ['src/entry/hook.ts'],
    format: 'cjs',
    minify: true,
    charset: 'ascii',
    write: false,
    plugins: [lazyModules],
  });
  const loader = readFileSync('scripts/hook-loader.cjs', 'utf8');
  const program = outputFiles[0].text;
  const digest = createHash('sha256').update(program).digest('hex').slice(0, 16);
  mkdirSync('dist', { recursive: true });
  writeFileSync(
    'dist/hook.cjs',
    loader.replace('PROGRAM_DIGEST', digest).replace('PROGRAM_TEXT', () => JSON.stringify(program)),
  );
}

await Promise.all([buildCli(), buildHook()]);

if (!process.argv.includes('--quiet')) console.log('built dist/cli.js and dist/hook.cjs');
