import {
  isSet,
  offSwitches,
  ownVariables,
  type ProjectSettings,
} from '../../core/install/project-settings.ts';
import type { Files } from '../ports.ts';

/** A settings file of a host, in a project, that switches Holdfast off or leads it away. */
export interface ProjectSwitch {
  /** Absolute path. */
  file: string;
  /** What it sets: names and values of variables of ours, by name. */
  set: [string, string][];
}

/** Bytes of a settings file that are read at most; padding one must not hide what it says. */
const longest = 256 * 1024 * 1024;

/**
 * What the host's settings files in a folder do to Holdfast. A variable that a stronger file sets counts there; a
 * switch that is off in the end does nothing and is not listed.
 */
export function projectSwitches(
  files: Pick<Files, 'readText'>,
  settings: ProjectSettings,
  folder: string,
): ProjectSwitch[] {
  const settled = new Set<string>();
  return settings.projectFiles(folder).flatMap((file): ProjectSwitch[] => {
    const text = files.readText(file, longest);
    // Most files have nothing of ours, and then need no parsing; a name may be written with escapes.
    if (text === undefined || !/HOLDFAST_|\\u/.test(text)) return [];
    const variables = settings.variables(text);
    const set = ownVariables.flatMap((name): [string, string][] => {
      const value = variables[name];
      if (value === undefined || settled.has(name)) return [];
      settled.add(name);
      return offSwitches.includes(name) && !isSet(value) ? [] : [[name, value]];
    });
    return set.length === 0 ? [] : [{ file, set }];
  });
}
