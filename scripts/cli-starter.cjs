#!/usr/bin/env node
'use strict';
// Starts the program of the command, from compiled code where a run before this one left some beside it. Compiled code
// belongs to one version of Node and to the very text of the program, whose fingerprint is in its name.
const {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
} = require('node:fs');
const { Script } = require('node:vm');

const programs = {}; // filled in by the build
const whole = [0, '']; // filled in by the build
const opening = ''; // filled in by the build
const groups = []; // filled in by the build
const words = process.argv.slice(2);
const command = `${words[0]}-${words[1]}`;
const name = [command, words[0]].find((one) => Object.hasOwn(programs, one)) ?? 'all';
const [fingerprint, call, ranges] = programs[name];
const filename = `${__dirname}/cli-${name}.js`;
// Of a program with several commands each runs other code: what one compiled is of little use to another.
const part = /^[a-z]{2,12}$/.test(words[1] ?? '') && groups.includes(name) ? `-${words[1]}` : '';
const kept = `${__dirname}/cli-${name}${part}.${fingerprint}-${process.version}-${process.arch}.cache`;

// Plugins ask for the version at the start of a session, which needs no program.
if (words.length === 1 && ['-V', '--version'].includes(words[0])) {
  process.stdout.write(`${require('../package.json').version}\n`);
} else {
  const text = programText();
  if (text !== undefined) start(text);
}

/** Undefined where the program is not there, which is said. */
function programText() {
  try {
    return ranges === undefined ? readFileSync(filename, 'utf8') : textOf(call, ranges);
  } catch (error) {
    process.stderr.write(`holdfast: ${error.message}\n`);
    process.exitCode = 1;
    return undefined;
  }
}

function start(text) {
  let cachedData;
  try {
    cachedData = readFileSync(kept);
  } catch {}
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
    process.on('exit', () => keep(script));
  }
  const module_ = { exports: {} };
  script.runInThisContext()(require, module_, module_.exports, filename);
}

// reader: begin
/** The text of a program whose parts are in the file of all; throws where that is not the one that was built. */
function textOf(call, ranges) {
  const path = `${__dirname}/cli-parts.js`;
  let file;
  try {
    file = openSync(path, 'r');
    const [size, head] = whole;
    if (fstatSync(file).size !== size || read(file, 0, head.length) !== head) throw new Error();
    let text = opening;
    for (let at = 0; at < ranges.length; at += 2) text += read(file, ranges[at], ranges[at + 1]);
    return `${text}${call}`;
  } catch {
    throw new Error(
      `${path} is missing, cannot be read, or is not the file that this version was installed with. Install Holdfast again: npm install -g holdfast`,
    );
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function read(file, from, length) {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; ) {
    const count = readSync(file, bytes, at, length - at, from + at);
    if (count === 0) throw new Error();
    at += count;
  }
  return bytes.latin1Slice();
}
// reader: end

function keep(script) {
  // A wrong word is no command.
  if (part !== '' && process.exitCode) return;
  try {
    writeFileSync(`${kept}.${process.pid}`, script.createCachedData());
    renameSync(`${kept}.${process.pid}`, kept);
  } catch {
    // Where nothing can be written, the program is compiled each time.
  }
}
