import { build } from 'esbuild';

/**
 * Modules that most hook runs never need, with the functions and classes used of each. They are loaded at the
 * first call: Node's own by `require`, a package as program text that the bundle carries as a string, so
 * that starting a hook does not pay for compiling it.
 */
const lazy = {
  'node:child_process': { functions: ['spawn'] },
  'node:crypto': { functions: ['createHash'] },
  'node:os': { functions: ['homedir'] },
  yaml: { functions: ['parseDocument'], classes: ['LineCounter'] },
};

/** An esbuild plugin that makes the modules above lazy. The build fails when something else of them is imported. */
export const lazyModules = {
  name: 'lazy-modules',
  setup(context) {
    const names = Object.keys(lazy);
    context.onResolve({ filter: /^[a-z:_]+$/ }, ({ path, namespace }) =>
      names.includes(path) && namespace !== 'lazy' ? { path, namespace: 'lazy' } : undefined,
    );
    context.onLoad({ filter: /.*/, namespace: 'lazy' }, async ({ path }) => ({
      contents: await wrapper(path),
      resolveDir: process.cwd(),
    }));
  },
};

async function wrapper(name) {
  const { functions = [], classes = [] } = lazy[name];
  const load = name.startsWith('node:') ? `require(${JSON.stringify(name)})` : await packaged(name);
  return [
    `let loaded; const load = () => (loaded ??= ${load});`,
    ...functions.map((one) => `export const ${one} = (...args) => load().${one}(...args);`),
    ...classes.map(
      (one) => `export function ${one}(...args) { return new (load().${one})(...args); }`,
    ),
  ].join('\n');
}

async function packaged(name) {
  const result = await build({
    stdin: {
      contents: `module.exports = require(${JSON.stringify(name)})`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['default', 'import'],
    format: 'cjs',
    target: 'node20',
    minify: true,
    write: false,
    legalComments: 'none',
  });
  const text = JSON.stringify(result.outputFiles[0].text);
  return `(() => { const module = { exports: {} }; new Function('module', 'exports', ${text})(module, module.exports); return module.exports; })()`;
}
