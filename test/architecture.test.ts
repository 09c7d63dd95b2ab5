import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const src = join(root, 'src');

interface Source {
  path: string;
  text: string;
  lines: number;
  imports: string[];
}

/** Import specifiers, resolved to paths below `src/` where they are relative. */
function importsOf(path: string, text: string): string[] {
  const found = [
    ...text.matchAll(/(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]/g),
  ];
  const bare = [...text.matchAll(/\bimport\s*\(?\s*['"]([^'"]+)['"]/g)];
  return [...found, ...bare].map((match) => {
    const specifier = match[1]!;
    return specifier.startsWith('.') ? relative(src, resolve(dirname(path), specifier)) : specifier;
  });
}

const sources: Source[] = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => {
    const path = join(src, name);
    const text = readFileSync(path, 'utf8');
    return { path: name, text, lines: text.split('\n').length - 1, imports: importsOf(path, text) };
  });

const pureLibraries = ['valibot', 'yaml', 'smol-toml', 'any-ascii'];
const ports = [
  'app/ports.ts',
  'app/at-hand/ports.ts',
  'app/handoff/ports.ts',
  'app/memory/client-file.ts',
  'app/memory/ports.ts',
  'app/worker/ports.ts',
  'app/read-record.ts',
  'app/records/ports.ts',
  'app/recall/ports.ts',
  'app/task/store.ts',
  'app/sessions/session-index.ts',
  'app/install/disk.ts',
  'app/ticket/ports.ts',
  'app/tracker/ports.ts',
  'app/worker/mail-ports.ts',
  'app/workflow/ports.ts',
];

