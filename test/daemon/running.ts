import { existsSync, readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { type CliMachine, makeCliMachine } from '../entry/cli/machine.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The text as JSON; undefined where it is none. */
  json: never;
}

export interface Request {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Default: that of the daemon. An empty one leaves the header out. */
  token?: string;
  socket?: string;
}

/** A machine with a daemon of its own, and a client of it. */
export class RunningDaemon {
  readonly machine: CliMachine;

  constructor(machine = makeCliMachine()) {
    this.machine = machine;
  }

  start(env: Record<string, string> = {}): { pid: number; port: number; started: boolean } {
    const { code, out, err } = this.machine.run(['daemon', 'start', '--json'], { env });
    if (code !== 0) throw new Error(`daemon start: ${err}`);
    return JSON.parse(out);
  }

  /** Where it says that it is. */
  get record(): { pid: number; port: number; socket: string; version: string } {
    return JSON.parse(readFileSync(this.place('daemon.json'), 'utf8'));
  }

  get token(): string {
    return readFileSync(this.place('token'), 'utf8').trim();
  }

  get log(): string {
    const path = this.place('daemon.log');
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }

  place(name: string): string {
    return join(this.machine.state, 'daemon', name);
  }

  ask(path: string, options: Request = {}): Promise<Answer> {
    const { port } = this.record;
    const {
      method = options.body === undefined ? 'GET' : 'POST',
      body,
      token = this.token,
    } = options;
    const headers = {
      host: `127.0.0.1:${port}`,
      ...(token && { authorization: `Bearer ${token}` }),
      ...options.headers,
    };
    const place =
      options.socket === undefined ? { host: '127.0.0.1', port } : { socketPath: options.socket };
    return new Promise((resolve, reject) => {
      const asked = request({ ...place, method, path, headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => {
          const { statusCode = 0, headers: told } = response;
          resolve({ status: statusCode, headers: told, text, json: parsed(text) as never });
        });
        response.on('error', reject);
      });
      asked.on('error', reject);
      asked.end(body);
    });
  }

  hook(payload: Record<string, unknown>, headers: Record<string, string> = {}): Promise<Answer> {
    const event = String(payload.hook_event_name);
    return this.ask(`/hooks/claude-code/${event}`, { body: JSON.stringify(payload), headers });
  }

  kill(): void {
    const { pid } = this.record;
    process.kill(pid, 'SIGKILL');
    while (isAlive(pid)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }

  remove(): void {
    this.machine.run(['daemon', 'stop']);
    this.machine.remove();
  }
}

export function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
