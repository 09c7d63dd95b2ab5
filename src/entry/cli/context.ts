import { delimiter, normalize } from 'node:path';
import type { InstallContext } from '../../app/install/context.ts';
import { withNativePaths } from '../../app/install/native-paths.ts';
import { projectRoot } from '../../app/task/project-root.ts';
import type { HostInstall } from '../../core/install/host-install.ts';
import { claudeCodeInstall } from '../../hosts/claude-code/install.ts';
import { codexInstall } from '../../hosts/codex/install.ts';
import { copilotInstall } from '../../hosts/copilot/install.ts';
import { cursorInstall } from '../../hosts/cursor/install.ts';
import { droidInstall } from '../../hosts/droid/install.ts';
import { geminiInstall } from '../../hosts/gemini/install.ts';
import { openCodeInstall } from '../../hosts/opencode/install.ts';
import { piInstall } from '../../hosts/pi/install.ts';
import { qwenInstall } from '../../hosts/qwen/install.ts';
import { askVersion } from '../../platform/ask-version.ts';
import { clock } from '../../platform/clock.ts';
import { disk } from '../../platform/disk.ts';
import { files } from '../../platform/files.ts';
import { talkTo } from '../../platform/host-server.ts';
import { type Kin, ownLineage, sitsAtItsTerminal } from '../../platform/lineage.ts';
import { ownPackage } from '../../platform/package.ts';
import {
  type Environment,
  homeFolder,
  type StatePaths,
  stateFolder,
  statePaths,
  userConfigFile,
} from '../../platform/paths.ts';
import { print } from '../../platform/process.ts';
import { runQuietly } from '../../platform/run-quietly.ts';
import { dropDeadScratch } from '../../platform/scratch-folder.ts';
import {
  askYesNo,
  inputDevice,
  isInteractive,
  outputColumns,
  readsTerminal,
  terminalWidth,
  wantsColour,
} from '../../platform/terminal.ts';
import { daemonPlace } from './daemon-place.ts';
import { wrap } from './wrap.ts';

/** What every command gets: the machine, the places, and a way to ask the person. */
export interface CliContext {
  env: Environment;
  home: string;
  cwd: string;
  /** The project's top folder, real path. */
  project: string;
  paths: StatePaths;
  userConfig: string;
  version: string;
  install: InstallContext;
  /** A clause that says why no person gave this command; absent where its own process shows who did. */
  notByPerson?: string;
  /** True where the daemon saw that a person gave it: on a page that they opened at a terminal of their own. */
  byPerson?: true;
  /** True when a person sits at standard input and output. */
  interactive: boolean;
  /** True when standard input is a terminal. */
  terminalInput: boolean;
  /** What started this process, and what is behind its terminal. */
  lineage(): Iterable<Kin>;
  /** False when standard input is a terminal that is not this process's own. */
  ownTerminal(): boolean;
  /** Removes what a run that was killed left in the state folder. */
  sweep(): void;
  colour: boolean;
  /** Columns that a table may take. */
  width: number;
  /** Shows text before the command's result, when the person must see it first. */
  say(text: string): void;
  /** Shows a text as it is, such as a diff, whose lines are not wrapped. */
  show(text: string): void;
  /** Asks a yes-or-no question; only where `interactive`. */
  ask(question: string): Promise<boolean>;
}

/** Every host that can be installed for. */
const hosts: readonly HostInstall[] = [
  claudeCodeInstall,
  codexInstall,
  openCodeInstall,
  piInstall,
  qwenInstall,
  geminiInstall,
  copilotInstall,
  cursorInstall,
  droidInstall,
];

export function makeContext(env: Environment, cwd: string): CliContext {
  const paths = statePaths(stateFolder(env));
  const home = homeFolder(env);
  const project = projectRoot(files, cwd, { home }) ?? cwd;
  const { version, hookBundle } = ownPackage();
  const windows = process.platform === 'win32';
  return {
    env,
    home,
    cwd,
    project,
    paths,
    userConfig: userConfigFile(env),
    version,
    get interactive() {
      return isInteractive();
    },
    get terminalInput() {
      return readsTerminal();
    },
    lineage: ownLineage,
    sweep: () => dropDeadScratch(paths.home),
    ownTerminal: () => sitsAtItsTerminal(inputDevice()),
    colour: wantsColour(env),
    width: terminalWidth(),
    install: {
      disk,
      clock,
      paths,
      place: { env, home, project },
      hosts: windows ? hosts.map((host) => withNativePaths(host, normalize)) : hosts,
      searchPath: (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => folder !== ''),
      version,
      nodePath: process.execPath,
      bundlePath: hookBundle,
      windows,
      talk: (program, args, folder, conversation) =>
        talkTo(program, args, { cwd: folder, env }, conversation),
      askVersion: (program) => askVersion(program, env, home),
      daemon: () => daemonPlace(paths.home),
      warm: (bundle) =>
        runQuietly(process.execPath, [bundle, '--warm'], { ...env, HOLDFAST_HOME: paths.home }),
    },
    say: (text) => print(wrap(text, outputColumns())),
    show: print,
    ask: askYesNo,
  };
}
