import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { atExit } from './cleanup.ts';
import { claudeCodeDriver } from './drivers/claude-code.ts';
import type { ClientDriver } from './drivers/driver.ts';
import type { FetchedClient } from './fetch-client.ts';
import type { ModelServer } from './model-server.ts';
import { parseRows, type Row, readRows } from './record.ts';
import type { ModelRequest } from './request.ts';
import type { Sandbox } from './sandbox.ts';

export interface RunOptions {
  client: FetchedClient;
  /** How the client is driven; default: Claude Code. */
  driver?: ClientDriver;
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
  /** After this time the client is ended, by its id; default 120,000, since some clients take a minute on a busy machine. */
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
  const { sandbox, server } = options;
  const driver = options.driver ?? claudeCodeDriver;
  writeSettings(driver.hooksFile?.(sandbox, 'user'), options.userSettings);
  writeSettings(driver.hooksFile?.(sandbox, 'project'), options.projectSettings);
  const first = server.log.length;
  const started = driver.start({ ...options, serverUrl: server.url });
  const ended = await run(started.program, started.args, {
    cwd: options.cwd ?? sandbox.project,
    env: { ...started.env, ...options.env },
    timeoutMs: options.timeoutMs ?? 120_000,
  });
  const stream = parseRows(ended.stdout);
  const outcome = driver.outcome(stream, sandbox);
  const { transcriptPath } = outcome;
  return {
    exitCode: ended.code,
    timedOut: ended.timedOut,
    stream,
    stderr: ended.stderr,
    ...outcome,
    rows: transcriptPath ? (driver.rows ?? readRows)(transcriptPath) : [],
    requests: server.log.slice(first),
  };
}

function writeSettings(
  path: string | undefined,
  settings: Record<string, unknown> | undefined,
): void {
  if (settings === undefined) return;
  if (path === undefined) throw new Error('This client has no settings file of hooks.');
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
    // A program may end before it has read what it is given; how it ended is told by its code.
    child.stdin?.on('error', () => {});
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
