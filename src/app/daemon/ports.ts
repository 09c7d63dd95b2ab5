import type { DaemonRecord } from '../../core/daemon/record.ts';

/** What a request to the daemon came to. */
export interface Told {
  status: number;
  /** The body as JSON; undefined where it is none. */
  body: unknown;
}

/** What the clients of the daemon ask of the machine. `platform/` implements these; tests give their own. */
export interface DaemonPorts {
  /** The text of a file in the daemon's folder. */
  read(name: string): string | undefined;
  isAlive(pid: number, identity: string): boolean;
  /** Rejects when nobody answers in `limitMs`. A socket is taken where the record names one. */
  ask(
    at: Pick<DaemonRecord, 'port' | 'socket'>,
    request: {
      method: 'GET' | 'POST';
      target: string;
      headers?: Record<string, string>;
      body?: string;
      limitMs: number;
    },
  ): Promise<Told>;
  /** So many random bytes as hexadecimal. */
  random(bytes: number): string;
}
