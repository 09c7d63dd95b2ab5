import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { replaceSmall } from './small-files.ts';

type Run = (
  require: NodeJS.Require,
  module: { exports: unknown },
  exports: unknown,
  holdfastPart: (name: string) => Run,
  compiledFrom?: () => void,
) => void;

interface Part {
  name: string;
  text: string;
  script?: Script;
}

const border = /\n\/\/#holdfast-part (\w+)\n/;
const parameters = 'require, module, exports, holdfastPart, compiledFrom';

/**
 * Compiles the parts of a program, lets it run, and keeps what was compiled by then beside it: of each part its
 * text and its compiled code, and a small `start.cjs` that starts the program from them. Compiled code belongs to one
 * version of Node; another version compiles the texts as usual. Without a writable folder nothing is kept.
 *
 * The program is a CommonJS module in parts; `scripts/hook-parts.mjs` of the project says how they are laid out.
 */
export function keepCompiled(path: string): void {
  const folder = dirname(path);
  const parts = partsOf(readFileSync(path, 'utf8'));
  const run = (name: string): Run => {
    const part = parts.find((one) => one.name === name)!;
    part.script ??= new Script(part.text, { filename: join(folder, `${name}.part.cjs`) });
    return part.script.runInThisContext() as Run;
  };
  const keep = (): void => {
    const kept = parts.every(({ name, text, script }) => {
      const data = (script ?? new Script(text)).createCachedData();
      return (
        replaceSmall(join(folder, `${name}.part.cjs`), Buffer.from(text)) &&
        replaceSmall(join(folder, `${name}.${process.version}-${process.arch}.cache`), data)
      );
    });
    if (kept) replaceSmall(join(folder, 'start.cjs'), starter(statSync(path).size));
  };
  run('first')(createRequire(path), { exports: {} }, {}, run, keep);
}

/** The parts of a program, each as the text of a function. */
function partsOf(program: string): Part[] {
  const [first = '', ...rest] = program.split(border);
  const parts: Part[] = [{ name: 'first', text: functionOf(first) }];
  for (let at = 0; at + 1 < rest.length; at += 2) {
    parts.push({ name: rest[at]!, text: `(${rest[at + 1]!.trimEnd()})` });
  }
  return parts;
}

/** The first part without what the other parts are found by in the one file. */
function functionOf(first: string): string {
  const code = first.slice(0, first.lastIndexOf('\nfunction holdfastPart('));
  return `(function (${parameters}) {${code}\n})`;
}

/** The program of `start.cjs`; the size tells whether the program is still the one that was compiled. */
function starter(size: number): string {
  return `'use strict';
// Starts the program of hook.cjs beside this file from compiled code, where that belongs to this Node and to this program.
const { readFileSync, statSync } = require('node:fs');
const { Script } = require('node:vm');
const compiled = \`.\${process.version}-\${process.arch}.cache\`;
const part = (name) => {
  const filename = \`\${__dirname}/\${name}.part.cjs\`;
  let cachedData;
  try {
    cachedData = readFileSync(\`\${__dirname}/\${name}\${compiled}\`);
  } catch {}
  return new Script(readFileSync(filename, 'utf8'), { filename, cachedData }).runInThisContext();
};
let same = false;
try {
  same = statSync(__dirname + '/hook.cjs').size === ${size};
} catch {}
if (same) part('first')(require, module, exports, part);
else require('./hook.cjs');
`;
}
