import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { transform } from 'esbuild';

const beyond = /[^\x00-\x7f]/g;

/**
 * An esbuild plugin that leaves a program of ASCII characters only: whichever encoding a loader takes it for, it is the
 * same program, and Node holds and compiles a text of one byte a character faster. esbuild escapes strings and names by
 * itself (`charset: 'ascii'`) and neither patterns nor tagged templates. Patterns are escaped here; a tagged template
 * with such a character fails the build, since its tag would see the escape.
 */
export const asciiProgram = {
  name: 'ascii-program',
  setup(context) {
    context.initialOptions.charset = 'ascii';
    context.initialOptions.metafile = true;
    context.onEnd(async (result) => {
      await Promise.all(Object.keys(result.metafile?.inputs ?? {}).map(withoutTagged));
      for (const file of result.outputFiles ?? []) {
        file.contents = Buffer.from(escapePatterns(file.text));
      }
    });
  },
};

/** The text of a program with the characters of its patterns escaped. Nothing else in it may be beyond ASCII. */
export function escapePatterns(text) {
  return text.replace(/(\\*)([^\x00-\x7f])/g, (_, slashes, letter) => {
    // A backslash that escapes the letter itself says nothing, and would escape that of the escape.
    const before = slashes.length % 2 === 1 ? slashes.slice(1) : slashes;
    return `${before}\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Fails where one of the files is not ASCII throughout. */
export function checkAscii(files) {
  for (const [name, contents] of files) {
    const at = Buffer.from(contents).findIndex((byte) => byte > 0x7f);
    if (at < 0) continue;
    throw new Error(`dist/${name} is not ASCII at byte ${at}: add asciiProgram to its build`);
  }
}

const checked = new Map();

function withoutTagged(path) {
  if (!checked.has(path)) checked.set(path, check(path));
  return checked.get(path);
}

async function check(path) {
  if (!existsSync(path)) return;
  const source = readFileSync(path, 'utf8');
  if (source.search(beyond) < 0) return;
  const loader = extname(path) === '.ts' ? 'ts' : extname(path) === '.json' ? 'json' : 'js';
  const options = { loader, charset: 'ascii', legalComments: 'none', minifyWhitespace: true };
  const plain = await transform(source, options);
  // Written without templates, what tags are given is in strings.
  const bare = await transform(source, { ...options, supported: { 'template-literal': false } });
  if (count(plain.code) > count(bare.code)) {
    throw new Error(`${path}: a tagged template has a character beyond ASCII; write its escape`);
  }
}

function count(text) {
  return (text.match(beyond) ?? []).length;
}
