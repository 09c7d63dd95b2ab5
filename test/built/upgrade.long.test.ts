import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runAsPerson } from '../../harness/outside-session.ts';
import { removeFolder } from '../../harness/remove-folder.ts';
import { runProcess } from '../cases/hook-process.ts';

const root = resolve(import.meta.dirname, '..', '..');
const session = '00000000-0000-4000-8000-0000000000aa';
const settings = '{\n  "model": "opus"\n}\n';

let folder: string;
let home: string;
let state: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-upgrade-')));
  [home, state] = [join(folder, 'home'), join(folder, 'state')];
  mkdirSync(join(home, 'proj'), { recursive: true });
  mkdirSync(join(home, '.claude'));
  writeFileSync(join(home, '.claude', 'settings.json'), settings);
});
afterEach(() => removeFolder(folder));

/** The package as it was built, as another version, in a folder of its own. */
function release(version: string): string {
  const place = join(folder, version);
  mkdirSync(place);
  cpSync(join(root, 'dist'), join(place, 'dist'), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object;
  writeFileSync(join(place, 'package.json'), JSON.stringify({ ...manifest, version }));
  return join(place, 'dist', 'cli.js');
}

function run(cli: string, ...words: string[]): { code: number | null; out: string } {
  const env = { PATH: process.env.PATH, HOME: home, HOLDFAST_HOME: state };
  const ran = runAsPerson(process.execPath, [cli, ...words], { cwd: join(home, 'proj'), env });
  return { code: ran.code, out: ran.out + ran.err };
}

function works(cli: string, ...words: string[]): string {
  const { code, out } = run(cli, ...words);
  expect([words.join(' '), code, out]).toEqual([words.join(' '), 0, expect.any(String)]);
  return out;
}

/** An event of the session that runs all the while, as its client tells it through the launcher. */
async function event(payload: object): Promise<string> {
  const record = join(home, 'record.jsonl');
  if (!existsSync(record)) writeFileSync(record, '');
  const ran = await runProcess({
    program: join(state, 'bin', 'hook'),
    args: ['claude-code'],
    env: { PATH: process.env.PATH ?? '', HOME: home, HOLDFAST_HOME: state },
    input: JSON.stringify({
      session_id: session,
      transcript_path: record,
      cwd: join(home, 'proj'),
      ...payload,
    }),
  });
  expect([ran.code, ran.signal, ran.stderr]).toEqual([0, null, '']);
  return ran.stdout;
}

const readSettings = (): string => readFileSync(join(home, '.claude', 'settings.json'), 'utf8');
const launcher = (): string => readFileSync(join(state, 'bin', 'hook'), 'utf8');
const seen = (cli: string): unknown[] =>
  (JSON.parse(works(cli, 'status', '--json')) as { sessions?: unknown[] }).sessions ?? [];

describe('another version', () => {
  it('takes over state, settings, running sessions and the daemon, and gives them back', {
    timeout: 300_000,
  }, async () => {
    const [older, newer] = [release('0.0.9'), release('9.9.9')];
    works(older, 'init', '--yes', '--host', 'claude-code');
    const hooked = readSettings();
    await event({ hook_event_name: 'SessionStart', source: 'startup' });
    await event({ hook_event_name: 'UserPromptSubmit', prompt: 'never push to main' });
    works(older, 'daemon', 'start');
    try {
      // Up: the program of the hooks is another, the settings that name the launcher stay as they are.
      works(newer, 'init', '--yes', '--host', 'claude-code');
      expect(readSettings()).toBe(hooked);
      expect(launcher()).toContain('# Holdfast 9.9.9:');
      expect(works(newer, 'doctor')).toContain('Launcher and hook program are 9.9.9.');
      await event({ hook_event_name: 'PreCompact', trigger: 'manual' });
      const brief = await event({ hook_event_name: 'SessionStart', source: 'compact' });
      expect(brief).toContain('additionalContext');
      expect(seen(newer)).toHaveLength(1);
      // The older daemon answers, and ends when the newer version tells it to.
      expect(works(newer, 'daemon', 'status')).toContain('runs');
      works(newer, 'daemon', 'stop');
      works(newer, 'daemon', 'start');

      // And back.
      const told = run(older, 'doctor');
      expect([told.code, told.out]).toEqual([
        1,
        expect.stringContaining('The launcher is of version 9.9.9, this program of 0.0.9.'),
      ]);
      works(older, 'init', '--yes', '--host', 'claude-code');
      expect(launcher()).toContain('# Holdfast 0.0.9:');
      works(older, 'doctor');
      await event({ hook_event_name: 'SessionStart', source: 'resume' });
      expect(seen(older)).toHaveLength(1);
      works(older, 'daemon', 'stop');
    } finally {
      run(older, 'daemon', 'stop');
    }
    works(older, 'uninstall', '--yes');
    expect(readSettings()).toBe(settings);
  });

  it('that is gone leaves hooks silent, and the doctor says what to do', {
    timeout: 300_000,
  }, async () => {
    const cli = release('0.0.9');
    works(cli, 'init', '--yes', '--host', 'claude-code');
    removeFolder(join(state, 'runtime', '0.0.9'));
    expect(await event({ hook_event_name: 'SessionStart', source: 'startup' })).toBe('');
    const { code, out } = run(cli, 'doctor');
    expect([code, out]).toEqual([1, expect.stringContaining('no hook can run.')]);
    expect(out).toContain('Run "holdfast init" again.');
    works(cli, 'init', '--yes', '--host', 'claude-code');
    works(cli, 'doctor');
  });
});
