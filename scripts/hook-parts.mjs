import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { lazyModules } from './lazy-modules.mjs';

/**
 * The hook program is one file of several parts. The first part runs at every event; it calls the others as
 * `holdfastPart(name)`, which most events never do, so that they need not be loaded. Each part is bundled by
 * itself: modules that two parts use are in both, which is right for pure functions and no others.
 */

/** Modules whose functions are called across the border to the part that makes facts and briefs. */
const facts = [
  'src/app/hook/arm.ts',
  'src/app/hook/arm-unannounced.ts',
  'src/app/hook/on-compaction-finished.ts',
  'src/app/hook/on-compaction-starting.ts',
  'src/app/hook/source.ts',
  'src/app/hook/subagent-boundary.ts',
  'src/app/task/resolve.ts',
  'src/core/brief/state-line.ts',
  'src/core/brief/warning.ts',
  'src/platform/compiled-program.ts',
];

/** Readers of the records of hosts: each hook runs for one host, and the first part holds the reader of the first. */
const records = ['src/hosts/codex/transcript.ts', 'src/hosts/qwen/transcript.ts'];

/** Modules that most hook runs never need: Node's own, and a package that is a part of the program. */
const lazy = lazyModules(
  {
    'node:child_process': { functions: ['spawn'] },
    'node:crypto': { functions: ['createHash'] },
    'node:os': { functions: ['homedir'] },
    yaml: { functions: ['parseDocument'], classes: ['LineCounter'] },
  },
  (name) => (name.startsWith('node:') ? `require('${name}')` : `holdfastLoad('${name}')`),
);

/** Loads a part once and gives what it exports. Every part begins with it. */
const loader = `'use strict';
const holdfastParts = {};
function holdfastLoad(name) {
  let part = holdfastParts[name];
  if (part === undefined) {
    part = holdfastParts[name] = { exports: {} };
    holdfastPart(name)(require, part, part.exports, holdfastPart);
  }
  return part.exports;
}`;

/** Stands between two parts in the file; `keepCompiled` cuts it there. */
const border = (name) => `\n//#holdfast-part ${name}\n`;

/** The text of the whole program. Both options of esbuild that follow are those of the other program. */
export async function hookProgram(shared) {
  const options = {
    ...shared,
    format: 'cjs',
    minify: process.env.HOLDFAST_READABLE !== '1',
    charset: 'ascii',
    // Patterns of libraries that nothing uses are dropped, since preparing them costs each hook.
    pure: ['RegExp'],
    banner: { js: loader },
  };
  const part = (paths) => {
    const contents = paths.map((path) => `export * from './${path}';`).join('\n');
    return build({ ...options, stdin: { contents, resolveDir: '.' }, plugins: [lazy] });
  };
  const [first, rest, readers, yaml] = await Promise.all([
    build({ ...options, entryPoints: ['src/entry/hook.ts'], plugins: [across, lazy] }),
    part(facts),
    part(records),
    build({
      ...options,
      stdin: { contents: `module.exports = require('yaml')`, resolveDir: '.' },
      mainFields: ['module', 'main'],
      conditions: ['default', 'import'],
      platform: 'neutral',
      banner: {},
    }),
  ]);
  const text = (result) => result.outputFiles[0].text.trimEnd();
  const parts = Object.entries({ facts: text(rest), records: text(readers), yaml: text(yaml) });
  return [
    `${text(first)}\n`,
    `function holdfastPart(name) { return { ${parts.map(([name]) => `${name}: holdfast_${name}`).join(', ')} }[name]; }`,
    ...parts.map(
      ([name, code]) =>
        `${border(name)}function holdfast_${name}(require, module, exports, holdfastPart) {\n${code}\n}`,
    ),
  ].join('');
}

/** Replaces the modules above by functions that load their part at the first call. */
const across = {
  name: 'parts',
  setup(context) {
    const named = Object.entries({ facts, records });
    const partOf = new Map(
      named.flatMap(([name, paths]) => paths.map((path) => [resolve(path), name])),
    );
    context.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const part = partOf.get(path);
      if (part === undefined) return undefined;
      return { contents: callsInto(part, exportsOf(path)), loader: 'js' };
    });
  },
};

function callsInto(part, names) {
  return names
    .map((name) => `export const ${name} = (...args) => holdfastLoad('${part}').${name}(...args);`)
    .join('\n');
}

/** Names of what a module exports; only functions can be called across. */
function exportsOf(path) {
  const source = readFileSync(path, 'utf8');
  const other = /^export (?:const|let|class|enum|\{|\*)/m.exec(source);
  if (other) throw new Error(`${path} exports more than functions and types: ${other[0]}`);
  return [...source.matchAll(/^export (?:async )?function (\w+)/gm)].map((found) => found[1]);
}
