import type { TextEdit } from '../settings-text/edit.ts';
import type { ClientVersions } from './client-version.ts';
import type { HookTrust } from './hook-trust.ts';
import type { HostLeavings } from './host-leavings.ts';
import type { ProjectSettings } from './project-settings.ts';
import type { ServerInstall } from './server-install.ts';
import type { ShelfInstall } from './shelf-install.ts';
import type { StatusLineInstall } from './status-line.ts';
import type { SummaryPrompt } from './summary-prompt.ts';

/** What stands in a settings file: hooks, the MCP server, or both. */
export type InstallPart = 'hooks' | 'server' | 'both';

/** Where a registration counts: for everything this user does, or for one project. */
export type Scope = 'user' | 'project';

export const scopes: readonly Scope[] = ['user', 'project'];

/** What a host's files depend on: the environment, the home folder and the project's root. */
export interface Place {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  project: string;
}

/** How an event comes to us: by a process that is started for it, by our MCP server, or by the daemon. */
export type HookTransport = 'command' | 'mcp' | 'http';

export const hookTransports: readonly HookTransport[] = ['command', 'mcp', 'http'];

/**
 * How hooks find the launcher. `portable`: looked up where they run; `fixed`: in a state folder named at install; `windows`: the
 * same, by commands that need no POSIX shell.
 * `transport`: how events are wanted, where the host can do that; absent: as commands.
 */
export type LauncherForm = (
  | { form: 'portable' }
  | { form: 'fixed'; stateFolder: string }
  | WindowsLauncher
) & {
  transport?: HookTransport;
  /** With `transport` http: where events are posted. */
  daemon?: DaemonPlace;
  /** The version of the client that reads the file; absent where it is not known. */
  client?: string;
};

/** The launcher on a machine with Windows, in a state folder named at install. */
export interface WindowsLauncher {
  form: 'windows';
  stateFolder: string;
}

/** Where the daemon takes hooks. */
export interface DaemonPlace {
  /** Without a slash at its end. */
  url: string;
  /** The key that opens its hooks and nothing else. */
  key: string;
}

/** A settings file's way from what it is to what it is to become. */
export interface Change {
  /** The text afterwards. */
  text: string;
  /** The edits, pass by pass; each pass counts in the text that the one before left. */
  passes: TextEdit[][];
  /** Hook entries put in, brought up to date, taken out. */
  added: number;
  updated: number;
  removed: number;
  /** Containers that did not exist before, as paths such as `hooks` and `hooks/Stop`. */
  created: string[];
  /** What came of our MCP server's entry; `other`: one of another's stands under our name and stays. Absent: as before. */
  server?: 'added' | 'updated' | 'removed' | 'other';
  /** The same of our line in the client's status line; `other`: the setting there is no command, and stays. */
  statusLine?: 'added' | 'updated' | 'removed' | 'other';
}

/** A hook found in a settings file that is ours: its command; of a plugin the file; else what it calls, as one text. */
export interface Registered {
  event: string;
  command: string;
  /** Absent: a command, or a plugin. */
  transport?: HookTransport;
  /** The program and its arguments, where the host starts one without a shell; `command` then is both as one text. */
  exec?: readonly string[];
}

/** One event that `holdfast doctor` plays to the registered commands, as the host would. */
export interface Probe {
  event: string;
  payload: Record<string, unknown>;
  /** Variables that the host sets for its hooks. */
  env: Record<string, string>;
  /** True when the hook must leave an entry in the session's journal; else it must do and say nothing. */
  arrives: boolean;
}

/** The settings of an administrator, which a host reads before those of a person. */
export interface ManagedSettings {
  /** Every such file that may be there, on whatever system; `list` tells the names in a folder. */
  files(list: (folder: string) => string[]): string[];
  /** The file to put hooks into, by the system as Node names it; a folder of such files is preferred to one that others use. */
  file: Readonly<Record<'darwin' | 'linux' | 'win32', string>>;
  /** The setting there by which the host runs no other hooks than those of an administrator; absent: it has none. */
  only?: string;
}

/** How Holdfast gets into one host's settings. All functions are pure; text in, edits out. */
export interface HostInstall {
  host: string;
  title: string;
  /** Made from the documents of the host, whose client nobody ran here. */
  fromDocuments?: true;
  /** The program's name, to look for on PATH. */
  program: string;
  /** The program that runs in the host's own process, by its file's name (what such programs share is in a file beside it); absent where hooks are commands. */
  bundle?: string;
  /** Environment variables that are set inside the host's sessions. */
  sessionMarkers: string[];
  /** The one of them that holds the session's id. */
  sessionVariable?: string;
  /** What not every version of the client takes; absent where no version ignores its file for what we write. */
  versions?: ClientVersions;
  /** Where the program may be besides on PATH. */
  programPlaces?(place: Place): string[];
  /** The host's own configuration folder of this user. */
  folder(place: Place): string;
  /** `exists`: whether a file is there, for hosts that read one of two. */
  settingsFile(scope: Scope, place: Place, exists?: (path: string) => boolean): string;
  /** Throws a Fault when the file is one that the host itself would not read. */
  register(text: string, path: string, launcher: LauncherForm): Change;
  /** Takes our entries out, and of the containers named those that are empty then; undefined: those they leave empty. */
  unregister(text: string, path: string, created: string[] | undefined): Change;
  /** A folder that the host loads as a plugin, and the built program that is a part of it. */
  plugin?: {
    program: string;
    files(
      launcher: LauncherForm & { form: 'fixed' | 'windows' },
      version: string,
      program: string,
    ): { path: string; content: string }[];
  };
  /** Our entries in a settings file. */
  registered(text: string, path: string): Registered[];
  /** The names of all events that a settings file has hooks for; only with `versions`. */
  eventsIn?(text: string, path: string): string[];
  /** The setting by which a file switches all hooks off, or all but those of an administrator; undefined: none does. */
  hooksOff(text: string, path: string): string | undefined;
  /**
   * Every settings file that the host reads here and that could switch hooks off, the strongest first. `list` tells
   * the names in a folder.
   */
  settingsFiles(place: Place, list: (folder: string) => string[]): string[];
  settings: ProjectSettings;
  /** How events can come to us besides by commands, or by a plugin. */
  transports?: readonly HookTransport[];
  /** Absent: a person's own settings are all that the host reads besides those of a project. */
  managed?: ManagedSettings;
  /** Absent: the host runs hooks without further ado. */
  trust?: HookTrust;
  /** Absent: the host cannot be told by what to summarise. */
  summaryPrompt?: SummaryPrompt;
  /**
   * Of a host that runs plugins: the text of a module that loads the plugin file at a path, as the host would, and plays the
   * payload on standard input to it.
   */
  player?(path: string): string;
  /**
   * Of a host that runs a project's hooks only in folders that the person trusts: what is missing here, as a sentence with the
   * next step; undefined when nothing is, as far as its files tell.
   */
  folderTrust?(place: Place, readText: (path: string) => string | undefined): string | undefined;
  /** How the host's own status line shows ours; absent: it has none that runs a command. */
  statusLine?: StatusLineInstall;
  /** How the host is told of our MCP server; absent: it takes none. */
  server?: ServerInstall;
  /** How the host installs Holdfast by its own means; absent: it has none. */
  shelf?: ShelfInstall;
  /** What of a host this is; absent: its hooks. See `partsOf`. */
  part?: InstallPart;
  /** Absent: the host makes nothing beside our file. */
  leavings?: HostLeavings;
  /** Events to play with a session id of their own. */
  probes(sessionId: string, folder: string): Probe[];
}
