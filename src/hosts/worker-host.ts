import type { PermissionRequest, WorkerEvent } from '../core/worker/event.ts';

/**
 * What a worker may do. `ask`: what changes something is asked for; `edit`: edits inside its work tree are allowed, the
 * rest is asked for; `full`: everything, which only a person's own flag at launch gives. A client that cannot tell where an
 * edit lands asks at `edit` too; who answers allows a request that is an `edit` and whose paths lie inside.
 */
export type WorkerPermission = 'ask' | 'edit' | 'full';

/** What is wished of a run of a client. */
export interface WorkerWish {
  /** The first message, or what a session that is gone on with is told. */
  prompt: string;
  /** The folder that the client runs in, absolute. */
  folder: string;
  permission: WorkerPermission;
  model?: string;
  /** The session to go on with. */
  resume?: string;
  /** An id for a new session, a UUID, on hosts that take one from outside. */
  sessionId?: string;
  /** Patterns of commands that pass unasked, for clients that ask nobody and take such rules. */
  allow?: readonly string[];
  /** True where it may start agents and workers of its own; else the client's tools for that are taken away. */
  coordinates?: boolean;
  /** Further folders that it may read and edit in, absolute: the ticket's, a scratch folder. */
  folders?: readonly string[];
  /**
   * The folder of Holdfast's own built programs, absolute. A client without permissions of its own gets one of them as its
   * extension; where the folder is not given, such a client's changing tools are taken away instead.
   */
  programs?: string;
}

/** How a client is started. Never holds a secret: command lines can be read by every process. */
export interface WorkerCommand {
  /** Arguments behind the program's name. */
  args: string[];
  /** Variables set beside those that it gets anyway; undefined takes one away. */
  env?: Record<string, string | undefined>;
  /** What is written to its standard input at once. */
  input: string;
  /** True when standard input stays open after that, for further messages and answers. */
  keepsInput: boolean;
  /** True when the id that was wished for is the session's. */
  takesSessionId: boolean;
}

/** How the client's stream is read: one for each run. */
export interface WorkerStream {
  /**
   * One line of standard output, without its line end, which is a line feed alone: other separators stand raw inside of JSON,
   * and Node's `readline` would cut there. Never throws; a line that is none of its kind gives `unknown`.
   */
  line(text: string): WorkerEvent[];
  /**
   * Called once when the client has ended, whatever the cause: what was held back, and the result where none is printed.
   * `exitCode` is null where a signal ended it, or where it is not known.
   */
  end?(exitCode: number | null): WorkerEvent[];
}

/** A client's library, which a Node process of ours can run in place of the client's own program. */
export interface WorkerLibrary {
  /** The package's name. */
  package: string;
  /** The lowest version of Node that it runs on: major and minor. */
  node: readonly [number, number];
  /** Our program that runs it, by its name in the folder of programs; it takes the path of the library, then the client's arguments. */
  script: string;
}

/** What is wished of a client at a terminal. */
export interface TerminalWish {
  /** The first message. */
  prompt: string;
  model?: string;
}

/** A worker's side of a host: how its client is started headless, and what it says. All functions are pure. */
export interface WorkerHost {
  /** The host's id. */
  id: string;
  /** The program's name, looked for on PATH. */
  program: string;
  start(wish: WorkerWish): WorkerCommand;
  /** Arguments with which its program opens at a terminal, where it sends the first message by itself. */
  atTerminal(wish: TerminalWish): string[];
  stream(): WorkerStream;
  /** What is written to its standard input as a further message of the person; absent where it takes none while it runs. */
  message?(text: string): string;
  /** What is written to its standard input as the answer to a request; absent where it asks nobody. */
  answer?(request: PermissionRequest, allowed: boolean, reason: string): string;
  /** What is written to its standard input to stop its turn politely; absent where only a signal does. */
  interrupt?(): string;
  /**
   * What is written to its standard input to give it another secret by the name of its variable; undefined for a variable that
   * it does not take while it runs, absent where it takes none.
   */
  rotateSecret?(name: string, value: string): string | undefined;
  /**
   * A program of ours that stands between, by its name in the folder of programs: Node starts it with the client's absolute
   * path before the arguments. Absent where the client is started itself.
   */
  driver?: string;
  /** The first version of its program that can be a worker; absent where every version that Holdfast works with can. */
  leastVersion?: string;
  /** Absent where the client has no library that a worker can be run with. */
  library?: WorkerLibrary;
  /** True when its stream shows compactions; else its record is asked. */
  showsCompactions: boolean;
}
