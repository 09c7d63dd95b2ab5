import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { cliParts } from './cli-parts.mjs';
import { words } from './hook-parts.mjs';
import { lazyModules } from './lazy-modules.mjs';
import { besideProgram } from './program-parts.mjs';
import { shippedWorkflows } from './shipped-workflows.mjs';

/** Tables of how letters sound, of half a megabyte: a file by itself, which a new ticket's title in another script loads. */
const tables = 'cli-any-ascii.js';

/** Modules that most commands never need. */
const lazy = lazyModules(
  {
    'node:child_process': { functions: ['spawn', 'spawnSync'] },
    'node:crypto': {
      functions: ['createHash', 'createHmac', 'randomBytes', 'randomUUID', 'timingSafeEqual'],
    },
    'node:os': { functions: ['homedir', 'hostname', 'tmpdir', 'userInfo'] },
    'node:readline/promises': { functions: ['createInterface'] },
    'node:vm': { classes: ['Script'] },
    'node:worker_threads': { classes: ['Worker'] },
    // Of the library that reads databases, which asks other programs only where nothing else tells the system's C library.
    child_process: { functions: ['exec', 'execSync'] },
    'string-width': { functions: ['default'] },
    'smol-toml': { functions: ['parse'] },
    yaml: { functions: ['parseDocument', 'visit'], classes: ['LineCounter'] },
    'any-ascii': { functions: ['default'] },
  },
  (name) => (name === 'any-ascii' ? `require('./${tables}')` : `require('${name}')`),
);

/** What going on with a workflow mostly does without: sessions, workers, files of YAML, what people's words mean. */
const besideNext = [
  'src/entry/cli/workflow-sessions.ts',
  'src/entry/cli/workflow-workers.ts',
  'src/core/ledger/data-text.ts',
  ...words,
];
const besideFile = 'cli-workflow-beside.js';
const leftOut = besideProgram(besideFile, besideNext);
const beside = besideNext.map((path) => `export * from '${resolve(path)}';`).join('\n');

/** What the tools over MCP run, events that come over it, and what people's words mean: most sessions have none of these. Installed beside the server, where no package file says what a `.js` is. */
const toolsFile = 'cli-mcp-tools.cjs';
const toolModules = ['src/entry/mcp/run-tool.ts', 'src/entry/mcp/hook-calls.ts'];
const toolsLeftOut = besideProgram(toolsFile, [...toolModules, ...words]);
const toolsBeside = [...toolModules, ...words]
  .map((path) => `export * from '${resolve(path)}';`)
  .join('\n');

/**
 * The command line as programs: one for each command, each with all that it needs, one with all commands for help and for
 * wrong words, one for what agents run at every step of a workflow, and a small one that starts the right one of them.
 * Loading every command takes longer than most of them run. What most of them share is in one file (`cli-parts.mjs`); those that are
 * installed beside other programs, or are there for their speed, are files of their own. They are CommonJS, which Node loads
 * in fewer steps; the package file beside them says so.
 */
export async function cliPrograms(shared) {
  const entries = Object.fromEntries(
    ownCommands()
      .filter(({ name }) => name !== 'mcp')
      .map(({ name, add }) => [name, program(`./${name}.ts`, `[${add}]`, add)]),
  );
  entries.all = program('./commands.ts', 'commands', 'commands');
  entries.api = "export * from '../api.ts';";
  entries['workflow-beside'] = beside;
  const alone = {
    mcp: program('./mcp.ts', '[addMcp]', 'addMcp'),
    'workflow-next': program('./workflow-next.ts', '[addWorkflowNext]', 'addWorkflowNext'),
    'mcp-tools': toolsBeside,
    'any-ascii': `export { default } from 'any-ascii';`,
  };
  const [parts, ...built] = await Promise.all([
    cliParts(commandOptions(shared, [lazy, filesBeside]), entries),
    ...Object.entries(alone).map(async ([name, contents]) => {
      const plugins = [
        ...(name === 'workflow-next' ? [leftOut] : []),
        ...(name === 'mcp' ? [toolsLeftOut] : []),
        ...(name === 'any-ascii' ? [] : [lazy, filesBeside]),
      ];
      const result = await build(oneFile(shared, contents, plugins));
      const file = name === 'mcp-tools' ? toolsFile : `cli-${name}.js`;
      return [file, result.outputFiles[0].contents];
    }),
  ]);
  return new Map([
    ...built,
    ['package.json', '{ "type": "commonjs" }\n'],
    ['cli-parts.js', parts.file],
    ['cli.js', starter(parts, built)],
    ['api.js', library(parts, 'api')],
    [besideFile, library(parts, 'workflow-beside')],
    ['api.d.ts', declarations()],
  ]);
}

