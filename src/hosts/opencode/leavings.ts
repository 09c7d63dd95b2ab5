import type { HostLeavings, LookBeside } from '../../core/install/host-leavings.ts';

/** The package of types that the client fetches into each of its configuration folders for plugins. */
const types = '@opencode-ai/plugin';
const ignored = ['node_modules', 'package.json', 'package-lock.json', 'bun.lock', '.gitignore'];

/** The plugin file lies in a folder of plugins in the configuration folder. */
function folderOf(file: string): string {
  return file.split('/').slice(0, -2).join('/');
}

/** The client's install of plugin types (1.18.34): it comes with the first plugin and stays when the last one goes. */
export const openCodeLeavings: HostLeavings = {
  paths: (file) => ignored.map((name) => `${folderOf(file)}/${name}`),
  clearable(file, look) {
    const folder = folderOf(file);
    if (hasPlugins(folder, look)) return [];
    const named = look.read(`${folder}/package.json`);
    const fetched = named === undefined || onlyTypes(named) ? ignored.slice(0, -1) : [];
    const own = look.read(`${folder}/.gitignore`)?.trim() === ignored.join('\n');
    return [...fetched, ...(own ? ignored.slice(-1) : [])].map((name) => `${folder}/${name}`);
  },
};

function hasPlugins(folder: string, { list }: LookBeside): boolean {
  return ['plugin', 'plugins'].some((name) => list(`${folder}/${name}`).length > 0);
}

function onlyTypes(manifest: string): boolean {
  try {
    const value: unknown = JSON.parse(manifest);
    const { dependencies = {}, ...rest } = value as { dependencies?: Record<string, unknown> };
    const names = Object.keys(dependencies);
    return Object.keys(rest).length === 0 && names.every((name) => name === types);
  } catch {
    return false;
  }
}
