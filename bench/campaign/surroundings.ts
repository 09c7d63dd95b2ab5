import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../harness/remove-folder.ts';
import { type Budget, counted, type Family, nothingYet, numbers, type Outcome } from './family.ts';

const root = join(import.meta.dirname, '..', '..');
const cli = join(root, 'dist', 'cli.js');
/** A hook that runs longer than this holds its client up: the client's own limit is far above. */
const longestMs = 10_000;

const events = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'Stop',
  'PreCompact',
  'SessionEnd',
];

/** What is done to a place before a hook runs in it. */
type Ill = (place: Place) => void;

interface Place {
  home: string;
  project: string;
  state: string;
  transcript: string;
  env: Record<string, string>;
  /** Words before the launcher, such as those of a program that limits it. */
  before: string[];
  input?: string | Buffer;
  cwd: string;
}

const rubbish = Buffer.from(
  '\xff\xfe{"v":1,"kind":["x"]}\n\0\0\0{"v":1,"kind":"armed"}\n[[[[\n',
  'latin1',
);

/** Overwrites every file below a folder. */
function spoil(folder: string, bytes: Buffer | string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    try {
      closeSync(openSync(path, 'r+'));
      writeFileSync(path, bytes);
    } catch {
      // A folder.
    }
  }
}

const ills: Record<string, Ill> = {
  'no HOME': ({ env }) => {
    delete env.HOME;
  },
  'HOME that is no folder': ({ env }) => {
    env.HOME = '/dev/null';
  },
  'no PATH': ({ env }) => {
    delete env.PATH;
  },
  'empty environment': (place) => {
    place.env = {};
  },
  'NODE_OPTIONS of somebody': ({ env }) => {
    env.NODE_OPTIONS = '--max-old-space-size=64 --enable-source-maps';
  },
  'a locale that is not there': ({ env }) => {
    Object.assign(env, { LC_ALL: 'xx_YY.UTF-99', TZ: 'Nowhere/None', LANG: '\u00ff' });
  },
  'the folder gone': (place) => {
    place.cwd = join(place.project, 'gone');
    mkdirSync(place.cwd);
    place.before = ['sh', '-c', 'rmdir "$PWD"; exec "$@"', 'sh'];
  },
  'few open files': (place) => {
    place.before = ['sh', '-c', 'ulimit -n 24; exec "$@"', 'sh'];
  },
  'files of 8 kB at most': (place) => {
    place.before = ['sh', '-c', 'ulimit -f 8; exec "$@"', 'sh'];
  },
  'no standard output': (place) => {
    place.before = ['sh', '-c', 'exec "$@" >&-', 'sh'];
  },
  'a full device as output': (place) => {
    place.before = ['sh', '-c', 'exec "$@" >/dev/full', 'sh'];
  },
  'no input': (place) => {
    place.before = ['sh', '-c', 'exec "$@" <&-', 'sh'];
  },
  'state that is a file': ({ state }) => {
    removeFolder(join(state, 'sessions'));
    writeFileSync(join(state, 'sessions'), 'x');
  },
  'state of rubbish': ({ state }) => spoil(join(state, 'sessions'), rubbish),
  'state of nothing': ({ state }) => spoil(join(state, 'sessions'), ''),
  'state cut in the middle': ({ state }) => {
    const folder = join(state, 'sessions');
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const path = join(folder, name);
      try {
        const bytes = readFileSync(path);
        writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length / 2)));
      } catch {
        // A folder.
      }
    }
  },
  'a loop of links as state': ({ state }) => {
    removeFolder(join(state, 'sessions'));
    symlinkSync('sessions', join(state, 'sessions'));
  },
  'a launcher without its program': ({ state }) => {
    removeFolder(join(state, 'runtime'));
  },
  'compiled code of rubbish': ({ state }) => {
    const folder = join(state, 'runtime');
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (name.endsWith('.cache')) writeFileSync(join(folder, name), rubbish);
    }
  },
  'a transcript that is a pipe': ({ transcript }) => {
    rmSync(transcript, { force: true });
    spawnSync('mkfifo', [transcript]);
  },
  'a transcript that is a folder': ({ transcript }) => {
    rmSync(transcript, { force: true });
    mkdirSync(transcript);
  },
  'a transcript that is a device': (place) => {
    rmSync(place.transcript, { force: true });
    symlinkSync('/dev/zero', place.transcript);
  },
  'a transcript of rubbish': ({ transcript }) => {
    writeFileSync(transcript, Buffer.concat(Array.from({ length: 2_000 }, () => rubbish)));
  },
  'a transcript of one long line': ({ transcript }) => {
    writeFileSync(transcript, `{"type":"user","message":{"content":"${' a'.repeat(500_000)}`);
  },
  'settings of rubbish': ({ project, home }) => {
    mkdirSync(join(project, '.holdfast'), { recursive: true });
    writeFileSync(join(project, '.holdfast', 'config.json'), rubbish);
    mkdirSync(join(home, '.config', 'holdfast'), { recursive: true });
    writeFileSync(join(home, '.config', 'holdfast', 'config.json'), '{"gate":7,"guard":[]');
  },
  'settings that are a pipe': ({ project }) => {
    mkdirSync(join(project, '.holdfast'), { recursive: true });
    spawnSync('mkfifo', [join(project, '.holdfast', 'config.json')]);
  },
  'a payload in pieces': (place) => {
    place.input = undefined;
  },
  'a payload of nothing': (place) => {
    place.input = '';
  },
  'a payload of 12 MB': (place) => {
    place.input = `{"session_id":"s1","hook_event_name":"PreToolUse","x":"${'y'.repeat(12_000_000)}"}`;
  },
  'a project without rights': ({ project }) => chmodSync(project, 0o000),
  'a plan that is a device': ({ project }) => {
    rmSync(join(project, 'PLAN.md'), { force: true });
    symlinkSync('/dev/zero', join(project, 'PLAN.md'));
  },
};

