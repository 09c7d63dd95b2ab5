import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { WorkerEvent } from '../src/core/worker/event.ts';
import type { WorkerHost, WorkerWish } from '../src/hosts/worker-host.ts';
import { drivenHost } from '../src/hosts/worker-registry.ts';
import { atExit } from './cleanup.ts';
import type { ClientDriver } from './drivers/driver.ts';
import type { FetchedClient } from './fetch-client.ts';
import type { ModelServer } from './model-server.ts';
import type { Sandbox } from './sandbox.ts';

/** The built programs. */
export const programs = join(import.meta.dirname, '..', 'dist');

/** What may be done to a client while it runs. */
export interface WorkerControl {
  /** Writes to its standard input. */
  write(text: string): void;
  /** Closes its standard input. */
  end(): void;
  kill(signal: NodeJS.Signals): void;
}

export interface WorkerRunOptions {
  driver: ClientDriver;
  host: WorkerHost;
  client: FetchedClient;
  sandbox: Sandbox;
  server: ModelServer;
  wish: Omit<WorkerWish, 'folder'>;
  env?: Record<string, string>;
  /** Starts this program in place of the client's: the Node that runs its library. */
  program?: string;
  /** Called for each event, in order; default: standard input is closed at the turn's result. */
  onEvent?(event: WorkerEvent, control: WorkerControl): void;
  /** Default 40,000. */
  timeoutMs?: number | undefined;
}

export interface WorkerRun {
  /** Standard output by lines, without what came as no line. */
  lines: string[];
  events: WorkerEvent[];
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  stderr: string;
  timedOut: boolean;
}

/** Runs a client once through its `WorkerHost`, as a supervisor does, in an isolated home with a dummy key. */
export function runWorker(options: WorkerRunOptions): Promise<WorkerRun> {
  const { driver, host, client, sandbox, server } = options;
  const asDriven = driver.start({ client, sandbox, serverUrl: server.url, prompt: '' });
  const command = drivenHost(host, programs, client.path).start({
    ...options.wish,
    folder: sandbox.project,
    programs,
  });
  const driven = host.driver !== undefined;
  const { program = driven ? process.execPath : asDriven.program } = options;
  const before =
    !driven && !options.program && asDriven.args[0] === client.path ? [client.path] : [];
  const env: Record<string, string | undefined> = {
    ...asDriven.env,
    ...command.env,
    ...options.env,
  };
  for (const [name, value] of Object.entries(env)) if (value === undefined) delete env[name];
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...before, ...command.args], {
      cwd: sandbox.project,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    const kill = (signal: NodeJS.Signals) => {
      try {
        process.kill(-child.pid!, signal);
      } catch {
        // It ended by itself in the meantime.
      }
    };
    const done = atExit(() => kill('SIGKILL'));
    const run: WorkerRun = {
      lines: [],
      events: [],
      exitCode: null,
      signal: null,
      stderr: '',
      timedOut: false,
    };
    const timer = setTimeout(() => {
      run.timedOut = true;
      kill('SIGKILL');
    }, options.timeoutMs ?? 40_000);
    const control: WorkerControl = {
      write: (text) => void child.stdin.write(text),
      end: () => void child.stdin.end(),
      kill,
    };
    const stream = host.stream();
    const onEvent =
      options.onEvent ?? ((event, { end }) => void (event.type === 'result' && end()));
    const take = (line: string) => {
      run.lines.push(line);
      for (const event of stream.line(line)) {
        run.events.push(event);
        onEvent(event, control);
      }
    };
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop()!;
      for (const line of lines) take(line);
    });
    child.stderr.on('data', (chunk) => {
      run.stderr += chunk;
    });
    // The client may end before it has read everything.
    child.stdin.on('error', () => {});
    child.stdin.write(command.input);
    if (!command.keepsInput) child.stdin.end();
    child.on('error', reject);
    child.on('close', (code, signal) => {
      done();
      clearTimeout(timer);
      run.events.push(...(stream.end?.(code) ?? []));
      resolve({ ...run, exitCode: code, signal });
    });
  });
}
