import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fetchPinned } from '../harness/fetch-client.ts';
import { removeFolder } from '../harness/remove-folder.ts';

/**
 * What the package weighs and how long its programs take to start, beside other packages of it: `npm run bench:package -- [TARBALL …]`.
 * All programs take turns, so that they share the machine's load; a figure is the median, and `node -e 0` is in the same turns.
 */
const versions = ['20.20.2', '22.23.5', '24.22.3', '26.12.1'];
const turns = 9;

const root = resolve(import.meta.dirname, '..');
const place = mkdtempSync(join(tmpdir(), 'holdfast-package-'));

interface Installed {
  name: string;
  cli: string;
  env: Record<string, string>;
  /** What the client runs at an event, as words of a shell. */
  hook(event: string): string;
}

/** Installs a package by npm and registers its hooks, in folders of its own. */
function install(name: string, tarball: string): Installed {
  const own = join(place, name);
  const home = join(own, 'home');
  mkdirSync(join(home, '.claude'), { recursive: true });
  const words = ['install', '--global', '--prefix', own, '--omit=optional', '--silent', tarball];
  execFileSync('npm', words, { stdio: 'inherit' });
  const folder = join(own, 'lib', 'node_modules', 'holdfast');
  const cli = join(folder, 'dist', 'cli.js');
  const env = { HOME: home, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  execFileSync(process.execPath, [cli, 'init', '--host', 'claude-code', '--yes'], { env });
  const settings = JSON.parse(readFileSync(join(home, '.claude', 'settings.json'), 'utf8'));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter(
      (one) =>
        one.isFile() &&
        !/\.cache|node_modules/.test(`${one.parentPath}/${one.name}`.slice(folder.length)),
    )
    .map((one) => statSync(join(one.parentPath, one.name)).size);
  const unpacked = files.reduce((sum, size) => sum + size, 0);
  const mb = (size: number) => `${(size / 1e6).toFixed(1)} MB`;
  console.log(
    `${name}: ${mb(statSync(tarball).size)} packed, ${mb(unpacked)} in ${files.length} files`,
  );
  return { name, cli, env, hook: (event) => settings.hooks[event][0].hooks[0].command };
}

const payload = JSON.stringify({
  session_id: 's1',
  transcript_path: join(place, 'none.jsonl'),
  cwd: place,
  hook_event_name: 'PreToolUse',
  tool_name: 'Read',
  tool_input: {},
  tool_use_id: 't',
});

function timed(program: string, args: string[], env: Record<string, string>, input = ''): number {
  const begun = process.hrtime.bigint();
  const { status, stderr } = spawnSync(program, args, { env, input, cwd: place });
  const ms = Number(process.hrtime.bigint() - begun) / 1e6;
  if (status === null || status > 1) throw new Error(`${args.join(' ')}: ${status} ${stderr}`);
  return ms;
}

const median = (all: number[]): number => all.sort((a, b) => a - b)[all.length >> 1]!;

const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', place];
const packed = join(place, execFileSync('npm', words, { cwd: root, encoding: 'utf8' }).trim());
const others = process.argv.slice(2).map((path, at) => install(`other-${at + 1}`, resolve(path)));
const packages = [...others, install('now', packed)];
try {
  for (const version of versions) {
    const { path: node } = await fetchPinned(
      { packageFor: (os, arch) => `node-${os}-${arch}`, version, binary: 'bin/node' },
      { progress: console.error },
    );
    const seen = new Map<string, number[]>();
    const note = (name: string, ms: number) => seen.set(name, [...(seen.get(name) ?? []), ms]);
    // The first turn is not counted: what is compiled is kept then.
    for (let turn = 0; turn <= turns; turn += 1) {
      if (turn === 1) seen.clear();
      note('node -e 0', timed(node, ['-e', '0'], {}));
      for (const { name, cli, env, hook } of packages) {
        const own = { ...env, PATH: `${dirname(node)}:${env.PATH}` };
        note(`${name}: --version`, timed(node, [cli, '--version'], own));
        note(`${name}: doctor`, timed(node, [cli, 'doctor'], own));
        const call = timed('sh', ['-c', hook('PreToolUse')], own, payload);
        note(`${name}: a tool call, nothing open`, call);
      }
    }
    const base = median(seen.get('node -e 0')!);
    for (const [name, all] of seen) {
      const ms = median(all);
      console.log(`Node ${version}: ${name}: ${ms.toFixed(0)} ms, ${(ms / base).toFixed(2)}`);
    }
  }
} finally {
  removeFolder(place);
}
