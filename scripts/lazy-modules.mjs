/**
 * Modules that most hook runs never need, with the functions and classes used of each. They are loaded at the
 * first call: Node's own by `require`, a package as a part of the program.
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
    // What a wrapper itself loads is the module and not the wrapper again.
    context.onResolve({ filter: /^[a-z:_]+$/ }, ({ path, namespace }) =>
      names.includes(path) && namespace !== 'lazy' ? { path, namespace: 'lazy' } : undefined,
    );
    context.onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => ({
      contents: wrapper(path),
    }));
  },
};

function wrapper(name) {
  const { functions = [], classes = [] } = lazy[name];
  const load = name.startsWith('node:') ? `require('${name}')` : `holdfastLoad('${name}')`;
  return [
    ...functions.map((one) => `export const ${one} = (...args) => ${load}.${one}(...args);`),
    ...classes.map(
      (one) => `export function ${one}(...args) { return new (${load}.${one})(...args); }`,
    ),
  ].join('\n');
}
