import type { ProjectSettings } from '../../core/install/project-settings.ts';

/**
 * Seen live on 2.1.332: `env` of a settings file reaches every hook from the session's start on and beats the
 * person's own environment; the nearest file wins; the project is the folder that the session was started in. The
 * folders of the person (HOME, XDG_…, LOCALAPPDATA) cannot be set from within a project.
 */
export const projectSettings: ProjectSettings = {
  projectFiles: (folder) => [
    `${folder}/.claude/settings.local.json`,
    `${folder}/.claude/settings.json`,
  ],
  variables(text) {
    const env = (parsed(text) as { env?: unknown } | undefined)?.env;
    if (typeof env !== 'object' || env === null) return {};
    return Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name, String(value)] as const),
    );
  },
};

/** Only strict JSON is read: the client ignores any other file whole. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) ?? undefined;
  } catch {
    return undefined;
  }
}
