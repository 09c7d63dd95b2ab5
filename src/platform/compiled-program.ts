import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { replaceSmall } from './small-files.ts';

const wrapping = ['(function (require, module, exports, compiledFrom) {', '\n})'] as const;

/**
 * Compiles a CommonJS program, lets it run, and keeps what was compiled by then beside it, with a small
 * `start.cjs` that starts the program from it. Compiled code belongs to one version of Node; another version
 * compiles the text as usual. Without a writable folder nothing is kept.
 */
export function keepCompiled(path: string): void {
  const text = readFileSync(path, 'latin1');
  const script = new Script(`${wrapping[0]}${text}${wrapping[1]}`, { filename: path });
  const keep = (): void => {
    const kept = replaceSmall(cachePath(path), script.createCachedData());
    if (kept) replaceSmall(join(dirname(path), 'start.cjs'), starter(text.length));
  };
  script.runInThisContext()(createRequire(path), { exports: {} }, {}, keep);
}

function cachePath(path: string): string {
  return `${path}.${process.version}-${process.arch}.cache`;
}

/** The program of `start.cjs`; the length tells whether the program is still the one that was compiled. */
function starter(length: number): string {
  return `'use strict';
// Starts hook.cjs beside this file from compiled code, where that belongs to this Node and to this program.
const { readFileSync } = require('node:fs');
const { Script } = require('node:vm');
const path = __dirname + '/hook.cjs';
const text = readFileSync(path, 'latin1');
let cachedData;
try {
  if (text.length === ${length}) cachedData = readFileSync(\`\${path}.\${process.version}-\${process.arch}.cache\`);
} catch {}
new Script(${JSON.stringify(wrapping[0])} + text + ${JSON.stringify(wrapping[1])}, { filename: path, cachedData })
  .runInThisContext()(require, module, exports);
`;
}
