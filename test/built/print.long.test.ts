import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { type Ran, runAsPerson } from '../../harness/outside-session.ts';
import { removeFolder } from '../../harness/remove-folder.ts';

const cli = resolve(import.meta.dirname, '..', '..', 'dist', 'cli.js');

vi.setConfig({ testTimeout: 180_000 });

let home: string;
let project: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-print-')));
  project = join(home, 'project');
  mkdirSync(project);
});
afterEach(() => removeFolder(home));

function run(...words: string[]): Ran {
  const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home };
  return runAsPerson(process.execPath, [cli, ...words], { cwd: project, env });
}

interface Fragment {
  host: string;
  file: string;
  text: string;
}

/** A value as tools write it that generate settings: its members sorted, and nothing between them. */
function generated(text: string): string {
  return JSON.stringify(JSON.parse(text), (_name, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** Prints what goes into the settings of a client, and writes it as another tool would, read-only. */
function declare(host: string): Fragment[] {
  const { out, code } = run('init', '--print', '--host', host, '--json');
  expect(code).toBe(0);
  const { fragments } = JSON.parse(out) as { fragments: Fragment[] };
  for (const { file, text } of fragments) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, file.endsWith('.json') ? generated(text) : text);
    chmodSync(file, 0o444);
  }
  return fragments;
}

it.each(['claude-code', 'codex', 'opencode'])(
  'what --print shows for %s is what init leaves as it is, and doctor takes it from a read-only file',
  (host) => {
    const fragments = declare(host);
    expect(fragments.length).toBeGreaterThan(0);
    expect(run('init', '--no-settings', '--host', host)).toMatchObject({ code: 0, err: '' });
    const { findings } = JSON.parse(run('doctor', '--json').out) as {
      findings: { check: string; state: string; message: string }[];
    };
    const wrong = findings.filter(({ state }) => state === 'off');
    // A client that has not been asked yet trusts nobody's hooks.
    expect(wrong.filter(({ check }) => !check.endsWith(' trust'))).toEqual([]);
    expect(findings.map(({ check }) => check)).toContain(`${host} hooks (user)`);
    expect(findings.some(({ message }) => message.startsWith('Fired and arrived'))).toBe(true);
    const texts = () => fragments.map(({ file }) => readFileSync(file, 'utf8'));
    const before = texts();
    expect(run('init', '--yes', '--host', host)).toMatchObject({ code: 0 });
    expect(texts()).toEqual(before);
  },
);

it('--print writes nothing', () => {
  expect(run('init', '--print', '--host', 'claude-code').out).toContain(
    `Claude Code: into ${home}/.claude/settings.json`,
  );
  expect(run('status').out).toContain('not installed');
});

it('names what to do where a read-only file holds older hooks, and takes none out of it', () => {
  const [hooks] = declare('claude-code');
  run('init', '--no-settings', '--host', 'claude-code');
  const old = readFileSync(hooks!.file, 'utf8').replace('"timeout":30', '"timeout":31');
  chmodSync(hooks!.file, 0o644);
  writeFileSync(hooks!.file, old);
  chmodSync(hooks!.file, 0o444);
  expect(run('doctor').out).toContain('"holdfast init --print --host claude-code" shows');
  expect(run('init', '--yes', '--host', 'claude-code')).toMatchObject({
    code: 1,
    err: expect.stringContaining('"holdfast init --print --host claude-code"'),
  });
  const left = run('uninstall', '--yes');
  expect(left.out + left.err).toContain('take Holdfast out where it is made');
  expect(readFileSync(hooks!.file, 'utf8')).toBe(old);
});
