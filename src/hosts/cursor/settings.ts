import type { ProjectSettings } from '../../core/install/project-settings.ts';

/** No document says that settings of a project set variables for hooks. */
export const projectSettings: ProjectSettings = {
  projectFiles: () => [],
  variables: () => ({}),
};
