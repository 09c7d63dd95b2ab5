import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { build, transform } from 'esbuild';
import { escapePatterns } from './ascii-programs.mjs';

/**
 * Programs that have most of their code in common, in one file in which no code is twice. esbuild splits them into chunks; of each
 * chunk a part is made, which is run at the first use of something that it has. A program is the text of its parts, one
 * after the other. Parts that the same programs have stand side by side, so that a run reads its own in few pieces.
 *
 * `entries`: the source of each program by its name. Gives the text of the file and of each program where in the file its parts are
 * (`ranges`: beginning and length by turns), the call that starts it and gives what it exports, the names of that, and its whole text.
 */
export async function cliParts(options, entries) {
  const { outputFiles, metafile } = await build({
    ...options,
    format: 'esm',
    splitting: true,
    metafile: true,
    outdir: '/parts',
    entryPoints: Object.fromEntries(
      Object.keys(entries).map((name) => [`cli-${name}`, `program:${name}`]),
    ),
    plugins: [...options.plugins, virtual(entries)],
  });
  const chunks = new Map(
    Object.entries(metafile.outputs).map(([path, { imports, inputs, exports, entryPoint }]) => [
      fileOf(path),
      {
        imports: imports.filter(({ external }) => !external).map((one) => fileOf(one.path)),
        exports,
        // Names of chunks hold a digest of paths, which differ from folder to folder.
        key: `${entryPoint} ${Object.keys(inputs).map(inProject).sort()}`,
        program: /^program:(.*)$/.exec(entryPoint ?? '')?.[1],
      },
    ]),
  );
  const used = new Map([...chunks.keys()].map((file) => [file, []]));
  const programs = [...chunks].filter(([, { program }]) => program !== undefined).sort(byName);
  for (const [file] of programs) for (const one of closure(chunks, file)) used.get(one).push(file);
  const rank = ([file, by]) => `${String(999 - by.length)} ${by} ${chunks.get(file).key}`;
  const order = [...used].sort((a, b) => (rank(a) < rank(b) ? -1 : 1)).map(([file]) => file);
  const numbers = new Map(order.map((file, at) => [file, at]));
  const texts = new Map(outputFiles.map(({ path, text }) => [fileOf(path), text]));
  const parts = await Promise.all(order.map((file) => partOf(numbers, file, texts.get(file))));

  const body = parts.join('');
  const head = `// ${createHash('sha256').update(body).digest('hex')}\n`;
  const starts = [];
  let end = head.length;
  for (const part of parts) {
    starts.push(end);
    end += part.length;
  }
  const found = programs.map(([file, { program, exports }]) => {
    const own = order.flatMap((one, at) => (used.get(one).includes(file) ? [at] : []));
    const ranges = [];
    for (const at of own) {
      if (own.includes(at - 1)) ranges[ranges.length - 1] += parts[at].length;
      else ranges.push(starts[at], parts[at].length);
    }
    const call = `p${numbers.get(file)}()`;
    return [program, { ranges, call, exports, text: own.map((at) => parts[at]).join('') }];
  });
  return { file: head + body, head, programs: new Map(found) };
}

/** A path without where the project or its packages lie. */
const inProject = (path) => path.replace(/^.*node_modules\//, 'node_modules/');

const fileOf = (path) => path.replace(/^.*\//, '');
const byName = ([a], [b]) => (a < b ? -1 : 1);

/** A chunk and all that it or one of those imports, at once or later. */
function closure(chunks, file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const one of chunks.get(file).imports) closure(chunks, one, seen);
  return seen;
}

/** The part of a chunk: a function that runs it once and gives what it exports. */
async function partOf(numbers, file, text) {
  const tail = /export\{([^{}]*)\};?\s*$/.exec(text);
  const names = (tail?.[1] ?? '').split(',').filter((one) => one !== '');
  const getters = names.map((one) => {
    const [name, as = name] = one.trim().split(' as ');
    return `get ${as}(){return ${name}}`;
  });
  // What the part gives is written before the imports are rewritten: some of it is only handed on.
  const given = `holdfastGives={${getters.join(',')}};`;
  const { code } = await transform(given + (tail === null ? text : text.slice(0, tail.index)), {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    charset: 'ascii',
    minifyWhitespace: true,
  });
  const call = (name) => {
    const number = numbers.get(name);
    if (number === undefined) throw new Error(`${file} needs ${name}, which is no part`);
    return `p${number}()`;
  };
  const imported = new Map();
  const at = numbers.get(file);
  const body = code
    .replace('holdfastGives=', `x${at}=`)
    .replace(/^"use strict";/, '')
    .replace(/var (import_\w+)=require\("\.\/([\w-]+\.js)"\);/g, (_, name, from) => {
      imported.set(name, call(from));
      return '';
    })
    .replace(/(^|[;}\n])require\("\.\/(?!cli-)[\w-]+\.js"\);/g, '$1')
    .replace(
      /\bimport\("\.\/([\w-]+\.js)"\)/g,
      (_, from) => `Promise.resolve().then(()=>${call(from)})`,
    )
    .replace(/\b(import_\w+)\b(\.)?/g, (whole, name, dot) => {
      const from = imported.get(name);
      if (from === undefined) return whole;
      if (dot === undefined) throw new Error(`${file} uses ${name} as a whole`);
      // In brackets: behind `new` the call would else be what is made.
      return `(${from}).`;
    })
    .trim();
  const left = /\bimport_chunk|(?:require|import)\("\.\/chunk/.exec(body);
  if (left) throw new Error(`${file} keeps ${left[0]}`);
  const part = `let x${at};function p${at}(){if(x${at})return x${at};${body}\nreturn x${at}}`;
  // Names of parts are global to the file and so kept; all others become short.
  const short = await transform(part, {
    target: 'node20',
    charset: 'ascii',
    minifyWhitespace: true,
    minifyIdentifiers: process.env.HOLDFAST_READABLE !== '1',
  });
  return `${escapePatterns(short.code.trim())}\n`;
}

/** Programs that are written nowhere, by their names. */
function virtual(entries) {
  return {
    name: 'programs',
    setup(context) {
      context.onResolve({ filter: /^program:/ }, ({ path }) => ({
        path: path.slice('program:'.length),
        namespace: 'program',
      }));
      context.onLoad({ filter: /.*/, namespace: 'program' }, ({ path }) => ({
        contents: entries[path],
        resolveDir: resolve('src/entry/cli'),
        loader: 'ts',
      }));
    },
  };
}