/** How programs of the command line are built. */
function commandOptions(shared, plugins) {
  return {
    ...shared,
    minifyWhitespace: true,
    minifySyntax: true,
    define: { 'import.meta.url': 'holdfastUrl' },
    plugins: [...shared.plugins, ...plugins, shippedWorkflows],
  };
}

/** The same for one that is a file of its own. */
function oneFile(shared, contents, plugins) {
  return {
    ...commandOptions(shared, plugins),
    minifyIdentifiers: process.env.HOLDFAST_READABLE !== '1',
    stdin: { contents, resolveDir: 'src/entry/cli', loader: 'ts' },
    format: 'cjs',
    banner: { js: opening },
  };
}

/** What every program of the command line begins with. */
const opening =
  "'use strict';const holdfastUrl=require('node:url').pathToFileURL(__filename).href;";

/**
 * What other programs import, of the package or of ours: CommonJS, which both `import` and `require` take. The names that it exports stand in
 * it for Node, which reads them before it runs the program.
 */
function library(parts, name) {
  const { ranges, call, exports } = parts.programs.get(name);
  const [, reader] = /\/\/ reader: begin\n([\s\S]*)\/\/ reader: end/.exec(
    readFileSync('scripts/cli-starter.cjs', 'utf8'),
  );
  return `'use strict';
const { closeSync, fstatSync, openSync, readSync } = require('node:fs');
const { Script } = require('node:vm');
const whole = ${JSON.stringify([parts.file.length, parts.head])};
const opening = ${JSON.stringify(opening)};
const text = textOf('return ${call}', ${JSON.stringify(ranges)});
const script = new Script(\`(function (require, __filename) {\${text}\\n})\`, { filename: __filename });
module.exports = script.runInThisContext()(require, __filename);
0 && (module.exports = { ${exports.join(', ')} });

${reader}`;
}

/** The compiler is asked for the declarations alone: types are checked elsewhere. */
function declarations() {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-declarations-'));
  try {
    const tsc = createRequire(import.meta.url).resolve('typescript/package.json');
    const words = ['--ignoreConfig', '--noCheck', '--declaration', '--emitDeclarationOnly'];
    words.push('--module', 'nodenext', '--target', 'es2023', '--types', 'node');
    words.push('--allowImportingTsExtensions', '--rootDir', 'src', '--outDir', folder);
    const program = join(dirname(tsc), 'bin', 'tsc');
    execFileSync(process.execPath, [program, ...words, 'src/entry/api.ts'], { stdio: 'inherit' });
    const text = readFileSync(join(folder, 'entry', 'api.d.ts'), 'utf8');
    if (/^import /m.test(text)) throw new Error('the declarations of the package need others');
    return text;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Programs beside the one that is built: they are there when it runs. */
const filesBeside = {
  name: 'files-beside',
  setup(context) {
    context.onResolve({ filter: /^\.\/cli-[a-z-]+\.c?js$/ }, ({ path }) => ({
      path,
      external: true,
    }));
  },
};

function program(path, commands, imported) {
  return `import { ${imported} } from '${path}';\nimport { startCli } from './start.ts';\nstartCli(${commands});\n`;
}

/** The program that starts the right one: it knows of each its fingerprint, and where its parts are. */
function starter(parts, files) {
  const commands = [...parts.programs]
    .filter(([name]) => name !== 'api' && name !== 'workflow-beside')
    .map(([name, { ranges, call, text }]) => {
      return [name, [fingerprintOf(`${text}${call}`), call, ranges]];
    });
  const others = files
    .filter(([file]) => ![toolsFile, tables].includes(file))
    .map(([file, contents]) => [file.replace(/^cli-|\.js$/g, ''), [fingerprintOf(contents)]]);
  const filled = {
    programs: Object.fromEntries([...commands, ...others]),
    whole: [parts.file.length, parts.head],
    opening,
    groups: groups(),
  };
  return readFileSync('scripts/cli-starter.cjs', 'utf8').replace(
    /^const (\w+) = .*; \/\/ filled in by the build$/gm,
    (_, name) => `const ${name} = ${JSON.stringify(filled[name])};`,
  );
}

function fingerprintOf(contents) {
  return createHash('sha256').update(contents).digest('hex').slice(0, 16);
}

/** The commands by the imports of the table that lists them: each is in a file of its own name. */
function ownCommands() {
  const source = readFileSync('src/entry/cli/commands.ts', 'utf8');
  const found = [...source.matchAll(/^import \{ (add\w+) \} from '\.\/([a-z-]+)\.ts';$/gm)];
  if (found.length === 0) throw new Error('src/entry/cli/commands.ts imports no command');
  return found.map(([, add, name]) => ({ name, add }));
}

/** Commands that are several: their files make commands of the command. */
function groups() {
  return ownCommands()
    .filter(({ name }) => {
      const source = readFileSync(`src/entry/cli/${name}.ts`, 'utf8');
      return (source.match(/\.command\('/g) ?? []).length > 1;
    })
    .map(({ name }) => name);
}
