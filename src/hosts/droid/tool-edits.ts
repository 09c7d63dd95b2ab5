import type { EditMembers } from '../../core/edit/read-edit.ts';

/** How the tools Create, Edit, MultiEdit and ApplyPatch call the parts of an edit. */
export const editMembers: EditMembers = {
  text: ['content'],
  old: ['old_str', 'old_string'],
  new: ['new_str', 'new_string'],
  all: ['change_all', 'replace_all'],
  list: ['changes', 'edits'],
  patch: ['input', 'patch'],
};