/** Hooks as the client starts them, by the launcher that `init` wrote, where something about the machine is not as it should be. */
export const surroundings: Family = {
  name: 'surroundings',
  about:
    'a registered hook, started by the launcher with one thing broken; fails on a nonzero exit code, a signal, more than 10 s, output that is not an answer, a stack trace',
  notTried:
    'clients other than Claude Code; other users (tests run as root, which ignores permissions)',
  goal: 3_000,
  run: campaign,
};

async function campaign(budget: Budget): Promise<Outcome> {
  const place = mkdtempSync(join(tmpdir(), 'holdfast-campaign-'));
  const outcome = nothingYet();
  try {
    const model = join(place, 'model');
    await install(model);
    const names = Object.keys(ills);
    const last = budget.first + budget.attempts;
    for (let at = budget.first; at < last && Date.now() < budget.until; at += 1) {
      const name = names[at % names.length] as string;
      const event = events[Math.floor(at / names.length) % events.length] as string;
      const folder = join(place, `run-${at}`);
      cpSync(model, folder, { recursive: true, verbatimSymlinks: true });
      const what = await attempt(folder, model, name, event, at);
      chmodSync(join(folder, 'proj'), 0o755);
      removeFolder(folder);
      counted(outcome, { at, kind: name, wrong: what && `${event}: ${what}` });
    }
  } finally {
    removeFolder(place);
  }
  return outcome;
}

function placeIn(folder: string): Place {
  const home = join(folder, 'home');
  const state = join(folder, 'state');
  const project = join(folder, 'proj');
  return {
    home,
    project,
    state,
    transcript: join(folder, 's1.jsonl'),
    env: { PATH: process.env.PATH ?? '', HOME: home, HOLDFAST_HOME: state },
    before: [],
    cwd: project,
  };
}

