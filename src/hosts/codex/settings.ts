import type { ProjectSettings } from '../../core/install/project-settings.ts';

/** Nothing that a project's settings can set reaches the hooks of this host: seen live on 0.171.0. */
export const projectSettings: ProjectSettings = {
  projectFiles: () => [],
  variables: () => ({}),
};

/** The setting of a config.toml that switches all hooks off; undefined where none does. */
export function switchedOff(text: string): string | undefined {
  let table = '';
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[([^[\]]+)\]/.exec(line);
    if (header) table = header[1]!.trim();
    const key = /^\s*([\w.]+)\s*=\s*false\b/.exec(line)?.[1];
    if (key === undefined) continue;
    if ([table, key].filter((part) => part !== '').join('.') === 'features.hooks')
      return 'features.hooks';
  }
  return undefined;
}

/** True for a config.toml in which our plugin is installed and enabled, from whatever marketplace. */
export function hasPlugin(text: string): boolean {
  let ours = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*\[/.test(line)) ours = line.trimStart().startsWith('[plugins."holdfast@');
    else if (ours && /^\s*enabled\s*=\s*true\b/.test(line)) return true;
  }
  return false;
}
