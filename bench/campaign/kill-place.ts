import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeFolder } from '../../harness/remove-folder.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

/** A machine of its own for writers that are killed: a project, a home, a state folder, a record. */
export class Place {
  /** The first of the rounds in it. */
  first = 1;
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-kills-')));
  readonly project = join(this.folder, 'project');
  readonly home = join(this.folder, 'home');
  readonly state = join(this.folder, 'state');
  readonly record = join(this.home, '.claude', 'projects', 'p', 's1.jsonl');
  readonly env = {
    PATH: process.env.PATH ?? '',
    HOME: this.home,
    HOLDFAST_HOME: this.state,
  };

  constructor() {
    for (const each of [this.project, dirname(this.record)]) mkdirSync(each, { recursive: true });
    spawnSync('git', ['init', '-q'], { cwd: this.project });
    const row = {
      type: 'user',
      sessionId: 's1',
      uuid: 'u1',
      cwd: this.project,
      timestamp: '2026-01-01T00:00:00.000Z',
      message: { role: 'user', content: 'Build it. Never push to main.' },
    };
    writeFileSync(this.record, `${JSON.stringify(row)}\n`);
  }

  run(...args: string[]): { code: number | null; out: string; err: string } {
    const options = { cwd: this.project, env: this.env, encoding: 'utf8' as const };
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], options);
    return { code: status, out: stdout, err: stderr };
  }

  hook(event: string, more: object): string[] {
    const payload = {
      session_id: 's1',
      transcript_path: this.record,
      cwd: this.project,
      hook_event_name: event,
      ...more,
    };
    return ['hook', 'claude-code', event, '--input', JSON.stringify(payload)];
  }

  start(args: string[]): ChildProcess {
    return spawn(process.execPath, [cli, ...args], {
      cwd: this.project,
      env: this.env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  }

  read(...names: string[]): string {
    const path = join(...names);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }

  /** What killed writers left in a folder and those below it. */
  left(folder: string): string[] {
    if (!existsSync(folder)) return [];
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names.filter((name) => /\.(?:tmp|old)$/.test(name));
  }

  remove(): void {
    removeFolder(this.folder);
  }
}

/** Lines that are no JSON, but for a torn one that the next writer closed. */
export function tornLines(text: string): number {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .filter((line) => {
      try {
        JSON.parse(line);
        return false;
      } catch {
        return true;
      }
    }).length;
}
