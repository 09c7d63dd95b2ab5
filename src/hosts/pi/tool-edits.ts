import type { EditMembers } from '../../core/edit/read-edit.ts';

/** How the tools `write` and `edit` call the parts of an edit. */
export const editMembers: EditMembers = {
  text: ['content'],
  old: ['oldText'],
  new: ['newText'],
  list: ['edits'],
};
