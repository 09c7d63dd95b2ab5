import type { EditMembers } from '../../core/edit/read-edit.ts';

/** How `apply_patch` calls its patch. */
export const editMembers: EditMembers = {
  patch: ['input', 'command', 'cmd', 'patch'],
};
