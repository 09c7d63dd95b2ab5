import { Fault } from '../../core/errors.ts';
import { isSet, offSwitches, ownVariables } from '../../core/install/project-settings.ts';
import type { InstallContext } from '../install/context.ts';
import { managedHooks } from '../install/managed.ts';

/** A variable of importance that a settings file of a host gives to hooks here. */
export interface SwitchInEffect {
  name: string;
  value: string;
  file: string;
  /** True when the file lies in the project. */
  inProject: boolean;
}

/** Variables that say where a person's files lie. A host takes them from the person's own and an administrator's settings only. */
const places = ['LOCALAPPDATA', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME', 'HOME'];

/** Bytes of a settings file that are read at most. */
const longest = 256 * 1024 * 1024;

/** What the settings files that apply here give to hooks, of the variables that matter; of each the strongest file's. */
export function switchesInEffect(context: InstallContext): SwitchInEffect[] {
  const { disk, place, hosts } = context;
  const found = new Map<string, SwitchInEffect>();
  for (const { settings, settingsFiles } of hosts) {
    const own = settings.projectFiles(place.project);
    for (const file of settingsFiles(place, disk.list)) {
      const inProject = own.includes(file);
      const variables = settings.variables(disk.readText(file, longest) ?? '');
      for (const name of [...ownVariables, ...(inProject ? [] : places)]) {
        const value = variables[name];
        if (value === undefined || found.has(name)) continue;
        found.set(name, { name, value, file, inProject });
      }
    }
  }
  return [...found.values()];
}

/** The settings file, and the setting in it, by which a host runs no hook of ours here; undefined when none does. */
export function hooksOffBy({
  disk,
  place,
  hosts,
}: InstallContext): { name: string; file: string } | undefined {
  for (const install of hosts) {
    for (const file of install.settingsFiles(place, disk.list)) {
      const name = settingOrNone(() => install.hooksOff(disk.readText(file) ?? '', file));
      if (name === undefined) continue;
      const stillRun = name === install.managed?.only && managedHooks({ disk }, install);
      if (!stillRun) return { name, file };
    }
  }
  return undefined;
}

/** A file that a host would not read switches nothing. */
function settingOrNone(read: () => string | undefined): string | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

/** Who switches everything off here: a settings file, else the person's own environment; undefined when nobody does. */
export function switchedOffBy(
  context: InstallContext,
): { name: string; file?: string; inProject?: boolean } | undefined {
  const set = switchesInEffect(context);
  for (const name of offSwitches) {
    const given = set.find((one) => one.name === name);
    if (given ? isSet(given.value) : isSet(context.place.env[name])) return given ?? { name };
  }
  return undefined;
}
