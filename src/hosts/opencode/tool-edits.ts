import type { EditMembers } from '../../core/edit/read-edit.ts';

/** How the tools `write`, `edit`, `multiedit` and `apply_patch` call the parts of an edit. */
export const editMembers: EditMembers = {
  text: ['content'],
  old: ['oldString'],
  new: ['newString'],
  all: ['replaceAll'],
  list: ['edits'],
  patch: ['patchText'],
};
