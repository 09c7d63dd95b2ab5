import type { EditMembers } from '../../core/edit/read-edit.ts';

/** How the tools `create`, `edit`, `str_replace` and `apply_patch` call the parts of an edit. */
export const editMembers: EditMembers = {
  text: ['file_text', 'content'],
  old: ['old_str', 'old_string'],
  new: ['new_str', 'new_string'],
  patch: ['input', 'patch'],
};
