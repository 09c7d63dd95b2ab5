import { parseShell } from '../shell/parse.ts';
import { programName, shells } from '../shell/program-name.ts';
import { isPlainlyReadOnly } from '../shell/read-only.ts';
import { baseName, isInside, joinPath } from '../task/path.ts';
import { beganIn, endedIn } from './agent-spans.ts';
import { changedPaths } from './changes.ts';
import type { CallEntry } from './entry.ts';

/** What a call did to the way in which commands run, and the word that a question about it must hold. */
export interface Steer {
  entry: CallEntry;
  why: string;
  about: string;
}

export const managers = /^(?:c?npm|pnpm|yarn|bun|npx|bunx)$/;
/** Files that say how package managers run a script. */
export const managerSettings = ['.npmrc', '.yarnrc', '.yarnrc.yml', 'bunfig.toml', '.pnpmfile.cjs'];
/** Files that shells read before they run anything. */
const shellSettings = [
  '.bashrc',
  '.bash_profile',
  '.bash_aliases',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  'config.fish',
];
/** Variables by which a later command of the session may run something else. */
const variables =
  /(?:^|[\s;&|(])(?:export\s+|declare\s+-\w+\s+|typeset\s+-\w+\s+)?((?:npm_config_(?:script_shell|shell|node_options|userconfig|globalconfig|prefix))|BASH_ENV|LD_PRELOAD|DYLD_INSERT_LIBRARIES)=/i;
/** A folder that anybody writes to, before all others. */
const path =
  /(?:^|[\s;&|(])(?:export\s+|declare\s+-\w+\s+|typeset\s+-\w+\s+|printf\s+-v\s*)?PATH[= ]["']?(?:%s["']?\s+["']?)?(?:\/tmp|\/var\/tmp|\/dev\/shm|\.{1,2}(?:\/(?!node_modules\/)|[:"'\s]))/;

/**
 * What calls of the session did to how a command runs, before it ran: settings of its package manager or of the shell, another
 * program under its name, a file among what is installed. A run behind such a call proves nothing by ending well.
 */
export function steersOf(
  calls: readonly CallEntry[],
  run: CallEntry,
  wanted: readonly string[],
  folder: string,
): Steer[] {
  const rest = wanted[0] === 'timeout' ? wanted.slice(2) : wanted;
  const program = programName(rest[0] ?? '');
  const own = ownFile(rest, folder);
  return calls.flatMap((entry) => {
    if (entry.outcome === 'denied' || isSurelyLater(entry, run)) return [];
    const found = inFiles(entry, program, own) ?? inCommand(entry, program);
    return found === undefined ? [] : [{ entry, ...found }];
  });
}

function isSurelyLater(entry: CallEntry, run: CallEntry): boolean {
  if (entry.agent === run.agent) return entry.began > run.began;
  return beganIn(entry) >= endedIn(run);
}

/** The file of the project that the command is, or that it hands to a shell. */
function ownFile(
  [program = '', first = '']: readonly string[],
  folder: string,
): string | undefined {
  if (program.includes('/')) return joinPath(folder, program);
  return shells.test(program) && first !== '' && !first.startsWith('-')
    ? joinPath(folder, first)
    : undefined;
}

type Found = Omit<Steer, 'entry'>;

function inFiles(entry: CallEntry, program: string, own: string | undefined): Found | undefined {
  for (const changed of changedPaths(entry)) {
    const name = baseName(changed);
    if (changed === own) return { why: `${name} itself was changed`, about: name };
    if (isSetting(name, program)) return { why: `${name} was changed`, about: name };
    if (name === program && own === undefined)
      return { why: `a file named ${program} was written`, about: program };
    if (isInside(changed, '/') && /\/node_modules\//.test(changed))
      return { why: 'a file in node_modules was changed', about: 'node_modules' };
  }
  return undefined;
}

function isSetting(name: string, program: string): boolean {
  return shellSettings.includes(name) || (managers.test(program) && managerSettings.includes(name));
}

function inCommand({ command, does }: CallEntry, program: string): Found | undefined {
  if (does !== 'shell' || command === undefined) return undefined;
  const variable = variables.exec(command)?.[1];
  if (variable !== undefined) return { why: `${variable} was set`, about: variable };
  if (path.test(command)) return { why: 'PATH was set', about: 'PATH' };
  if (managers.test(program)) {
    const set = settingOf(command);
    if (set !== undefined) return set;
  }
  const named = namedSetting(command, program);
  if (named !== undefined && !isPlainlyReadOnly(command))
    return { why: `${named} may have been changed`, about: named };
  return undefined;
}

/** A file by which commands run otherwise that a command line names; also the program in the folder of installed ones. */
function namedSetting(command: string, program: string): string | undefined {
  const names = [...shellSettings, ...(managers.test(program) ? managerSettings : [])];
  const bin = /node_modules\/\.bin\/[\w.-]{1,80}(?=["']?\s*(?:$|[;&|\n]))/.exec(command);
  // To run a program of that folder is no change of it.
  if (
    bin !== null &&
    /(?:^|[\s;&|])(?:ln|cp|mv|install|tee|dd)\s|> ?["']?[\w.~$/-]{0,100}node_modules/.test(command)
  )
    return 'node_modules';
  return names.find((name) => {
    const at = command.indexOf(name);
    if (at < 0) return false;
    const before = command[at - 1] ?? ' ';
    const after = command[at + name.length] ?? ' ';
    return /[\s/~"'=>]/.test(before) && !/[\w.-]/.test(after);
  });
}

/** Settings that say nothing about how a script runs. */
const harmlessKey =
  /^(?:fund|audit|audit-level|progress|registry|update-notifier|color|loglevel|save-exact|save-prefix|engine-strict|legacy-peer-deps|cache|proxy|https-proxy|strict-ssl|cafile|maxsockets|fetch-\w{1,20}|fetch-retry-\w{1,20}|init[.-][\w.-]{1,40}|@[\w-]{1,80}:registry|\/\/.{1,200})$/;

/** Words that may stand before a program. */
const leading = /^(?:if|then|elif|else|while|until|do|time|sudo|doas|env|command|[{!(])$/;

function settingOf(command: string): Found | undefined {
  const script = parseShell(command);
  if ('unclear' in script) {
    const isManaged = /\b(?:c?npm|pnpm|yarn|bun)\s/.test(command);
    return isManaged &&
      /\bconfig (?:set|edit)\b|\bset [\w-]{0,40}shell\b|\bpkg (?:set|delete)\b/.test(command)
      ? { why: 'the settings of the package manager may have been changed', about: 'settings' }
      : undefined;
  }
  for (const { words } of script.commands) {
    const texts = words.map(({ text }) => text);
    const [program = '', ...args] = texts.slice(texts.findIndex((text) => !leading.test(text)));
    if (!managers.test(programName(program))) continue;
    const [first = '', second = '', ...more] = args.filter((text) => !/^-[\w-]{0,40}$/.test(text));
    if (first === 'pkg' && /^(?:set|delete|rm)$/.test(second)) {
      if (more.some((text) => /^["']?scripts?\b/.test(text)))
        return { why: 'a script of package.json was set', about: 'package.json' };
      continue;
    }
    const keys =
      first === 'set'
        ? [second, ...more]
        : /^(?:config|conf|c)$/.test(first) && /^(?:set|s|edit)$/.test(second)
          ? more
          : undefined;
    if (keys === undefined) continue;
    const key = (keys[0] ?? '').split('=')[0]!;
    if (!harmlessKey.test(key))
      return { why: `${key || 'a setting'} of ${program} was set`, about: key || program };
  }
  return undefined;
}
