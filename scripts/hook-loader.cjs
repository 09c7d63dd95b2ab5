'use strict';
// Starts the hook program, from compiled code where some is kept beside this file, else from its text.
// Compiled code belongs to one version of Node; V8 refuses what is not its own, and the text is compiled then.
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const { Script } = require('node:vm');

const program = PROGRAM_TEXT;
// V8 tells programs apart by their length alone, so the name holds a digest of this one.
const kept = `${__filename}.PROGRAM_DIGEST.${process.version}-${process.arch}.cache`;

function keptCode() {
  try {
    return readFileSync(kept);
  } catch {
    return undefined;
  }
}

const cachedData = keptCode();
const script = new Script(
  `(function (require, module, exports, holdfastKeepCode) {${program}\n})`,
  {
    filename: __filename,
    cachedData,
  },
);

/** Keeps what is compiled by now, where nothing usable is kept yet or it is asked for. Never throws. */
function keepCode(always) {
  if (cachedData !== undefined && !script.cachedDataRejected && !always) return;
  try {
    const temporary = `${kept}.${process.pid}.tmp`;
    writeFileSync(temporary, script.createCachedData(), { mode: 0o600 });
    renameSync(temporary, kept);
  } catch {
    // The folder cannot be written: the text is compiled each time.
  }
}

script.runInThisContext()(require, module, exports, keepCode);
