import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { lazyModules } from './lazy-modules.mjs';
import { exportsOf } from './program-parts.mjs';

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
  'src/app/hook/report-loss.ts',
  'src/app/hook/on-compaction-starting.ts',
  'src/app/hook/near-compaction.ts',
  'src/app/hook/source.ts',
  'src/app/hook/subagent-boundary.ts',
  'src/app/role/role-task.ts',
  'src/app/role/assigned-ticket.ts',
  'src/app/task/resolve.ts',
  'src/core/brief/state-line.ts',
  'src/core/brief/warning.ts',
  'src/core/brief/workflow-step.ts',
  'src/entry/keep-memory.ts',
  'src/entry/keep-passages.ts',
  'src/entry/keep-status-line.ts',
  'src/platform/compiled-program.ts',
];

/** Most sessions have no role, no ticket and no worker. */
const roles = [
  'src/app/role/launch.ts',
  'src/app/role/take-role.ts',
  'src/app/role/tool-work.ts',
  'src/app/role/mail-work.ts',
  'src/entry/ticket-deps.ts',
  'src/journal/mail.ts',
  'src/core/edit/read-edit.ts',
];

/** Nor has it a workflow. */
const steps = ['src/app/hook/step-hold.ts', 'src/app/hook/step-turn.ts'];

/** The evidence of a step is judged at the ends of turns alone. */
const judge = ['src/entry/step-missing.ts'];

/** Calls are only looked at behind a session's first compaction, or where a setting asks for it. */
const guard = ['src/app/hook/guard-look.ts'];

/** What holds a call back, and what the user allows, is rarer. */
const hold = [
  'src/app/hook/guard-call.ts',
  'src/app/hook/dispatch-again.ts',
  'src/platform/git-tracks.ts',
];
const rules = ['src/app/hook/guard-rules.ts'];

/** What was said before a compaction, and is brought up behind it. */
const hand = ['src/app/hook/bring-up.ts', 'src/journal/passages-file.ts'];

/** Work that passes between clients: at one prompt of a session at most. */
const handoff = [
  'src/app/handoff/take.ts',
  'src/app/handoff/moved-on.ts',
  'src/entry/hook-handoffs.ts',
];

/** A compaction of our own is rarer still. */
const own = ['src/app/own-compaction/compose-own.ts'];

/** What is told to a tracker, where one is configured. */
const tracker = [
  'src/app/tracker/outbox.ts',
  'src/platform/outbox-disk.ts',
  'src/platform/run-sender.ts',
];

/** Settings files are rare, as is what a person trusts, and checking them takes a library. */
const config = ['src/core/config/read-config.ts', 'src/app/trust-record.ts'];

/** The reader of the records of the host that is in the first part; most events of it read no record. */
const record = ['src/hosts/claude-code/transcript.ts', 'src/hosts/claude-code/sample.ts'];

/** What people's words mean: word lists and weights of many languages, which only new words of a person need. */
export const words = [
  'src/core/guard/spoken.ts',
  'src/core/words/deed-signs.ts',
  'src/core/snapshot/rules-in.ts',
  'src/core/snapshot/answered.ts',
  'src/core/snapshot/verdict.ts',
  'src/core/snapshot/question-text.ts',
  'src/core/snapshot/permission.ts',
  'src/core/words/asked.ts',
  'src/core/words/asked-back.ts',
  'src/core/words/course.ts',
  'src/core/words/language.ts',
  'src/core/words/reading.ts',
  'src/core/words/take-back.ts',
];

/** What is a secret: tables of vendors, names, programs and languages, which each part would hold again. */
const secrets = ['src/core/trust/redact.ts'];

/** Parts that other parts call across the border as well, so that they stand in the program once and are loaded once. */
const shared = { words, secrets };

/** The other hosts, each a part by itself, since a hook runs for one. */
const hosts = Object.fromEntries(
  readdirSync('src/hosts')
    .sort()
    .map((name) => [name, `src/hosts/${name}/for-hook.ts`])
    .filter(([, path]) => existsSync(path))
    .map(([name, path]) => [name, [path]]),
);