/** A machine after `init`, with a task, and a session that was compacted: its recovery is open. */
async function install(folder: string): Promise<void> {
  const place = placeIn(folder);
  for (const one of [place.home, join(place.project, '.git')]) mkdirSync(one, { recursive: true });
  writeFileSync(join(place.project, 'PLAN.md'), `# Plan\n${'- [ ] Step: cut\n'.repeat(2_000)}`);
  writeFileSync(place.transcript, `${row('Never push.', 1)}\n${row('Do the plan.', 2)}\n`);
  const own = (...words: string[]) =>
    spawnSync(process.execPath, [cli, ...words], { cwd: place.project, env: place.env });
  own('init', '--host', 'claude-code', '--yes');
  own('task', 'set', 'PLAN.md');
  for (const event of ['SessionStart', 'PreCompact']) await hook(place, event);
  await hook(place, 'SessionStart', { source: 'compact' });
}

const row = (text: string, at: number): string =>
  JSON.stringify({
    type: 'user',
    uuid: `u${at}`,
    sessionId: 's1',
    timestamp: `2026-01-01T00:00:0${at}.000Z`,
    message: { role: 'user', content: text },
  });

interface Ran {
  code: number | null;
  signal: string | null;
  out: string;
  err: string;
  ms: number;
}

function hook(place: Place, event: string, more: object = {}): Promise<Ran> {
  const payload = {
    session_id: 's1',
    hook_event_name: event,
    transcript_path: place.transcript,
    cwd: place.project,
    source: 'startup',
    trigger: 'auto',
    prompt: 'go on',
    tool_name: 'Edit',
    tool_use_id: 'toolu_1',
    tool_input: { file_path: join(place.project, 'a.ts'), old_string: 'a', new_string: 'b' },
    tool_response: { filePath: 'a.ts' },
    ...more,
  };
  const input = 'input' in place ? place.input : JSON.stringify(payload);
  const [program = '', ...words] = [
    ...place.before,
    '/bin/sh',
    join(place.state, 'bin', 'hook'),
    'claude-code',
  ];
  const began = Date.now();
  return new Promise((done) => {
    const child = spawn(program, words, { cwd: place.cwd, env: place.env, detached: true });
    const ran: Ran = { code: null, signal: null, out: '', err: '', ms: 0 };
    const alarm = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), longestMs);
    child.stdout.on('data', (chunk) => {
      ran.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      ran.err += chunk;
    });
    child.on('error', (error) => {
      ran.err += error.message;
    });
    child.stdin.on('error', () => undefined);
    if (input !== undefined) child.stdin.end(input);
    else pieces(child.stdin, JSON.stringify(payload));
    child.on('close', (code, signal) => {
      clearTimeout(alarm);
      done({ ...ran, code, signal, ms: Date.now() - began });
    });
  });
}

/** Writes a text a few bytes at a time, and leaves the input open. */
function pieces(stdin: NodeJS.WritableStream, text: string): void {
  let at = 0;
  const step = (): void => {
    stdin.write(text.slice(at, at + 40));
    at += 40;
    if (at < text.length) setTimeout(step, 2);
  };
  step();
}

async function attempt(
  folder: string,
  model: string,
  ill: string,
  event: string,
  at: number,
): Promise<string | undefined> {
  const place = placeIn(folder);
  // What `init` wrote names the folders of the model.
  rewrite(join(place.state, 'bin'), model, folder);
  ills[ill]?.(place);
  const more = numbers(at)(2) === 0 ? { source: 'compact' } : {};
  const ran = await hook(place, event, more);
  if (ran.signal !== null) return `ended by ${ran.signal} after ${ran.ms} ms`;
  if (ran.code !== 0) return `exit code ${ran.code}: ${ran.err.slice(0, 200)}`;
  if (ran.ms > longestMs) return `took ${ran.ms} ms`;
  if (/\n\s+at \S+ \(/.test(ran.err + ran.out))
    return `a stack trace: ${(ran.err + ran.out).slice(0, 300)}`;
  if (ran.out !== '' && event !== 'PreCompact' && !isObject(ran.out)) {
    return `output that is no answer: ${ran.out.slice(0, 200)}`;
  }
  return undefined;
}

function rewrite(folder: string, from: string, to: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to));
  }
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
