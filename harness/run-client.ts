import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { atExit } from './cleanup.ts';
import type { FetchedClient } from './fetch-client.ts';
import type { ModelServer } from './model-server.ts';
import { findTranscript, parseRows, type Row, readRows } from './record.ts';
import type { ModelRequest } from './request.ts';
import { clientEnvironment, type Sandbox } from './sandbox.ts';

export interface RunOptions {
  client: FetchedClient;
  sandbox: Sandbox;
  server: ModelServer;
  prompt: string;
  /** Written as the person's own settings of the client before the run. Absent: left as they are. */
  userSettings?: Record<string, unknown>;
  /** The same for the project's settings. */
  projectSettings?: Record<string, unknown>;
  /** The session to go on with. */
  resume?: string;
  /** Further arguments of the client. */
  args?: string[];
  env?: Record<string, string>;
  cwd?: string;
  /** How tools are allowed; default: all of them, unasked. */
  permissions?: string[];
  /** After this time the client is ended, by its id; default 60,000. */
  timeoutMs?: number;
}

export interface ClientRun {
  exitCode: number | null;
  timedOut: boolean;
  /** The client's stream, one object a line. */
  stream: Row[];
  stderr: string;
  sessionId: string;
  /** The last answer, as the client reports it. */
  result: string;
  transcriptPath: string | undefined;
  /** The rows of the client's own record after the run. */
  rows: Row[];
  /** Requests of this run. */
  requests: ModelRequest[];
}

/** Runs the client once in print mode, until it ends by itself. */
export async function runClient(options: RunOptions): Promise<ClientRun> {
  const { client, sandbox, server } = options;
  writeSettings(join(sandbox.home, '.claude', 'settings.json'), options.userSettings);
  writeSettings(join(sandbox.project, '.claude', 'settings.json'), options.projectSettings);
  const first = server.log.length;
  const args = ['-p', options.prompt, '--output-format', 'stream-json', '--verbose'];
  args.push(...(options.permissions ?? ['--dangerously-skip-permissions']));
  if (options.resume) args.push('--resume', options.resume);
  args.push(...(options.args ?? []));

  const ended = await run(client.path, args, {
    cwd: options.cwd ?? sandbox.project,
    env: clientEnvironment(sandbox, server.url, options.env),
    timeoutMs: options.timeoutMs ?? 60_000,
  });
  const stream = parseRows(ended.stdout);
  const sessionId = String(stream.find((row) => row.session_id)?.session_id ?? '');
  const transcriptPath = findTranscript(sandbox.home, sessionId);
  return {
    exitCode: ended.code,
    timedOut: ended.timedOut,
    stream,
    stderr: ended.stderr,
    sessionId,
    result: String(stream.findLast((row) => row.type === 'result')?.result ?? ''),
    transcriptPath,
    rows: transcriptPath ? readRows(transcriptPath) : [],
    requests: server.log.slice(first),
  };
}

function writeSettings(path: string, settings: Record<string, unknown> | undefined): void {
  if (settings === undefined) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(settings, null, 2)}\n`);
}

interface Ended {
  code: number | null;
  timedOut: boolean;
  stdout: string;
  stderr: string;
}

/** Starts one process in a group of its own, and ends that group when its time is over. */
export function run(
  program: string,
  args: string[],
  options: { cwd: string; env: Record<string, string>; timeoutMs: number; input?: string },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: options.env,
      stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
    const done = atExit(() => endGroup(child.pid));
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      endGroup(child.pid);
    }, options.timeoutMs);
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout?.on('data', (chunk) => stdout.push(chunk));
    child.stderr?.on('data', (chunk) => stderr.push(chunk));
    child.stdin?.end(options.input);
    child.on('error', (error) => {
      done();
      clearTimeout(timer);
      reject(error);
    });
    child.on('close', (code) => {
      done();
      clearTimeout(timer);
      resolve({
        code,
        timedOut,
        stdout: Buffer.concat(stdout).toString('utf8'),
        stderr: Buffer.concat(stderr).toString('utf8'),
      });
    });
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended by itself in the meantime.
  }
}
