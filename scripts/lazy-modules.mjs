/**
 * An esbuild plugin that makes modules lazy: each is loaded at the first call of one of its functions or classes. The build
 * fails when something else of them is imported. `load`: the code that gives a module by its name.
 */
export function lazyModules(modules, load) {
  return {
    name: 'lazy-modules',
    setup(context) {
      const names = Object.keys(modules);
      // What a wrapper itself loads is the module and not the wrapper again.
      context.onResolve({ filter: /^[a-z:_/-]+$/ }, ({ path, namespace }) =>
        names.includes(path) && namespace !== 'lazy' ? { path, namespace: 'lazy' } : undefined,
      );
      context.onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => ({
        contents: wrapper(modules[path], load(path)),
        resolveDir: '.',
      }));
    },
  };
}

function wrapper({ functions = [], classes = [] }, load) {
  // Asked for once: looking it up takes longer than most of its functions.
  const module = `(known ??= ${load})`;
  return [
    'let known;',
    ...functions.map((one) =>
      one === 'default'
        ? `export default (...args) => ${module}.default(...args);`
        : `export const ${one} = (...args) => ${module}.${one}(...args);`,
    ),
    ...classes.map(
      (one) => `export function ${one}(...args) { return new (${module}.${one})(...args); }`,
    ),
  ].join('\n');
}