/** What each part may import, as beginnings of paths below `src/` or names of packages. First match of `part` counts. */
const rules: { part: RegExp; allowed: (string | RegExp)[] }[] = [
  { part: /^core\//, allowed: ['core/', ...pureLibraries] },
  {
    part: /^hosts\/(host|registry|command-hosts)\.ts$/,
    allowed: ['core/', /^hosts\/host\.ts$/, /^hosts\/[a-z-]+\/(index|install|for-hook)\.ts$/],
  },
  {
    part: /^hosts\/record-(store|registry)\.ts$/,
    allowed: ['core/', 'hosts/host.ts', 'hosts/record-store.ts', /^hosts\/[a-z-]+\/records\.ts$/],
  },
  {
    part: /^hosts\/worker-(host|registry)\.ts$/,
    allowed: ['core/', 'hosts/worker-host.ts', /^hosts\/[a-z-]+\/worker\.ts$/],
  },
  {
    part: /^hosts\//,
    allowed: [
      'core/',
      'hosts/host.ts',
      'hosts/record-store.ts',
      'hosts/worker-host.ts',
      'hosts/<own>/',
      ...pureLibraries,
      'node:buffer',
    ],
  },
  {
    part: /^app\//,
    allowed: [
      'app/',
      'core/',
      'hosts/host.ts',
      'hosts/record-store.ts',
      'hosts/worker-host.ts',
      'valibot',
      'diff',
      /^node:(path|crypto)$/,
    ],
  },
  {
    part: /^journal\//,
    allowed: ['journal/', 'core/', 'platform/', 'node:crypto', 'node:path', ...ports],
  },
  {
    part: /^fleet-db\//,
    allowed: ['fleet-db/', 'core/', 'platform/open-regular.ts', 'app/fleet/ports.ts', 'pg'],
  },
  { part: /^index-db\//, allowed: ['index-db/', 'core/', 'platform/', ...ports] },
  {
    part: /^platform\//,
    allowed: ['platform/', 'core/', /^node:/, /^@noble\/hashes\/(hmac|sha2)\.js$/, ...ports],
  },
  {
    part: /^entry\//,
    allowed: [
      'entry/',
      'app/',
      'core/',
      'hosts/',
      'journal/',
      'fleet-db/',
      'index-db/',
      'platform/',
      /^node:(path|url|util)$/,
      'commander',
      'diff',
      'string-width',
      /^@modelcontextprotocol\/server(\/stdio)?$/,
    ],
  },
];

function isAllowed(source: Source, target: string): boolean {
  const rule = rules.find((one) => one.part.test(source.path));
  const own = source.path.split('/').slice(0, 2).join('/');
  return (
    rule?.allowed.some((allowed) => {
      if (allowed instanceof RegExp) return allowed.test(target);
      const start = allowed.replace('hosts/<own>', own);
      return start.endsWith('/') ? target.startsWith(start) : target === start;
    }) ?? false
  );
}

/** Functions of Node's that make, fill, rename or change a file, and who alone may use which of them. */
const writing =
  /^(write|writev|writeFile|appendFile|copyFile|cp|rename|link|symlink|truncate|ftruncate|l?chmod|fchmod|l?chown|fchown|l?utimes|futimes|createWriteStream|WriteStream|mkdir|mkdtemp|fsync|fdatasync|openAsBlob|promises)(Sync)?$/;
const writers: Record<string, string[]> = {
  // The doors: files written whole, added to, moved; folders.
  'platform/whole-file.ts': [
    'fchmodSync',
    'fchownSync',
    'fsyncSync',
    'linkSync',
    'openSync',
    'writeFileSync',
  ],
  'platform/append-line.ts': ['openSync', 'writeSync'],
  'platform/move-file.ts': ['fchmodSync', 'lutimesSync', 'renameSync'],
  'platform/make-folder.ts': ['mkdirSync'],
  'platform/disk.ts': ['mkdirSync'],
  'platform/scratch-folder.ts': ['mkdtempSync'],
  // Sockets of our own, in folders that are ours alone.
  'platform/secret-socket.ts': ['chmodSync'],
  'platform/unix-socket.ts': ['chmodSync', 'mkdirSync'],
  // The text of a plugin that only reads.
  'core/install/plugin-file.ts': ['*'],
  // Standard output, which they did not open.
  'platform/process.ts': ['writeSync'],
  'platform/write-answer.ts': ['writeSync'],
  'platform/full-screen.ts': ['writeSync'],
  // Standard error, by the text of a thread.
  'platform/alarm.ts': ['*'],
};

/** Who may open a file without the door for reading, and why it is none of a path from outside. */
const readers: Record<string, string> = {
  'platform/open-regular.ts': 'the door',
  'platform/ticket-disk.ts': 'opens as the door does, and follows no link',
  'platform/append-line.ts': 'adds to files of the state folder',
  'platform/whole-file.ts': 'makes new files',
  'platform/move-file.ts': 'moves files that it has looked at',
  'platform/temporary.ts': 'reads files that bear the mark of ours',
  'platform/read-descriptor.ts': 'what the launcher hands over',
  'platform/disk.ts': 'lets a folder say that it is one',
  'platform/edit-in-editor.ts': 'a copy that it made itself',
  'platform/compiled-program.ts': 'the program itself',
  'platform/package.ts': 'the package that it is a part of',
  'platform/shipped-workflows.ts': 'the package that it is a part of',
  'platform/connection-peer.ts': 'what /proc tells of connections',
  'platform/lineage.ts': 'what /proc tells of processes, and the terminal',
  'platform/process-identity.ts': 'what /proc tells of processes',
  'platform/process-tree.ts': 'what /proc tells of processes',
};

/** The names that a file takes of Node's file system; what takes it as a whole is `*`. */
function fileFunctions(text: string): string[] {
  const whole =
    /import\s+(?!type\b)(?:\*\s*as\s+\w+|\w+)[^;'"]*from\s*['"](?:node:)?fs['"]|(?:require|import)\s*\(\s*['"](?:node:)?fs|['"](?:node:)?fs\/promises['"]|process\.binding|getBuiltinModule/;
  const named = text.matchAll(/import\s*{([^}]*)}\s*from\s*['"](?:node:)?fs['"]/g);
  const names = [...named].flatMap(([, list = '']) =>
    list
      .split(',')
      .map(
        (one) =>
          one
            .trim()
            .replace(/^type /, '')
            .split(' ')[0]!,
      )
      .filter((one) => one !== ''),
  );
  // The text of the program that starts what was compiled reads files by itself.
  const code = text.replace("const { readFileSync, statSync } = require('node:fs');", '');
  return whole.test(code) ? [...names, '*'] : names;
}

/** What a file does to files that only a door may do. */
function writesOf({ path, text }: Pick<Source, 'path' | 'text'>): string[] {
  const allowed = writers[path] ?? [];
  const taken = fileFunctions(text).filter((name) => name === '*' || writing.test(name));
  const opened = [...text.matchAll(/\bopen(?:Sync)?\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)]
    .map(([, given = '']) => given)
    .filter((given) => given.includes(',') && !/'r'|O_RDONLY/.test(given))
    .map(() => 'openSync');
  return [...taken, ...(fileFunctions(text).includes('openSync') ? opened : [])]
    .filter((name) => !allowed.includes(name))
    .map((name) => `${path} uses ${name}`);
}

describe('the layout of the source', () => {
  it('opens files for writing, moves them and makes them through few doors only', () => {
    expect(sources.flatMap(writesOf)).toEqual([]);
    const unused = Object.entries(writers).flatMap(([path, names]) => {
      const taken = fileFunctions(sources.find((one) => one.path === path)?.text ?? '');
      return names.filter((name) => !taken.includes(name)).map((name) => `${path}: ${name}`);
    });
    expect(unused).toEqual([]);
  });

  it.each([
    ["import { writeFileSync } from 'node:fs';"],
    ["import { openSync } from 'node:fs';\nopenSync(path, 'w', 0o600);"],
    ["import { openSync } from 'fs';\nopenSync(join(a, b), constants.O_WRONLY);"],
    ["import * as fs from 'node:fs';"],
    ["import fs from 'node:fs';"],
    ["import { writeFile } from 'node:fs/promises';"],
    ["const { cpSync } = require('node:fs');"],
    ["const fs = await import('node:fs');"],
    ["import { symlinkSync as make } from 'node:fs';"],
  ])('sees %s as a way round them', (text) => {
    expect(writesOf({ path: 'app/x.ts', text })).not.toEqual([]);
  });

  it('reads files by paths from outside through one door, which never waits', () => {
    const reading = /^(?:readFile|createReadStream|ReadStream|open|readv)(?:Sync)?$/;
    const taken = sources
      .filter(
        ({ path, text }) =>
          !(path in readers) && fileFunctions(text).some((name) => reading.test(name)),
      )
      .map(({ path }) => path);
    expect(taken, 'Use readRegular or openRegular of platform/open-regular.ts.').toEqual([]);
    const unused = Object.keys(readers).filter((path) => {
      const source = sources.find((one) => one.path === path);
      return !source || !fileFunctions(source.text).some((name) => reading.test(name));
    });
    expect(unused).toEqual([]);
  });

  it('keeps every import on the allow-list of its part', () => {
    const broken = sources.flatMap((source) =>
      source.imports
        .filter((target) => !isAllowed(source, target))
        .map((target) => `${source.path} imports ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('keeps the core free of clock, randomness and machine', () => {
    const impure =
      /\b(Date\.now|new Date\(\)|Math\.random|process\.|Buffer\b|performance\.|localeCompare|toLocale)/;
    expect(
      sources
        .filter((one) => one.path.startsWith('core/') && impure.test(one.text))
        .map((one) => one.path),
    ).toEqual([]);
  });

  it('asks for a host by capability and never by name outside of its folder', () => {
    const names = /['"`](claude-code|opencode|codex|gemini|pi|qwen|copilot|droid)['"`]/;
    const asking = sources.filter(
      (one) => /^(core|app|journal|platform)\//.test(one.path) && names.test(one.text),
    );
    expect(asking.map((one) => one.path)).toEqual([]);
  });

  it('keeps files small: median under 80 lines, 95 of 100 under 250, none over 400', () => {
    const lengths = sources.map((one) => one.lines).sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(80);
    expect(lengths[Math.floor(lengths.length * 0.95)]).toBeLessThan(250);
    expect(sources.filter((one) => one.lines > 400).map((one) => one.path)).toEqual([]);
  });

  it('writes to the terminal at one door, where escape sequences of others are taken out', () => {
    const writing =
      /process\.(?:stdout|stderr)\.write|writeSync\(\s*[12]\b|console\.(?:log|error|warn|info)/;
    // Besides the door: what draws on the whole screen or over its own line and cleans by the same function, an answer to a
    // host as JSON, the lines of JSON that a worker's client sends to us, and a thread that shows one path by a filter of its own.
    const allowed = [
      'platform/alarm.ts',
      'platform/full-screen.ts',
      'platform/progress.ts',
      'platform/write-answer.ts',
      'entry/opencode-worker.ts',
      'entry/pi-in-process.ts',
    ];
    const found = sources.filter((one) => writing.test(one.text)).map((one) => one.path);
    expect(found.filter((path) => !allowed.includes(path))).toEqual([]);
    expect(allowed.filter((path) => !found.includes(path))).toEqual([]);
    for (const path of [
      'platform/process.ts',
      'platform/full-screen.ts',
      'platform/progress.ts',
      'platform/terminal.ts',
    ]) {
      expect(sources.find((one) => one.path === path)?.text).toContain('terminalText(');
    }
  });

  it('decides by codes and never by the text of an error', () => {
    const reading = /\.message\.(includes|match|startsWith|endsWith|indexOf)\(/;
    expect(sources.filter((one) => reading.test(one.text)).map((one) => one.path)).toEqual([]);
  });
});

/** Calls that remove a whole folder: only where these files make them is the removal tried again. */
const removers = ['harness/remove-folder.ts', 'bench/survival/replay/leftovers.ts'];

/** The calls of a text that remove a folder with what is in it. */
function bareRemovals(text: string): string[] {
  const calls = text.matchAll(
    /\b(?:rm|rmdir)(?:Sync)?\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g,
  );
  return [...calls].map(([call]) => call).filter((call) => /\brecursive\b/.test(call));
}

describe('folders of tests', () => {
  it('are removed by the helper that tries again while a process still writes there', () => {
    const found = ['test', 'harness', 'bench', 'demo'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.[cm]?[jt]s$/.test(name) && name !== 'architecture.test.ts')
        .map((name) => `${folder}/${name}`)
        .filter((path) => bareRemovals(readFileSync(join(root, path), 'utf8')).length > 0),
    );
    expect(found.sort(), 'Use removeFolder of harness/remove-folder.ts.').toEqual(removers.sort());
  });

  it.each([
    ["rmSync(join(folder, '..'), { recursive: true, force: true });"],
    ['await rm(\n  folder,\n  { force: true, recursive: true },\n);'],
    ["rmdirSync(join(a(b), 'c'), { recursive: true })"],
  ])('are not removed by %s', (text) => {
    expect(bareRemovals(text)).toHaveLength(1);
    expect(bareRemovals(text.replace(/recursive: true,? ?/, ''))).toEqual([]);
  });
});

it('gives each test project a place of its own in the order, without which projects of other sizes do not start together', () => {
  const text = readFileSync(join(root, 'vitest.config.ts'), 'utf8');
  const places = [...text.matchAll(/groupOrder: (\d+)/g)].map(([, place]) => place);
  expect(places.length).toBe(text.match(/\bname: '/g)?.length);
  expect(new Set(places).size).toBe(places.length);
});
