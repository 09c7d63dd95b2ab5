import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The functions that a module exports; only such can be called across the border of a program. */
export function exportsOf(path) {
  const source = readFileSync(path, 'utf8');
  const other = /^export (?:const|let|class|enum|\{|\*)/m.exec(source);
  if (other) throw new Error(`${path} exports more than functions and types: ${other[0]}`);
  return [...source.matchAll(/^export (?:async )?function (\w+)/gm)].map((found) => found[1]);
}

/**
 * An esbuild plugin that leaves modules out of a program of the command line: a file beside it has them, and is loaded at
 * the first call of one of their functions. A fault that crosses the border becomes one of this side.
 */
export function besideProgram(file, modules) {
  const paths = new Set(modules.map((path) => resolve(path)));
  return {
    name: 'beside-program',
    setup(context) {
      context.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (!paths.has(path)) return undefined;
        const functions = exportsOf(path).map(
          (name) =>
            `export function ${name}(...args) { try { const made = require('./${file}').${name}(...args); return made instanceof Promise ? made.catch(raise) : made; } catch (error) { raise(error); } }`,
        );
        return { contents: `${raise}\n${functions.join('\n')}`, loader: 'js' };
      });
      // It is there when the program runs, and not when it is built.
      context.onResolve({ filter: /^\.\/cli-/ }, ({ path }) => ({ path, external: true }));
    },
  };
}

const errors = resolve('src/core/errors.ts');
const raise = `import { Fault } from ${JSON.stringify(errors)};
function raise(error) {
  if (error?.name !== 'Fault') throw error;
  throw new Fault(error.code, error.message, { hint: error.hint, cause: error.cause });
}`;
