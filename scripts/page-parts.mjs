import { readFileSync } from 'node:fs';
import { build, transform } from 'esbuild';

/** What browsers load of the page that the daemon serves: files of the package, made here and nowhere else. */
export async function pageParts(plugins) {
  const options = {
    bundle: true,
    minify: true,
    write: false,
    target: ['chrome109', 'firefox115', 'safari16'],
    legalComments: 'none',
    charset: 'ascii',
  };
  const [script, style] = await Promise.all([
    build({
      ...options,
      entryPoints: ['console/main.tsx'],
      format: 'iife',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      plugins,
      define: { 'process.env.NODE_ENV': '"production"' },
    }),
    transform(readFileSync('console/page.css', 'utf8'), {
      loader: 'css',
      minify: true,
      charset: 'ascii',
    }),
  ]);
  return new Map([
    ['page.js', script.outputFiles[0].contents],
    ['page.css', style.code],
    ['page.html', readFileSync('console/page.html', 'utf8')],
    ['page.svg', readFileSync('console/page.svg', 'utf8')],
  ]);
}
