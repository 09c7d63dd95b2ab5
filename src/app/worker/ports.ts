import type { ProcessMark } from '../../core/worker/launch.ts';

/** What workers ask of the machine. `platform/` implements these; tests give their own. */

/** Files below the state folder, named by paths with forward slashes. Folders 0700, files 0600. */
export interface WorkerDisk {
  /** Absolute path of a name. */
  place(name: string): string;
  /** Undefined when absent or unreadable. */
  read(name: string): string | undefined;
  /** Replaces a file whole and flushed. Throws a Fault when the disk refuses. */
  write(name: string, text: string): void;
  /** The same without flushing; false when the disk refuses. */
  replace(name: string, text: string): boolean;
  /** Makes a file whole that is not there; false when it is. Throws a Fault when the disk refuses. */
  create(name: string, text: string): boolean;
  /** Moves a file; false when it is gone. */
  move(from: string, to: string): boolean;
  remove(name: string): void;
  removeFolder(name: string): void;
  /** Names in a folder, sorted by code unit. */
  list(folder: string): string[];
  /** Milliseconds since a file was changed; undefined when it is gone. */
  ageMs(name: string): number | undefined;
  /** Appends lines; of a file over the limit the older half is kept aside as `<name>.1`. False when the disk refuses. */
  append(name: string, lines: readonly string[], limitBytes: number): boolean;
  makeFolder(path: string): void;
  /** Runs alone among our processes that hold the same name; `busy` where another one has it for five seconds. */
  locked<T>(name: string, work: () => T, busy: () => T): T;
}

export interface ClientSpec {
  /** Absolute path. */
  program: string;
  args: string[];
  folder: string;
  env: Record<string, string | undefined>;
  input: string;
  keepsInput: boolean;
  /** The variable by which everything that it starts can be found. */
  mark: { name: string; value: string };
}

/** How a client's process ended. */
export interface ClientEnd {
  notStarted?: { code: string; message: string };
  code?: number;
  signal?: string;
  /** It left processes running, which were ended. */
  leftRunning: boolean;
  /** Lines that were too long to be kept. */
  oversized: number;
  /** The end of standard error. */
  errors: string;
}

export interface RunningClient {
  /** Undefined when it could not be started. */
  mark: ProcessMark | undefined;
  /** Writes to its standard input; false when that is closed. */
  write(text: string): boolean;
  endInput(): void;
  /** Ends its process group politely, after `graceMs` firmly; resolves when nothing of it is left. */
  stop(graceMs: number): Promise<void>;
  /** Since when it is quiet, and whether in the middle of a line. */
  quiet(): { ms: number; anyByte: boolean; halfLine: boolean };
  /** Resolves when it has ended and nothing of it is left. */
  ended: Promise<ClientEnd>;
}

export type StartClient = (spec: ClientSpec, onLine: (text: string) => void) => RunningClient;

export interface WorkerProcesses {
  /** What tells a process from all others of its number; undefined when there is none. */
  identity(pid: number): string | undefined;
  signal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void;
  /** Ends what is left of a worker's client: its group where it still is that one, and all that carry its mark. */
  endLeft(client: ProcessMark | undefined, worker: string, graceMs: number): Promise<void>;
}

/** Waiting. Every time is multiplied by the pace, so that tests need not wait as long as people. */
export interface Pace {
  /** Milliseconds that a time of so many stands for. */
  ms(time: number): number;
  wait(time: number): Promise<void>;
}