/** Every part that is called across the border, with its modules. */
const across = {
  facts,
  roles,
  steps,
  judge,
  guard,
  hold,
  rules,
  hand,
  handoff,
  own,
  tracker,
  config,
  record,
  ...shared,
  ...hosts,
};

/** Modules that most hook runs never need: Node's own, and a package that is a part of the program. */
const lazy = lazyModules(
  {
    'node:child_process': { functions: ['spawn', 'spawnSync'] },
    'node:crypto': { functions: ['createHash', 'createHmac', 'randomBytes', 'randomUUID'] },
    'node:os': { functions: ['homedir', 'hostname'] },
    yaml: { functions: ['parseDocument', 'visit'], classes: ['LineCounter'] },
  },
  (name) => (name.startsWith('node:') ? `require('${name}')` : `holdfastLoad('${name}')`),
);

/** Loads a part once and gives what it exports. Every part begins with it; all know the same parts as loaded. */
const loader = `'use strict';
const holdfastParts = (holdfastPart.loaded ??= {});
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
export async function hookProgram(settings) {
  const options = {
    ...settings,
    metafile: true,
    format: 'cjs',
    minify: process.env.HOLDFAST_READABLE !== '1',
    // Patterns of libraries that nothing uses are dropped, since preparing them costs each hook.
    pure: ['RegExp'],
    banner: { js: loader },
  };
  const part = ([name, paths]) => {
    const contents = paths.map((path) => `export * from './${path}';`).join('\n');
    const { [name]: itself, ...others } = shared;
    return build({
      ...options,
      stdin: { contents, resolveDir: '.' },
      plugins: [...settings.plugins, calls(others), lazy],
    });
  };
  const [first, yaml, ...rest] = await Promise.all([
    build({
      ...options,
      entryPoints: ['src/entry/hook.ts'],
      plugins: [...settings.plugins, calls(across), lazy],
    }),
    build({
      ...options,
      stdin: { contents: `module.exports = require('yaml')`, resolveDir: '.' },
      mainFields: ['module', 'main'],
      conditions: ['default', 'import'],
      platform: 'neutral',
      banner: {},
    }),
    ...Object.entries(across).map(part),
  ]);
  noneTwice([first, ...rest]);
  const text = (result) => result.outputFiles[0].text.trimEnd();
  const parts = [
    ...Object.keys(across).map((name, at) => [name, text(rest[at])]),
    ['yaml', text(yaml)],
  ];
  return [
    `${text(first)}\n`,
    `function holdfastPart(name) { return { ${parts.map(([name]) => `${name}: holdfast_${name}`).join(', ')} }[name]; }`,
    ...parts.map(
      ([name, code]) =>
        `${border(name)}function holdfast_${name}(require, module, exports, holdfastPart) {\n${code}\n}`,
    ),
  ].join('');
}

/** More of a module than this, in bytes, is in one part only: loading it twice is what a user waits for. */
const mostTwice = 30_000;

/** Throws where a large module is in several parts: one of those that use it lacks a line in a shared part. */
function noneTwice(results) {
  const seen = new Set();
  for (const { metafile } of results) {
    for (const { inputs } of Object.values(metafile.outputs)) {
      for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
        if (bytesInOutput < mostTwice) continue;
        if (seen.has(path)) throw new Error(`${path} is in several parts of the hook program`);
        seen.add(path);
      }
    }
  }
}

/** Replaces the modules of parts by functions that load their part at the first call. */
const calls = (parts) => ({
  name: 'parts',
  setup(context) {
    const partOf = new Map(
      Object.entries(parts).flatMap(([name, paths]) => paths.map((path) => [resolve(path), name])),
    );
    context.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const part = partOf.get(path);
      if (part === undefined) return undefined;
      return { contents: callsInto(part, exportsOf(path)), loader: 'js' };
    });
  },
});

function callsInto(part, names) {
  return names
    .map((name) => `export const ${name} = (...args) => holdfastLoad('${part}').${name}(...args);`)
    .join('\n');
}
