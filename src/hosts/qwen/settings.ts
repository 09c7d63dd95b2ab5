import type { ProjectSettings } from '../../core/install/project-settings.ts';

/** What a project's own settings can set for hooks: `env` of its settings file. */
export const projectSettings: ProjectSettings = {
  projectFiles: (folder) => [`${folder}/.qwen/settings.json`],
  variables(text) {
    const env = (parsed(text) as { env?: unknown } | undefined)?.env;
    if (typeof env !== 'object' || env === null) return {};
    return Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name, String(value)] as const),
    );
  },
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) ?? undefined;
  } catch {
    return undefined;
  }
}
