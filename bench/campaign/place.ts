import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { removeFolder } from '../../harness/remove-folder.ts';
import { type Budget, counted, nothingYet, type Outcome } from './family.ts';

const dist = join(import.meta.dirname, '..', '..', 'dist');

export interface Ran {
  code: number | null;
  out: string;
  err: string;
  /** Processor time in milliseconds: what other programs do at the time does not count. */
  ms: number;
}

/** A machine of an attempt's own: a project, a home, a state folder, a record of Claude Code. */
export class AttemptPlace {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-campaign-')));
  readonly project = join(this.folder, 'proj');
  readonly home = join(this.folder, 'home');
  readonly state = join(this.folder, 'state');
  readonly record = join(this.home, '.claude', 'projects', 'p', 's1.jsonl');

  constructor() {
    for (const one of [join(this.project, '.git'), dirname(this.record)])
      mkdirSync(one, { recursive: true });
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  cli(...words: string[]): Promise<Ran> {
    return this.#run([join(dist, 'cli.js'), ...words], '');
  }

  hook(event: string, more: object = {}): Promise<Ran> {
    const payload = {
      session_id: 's1',
      transcript_path: this.record,
      cwd: this.project,
      hook_event_name: event,
      ...more,
    };
    return this.#run([join(dist, 'hook.cjs'), 'claude-code'], JSON.stringify(payload));
  }

  #run(words: string[], input: string): Promise<Ran> {
    return new Promise((resolve) => {
      const timed = '"$@"; code=$?; times >&3; exit $code';
      const child = spawn('sh', ['-c', timed, 'sh', process.execPath, ...words], {
        cwd: this.project,
        env: { PATH: process.env.PATH, HOME: this.home, HOLDFAST_HOME: this.state },
        stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
        timeout: 120_000,
        killSignal: 'SIGKILL',
      });
      const ran = { code: null as number | null, out: '', err: '', ms: 0 };
      child.stdout!.on('data', (bytes) => {
        ran.out += bytes;
      });
      child.stderr!.on('data', (bytes) => {
        ran.err += bytes;
      });
      child.stdin!.on('error', () => undefined);
      child.stdin!.end(input);
      let times = '';
      (child.stdio[3] as Readable).on('data', (bytes) => {
        times += bytes;
      });
      child.on('close', (code) => resolve({ ...ran, code, ms: childMs(times) }));
    });
  }

  remove(): void {
    removeFolder(this.folder);
  }
}

/** The second line of `times` tells of the programs that it started: `0m1.234s 0m0.100s`. */
function childMs(times: string): number {
  const parts = (times.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g);
  return [...parts].reduce((sum, [, m, s]) => sum + (Number(m) * 60 + Number(s)) * 1000, 0);
}

/** Rows of a record of Claude Code, of what a person and the agent said and what a tool printed. */
export function recordOf(cwd: string, texts: readonly string[]): string {
  return texts
    .flatMap((text, at) => {
      const base = (more: object, id: string) =>
        `${JSON.stringify({ uuid: `${id}${at}`, sessionId: 's1', cwd, timestamp: '2026-01-01T00:00:00.000Z', ...more })}\n`;
      const use = { type: 'tool_use', id: `t${at}`, name: 'Bash', input: { command: text } };
      const result = { type: 'tool_result', tool_use_id: `t${at}`, content: text, is_error: true };
      return [
        base({ type: 'user', message: { role: 'user', content: `Never print ${text}.` } }, 'u'),
        base(
          { type: 'assistant', message: { id: `m${at}`, role: 'assistant', content: [use] } },
          'a',
        ),
        base({ type: 'user', message: { role: 'user', content: [result] } }, 'r'),
      ];
    })
    .join('');
}

/** Runs attempts one after the other within a budget. `tried`: its kind, how many attempts it counts as, and what is wrong. */
export async function inTurn(
  budget: Budget,
  try_: (at: number) => Promise<{ kind: string; count?: number; wrong?: string | undefined }>,
): Promise<Outcome> {
  const outcome = nothingYet();
  const last = budget.first + budget.attempts;
  let at = budget.first;
  while (at < last && Date.now() < budget.until) {
    const { kind, count = 1, wrong } = await try_(at);
    counted(outcome, { at, kind, count, wrong });
    at += count;
  }
  return outcome;
}
