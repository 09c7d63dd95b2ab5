import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
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

/** What going on with a workflow mostly does without: sessions, workers, files of YAML. */
const besideNext = [
  'src/entry/cli/workflow-sessions.ts',
  'src/entry/cli/workflow-workers.ts',
  'src/core/ledger/data-text.ts',
];
const besideFile = 'cli-workflow-beside.js';
const leftOut = besideProgram(besideFile, besideNext);
const beside = besideNext.map((path) => `export * from '${resolve(path)}';`).join('\n');

/** What the tools over MCP run, and events that come over it: most sessions have none of these. Installed beside the server, where no package file says what a `.js` is. */
const toolsFile = 'cli-mcp-tools.cjs';
const toolModules = ['src/entry/mcp/run-tool.ts', 'src/entry/mcp/hook-calls.ts'];
const toolsLeftOut = besideProgram(toolsFile, toolModules);
const toolsBeside = toolModules.map((path) => `export * from '${resolve(path)}';`).join('\n');

/**
 * The command line as programs: one for each command, each with all that it needs, one with all commands for help and for
 * wrong words, one for what agents run at every step of a workflow, and a small one that starts the right one of them.
 * Loading every command takes longer than most of them run. They are CommonJS, which Node loads in fewer steps; the
 * package file beside them says so.
 */
export async function cliPrograms(shared) {
  const commands = ownCommands();
  const adders = commands.map(({ name, add }) => [name, program(`./${name}.ts`, `[${add}]`, add)]);
  const lean = program('./workflow-next.ts', '[addWorkflowNext]', 'addWorkflowNext');
  const sounds = ['any-ascii', `export { default } from 'any-ascii';`];
  const all = ['all', program('./commands.ts', 'commands', 'commands')];
  const built = await Promise.all(
    [
      ...adders,
      ['workflow-next', lean],
      ['workflow-beside', beside],
      ['mcp-tools', toolsBeside],
      sounds,
      all,
    ].map(async ([name, contents]) => {
      const plugins = [
        ...(name === 'workflow-next' ? [leftOut] : []),
        ...(name === 'mcp' ? [toolsLeftOut] : []),
        ...(name === 'any-ascii' ? [] : [lazy, filesBeside]),
      ];
      const result = await build(commandOptions(shared, contents, plugins));
      const file = name === 'mcp-tools' ? toolsFile : `cli-${name}.js`;
      return [file, result.outputFiles[0].contents];
    }),
  );
  return new Map([
    ...built,
    ['package.json', '{ "type": "commonjs" }\n'],
    ['cli.js', starter(built.filter(([name]) => ![besideFile, toolsFile, tables].includes(name)))],
  ]);
}

/** How a program of the command line is built. */
function commandOptions(shared, contents, plugins) {
  return {
    ...shared,
    stdin: { contents, resolveDir: 'src/entry/cli', loader: 'ts' },
    format: 'cjs',
    minifyWhitespace: true,
    minifySyntax: true,
    define: { 'import.meta.url': 'holdfastUrl' },
    banner: {
      js: "'use strict';const holdfastUrl=require('node:url').pathToFileURL(__filename).href;",
    },
    plugins: [...shared.plugins, ...plugins, shippedWorkflows],
  };
}

/**
 * What other programs import from the package, with its declarations: CommonJS, which both `import` and `require` take.
 */
export async function apiProgram(shared) {
  const contents = "export * from '../api.ts';";
  const built = await build(commandOptions(shared, contents, [lazy, filesBeside]));
  return new Map([
    ['api.js', built.outputFiles[0].contents],
    ['api.d.ts', declarations()],
  ]);
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

function starter(programs) {
  const fingerprints = programs.map(([name, contents]) => [
    name.replace(/^cli-|\.js$/g, ''),
    createHash('sha256').update(contents).digest('hex').slice(0, 16),
  ]);
  const given = JSON.stringify(Object.fromEntries(fingerprints));
  return readFileSync('scripts/cli-starter.cjs', 'utf8')
    .replace('const fingerprints = {}; // filled in by the build', `const fingerprints = ${given};`)
    .replace(
      'const groups = []; // filled in by the build',
      `const groups = ${JSON.stringify(groups())};`,
    );
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
