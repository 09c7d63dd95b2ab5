import type { ProjectSettings } from '../../core/install/project-settings.ts';

/** Nothing that a project's settings can set reaches the hooks of a user here, as far as was seen on 1.0.102. */
export const projectSettings: ProjectSettings = {
  projectFiles: () => [],
  variables: () => ({}),
};
