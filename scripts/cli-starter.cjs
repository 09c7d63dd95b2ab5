#!/usr/bin/env node
'use strict';
// Starts the program of the command, from compiled code where a run before this one left some beside it. Compiled code
// belongs to one version of Node and to the very text of the program, whose fingerprint is in its name.
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const { Script } = require('node:vm');

const fingerprints = {}; // filled in by the build
const groups = []; // filled in by the build
const words = process.argv.slice(2);
const command = `${words[0]}-${words[1]}`;
const name = [command, words[0]].find((one) => Object.hasOwn(fingerprints, one)) ?? 'all';
const filename = `${__dirname}/cli-${name}.js`;
// Of a program with several commands each runs other code: what one compiled is of little use to another.
const part = /^[a-z]{2,12}$/.test(words[1] ?? '') && groups.includes(name) ? `-${words[1]}` : '';
const kept = `${__dirname}/cli-${name}${part}.${fingerprints[name]}-${process.version}-${process.arch}.cache`;

let cachedData;
try {
  cachedData = readFileSync(kept);
} catch {}
const text = readFileSync(filename, 'utf8');
const script = new Script(`(function (require, module, exports, __filename) {${text}\n})`, {
  filename,
  cachedData,
});
// Of a run that only printed help little would be kept.
if (
  cachedData === undefined &&
  name !== 'all' &&
  !/(?:^|\n)(?:-h|--help)(?:\n|$)/.test(words.join('\n'))
) {
  process.on('exit', keep);
}
const module_ = { exports: {} };
script.runInThisContext()(require, module_, module_.exports, filename);

function keep() {
  // A wrong word is no command.
  if (part !== '' && process.exitCode) return;
  try {
    writeFileSync(`${kept}.${process.pid}`, script.createCachedData());
    renameSync(`${kept}.${process.pid}`, kept);
  } catch {
    // Where nothing can be written, the program is compiled each time.
  }
}
