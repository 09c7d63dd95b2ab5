import type { AskHost } from '../../core/install/hook-trust.ts';
import type {
  DaemonPlace,
  HookTransport,
  HostInstall,
  Place,
  Scope,
} from '../../core/install/host-install.ts';
import type { Clock } from '../ports.ts';
import type { Disk } from './disk.ts';

/** Starts a program as a server, has a conversation with it and ends it. */
export type Talk = <T>(
  program: string,
  args: readonly string[],
  cwd: string,
  conversation: (ask: AskHost) => Promise<T>,
) => Promise<T>;

/** Paths below the state folder that installing touches. */
export interface InstallPaths {
  home: string;
  launcher: string;
  /** The launcher of the MCP server. */
  serverLauncher: string;
  /** The script of the status line. */
  statusLine: string;
  runtimes: string;
  backups: string;
  installs: string;
  notes: string;
}

/** What the install use cases work with. */
export interface InstallContext {
  disk: Disk;
  clock: Clock;
  paths: InstallPaths;
  place: Place;
  hosts: readonly HostInstall[];
  /** Folders to look for programs in. */
  searchPath: string[];
  version: string;
  /** The interpreter that is to run hooks. */
  nodePath: string;
  /** The built hook bundle. */
  bundlePath: string;
  windows: boolean;
  /** Talks with a program that serves JSON lines, and ends it. Rejects when it cannot be started. */
  talk?: Talk;
  /** What a program says of its version. Never rejects. */
  askVersion?(program: string): Promise<string | undefined>;
  /** The version of each host's client that was asked for it, by the host's id. */
  clients?: Readonly<Record<string, string>>;
  /** Where the daemon takes hooks; absent, or undefined: none runs. */
  daemon?(): DaemonPlace | undefined;
  /** Lets the installed bundle keep its compiled code, so that hooks start faster. Never fails. */
  warm?(bundle: string): void;
}

/** The tools of our MCP server: those that are needed now, or all of them from the start. */
export const mcpTools = ['small', 'full'] as const;
export type McpTools = (typeof mcpTools)[number];

/** What a person asked for; absent: what is found, at the default scope. */
export interface InstallRequest {
  host?: string;
  scope?: Scope;
  /** How events are to come to us; absent: as it is registered, else by commands. */
  transport?: HookTransport;
  /** False: without our MCP server. Else which of its tools a client is shown; absent or true: as it is, else the small set. */
  mcp?: boolean | McpTools;
  /** Whether a client's own status line shows ours; absent: as it is. */
  statusLine?: boolean;
}
