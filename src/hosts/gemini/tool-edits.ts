import type { EditMembers } from '../../core/edit/read-edit.ts';

/** How the tools `write_file` and `replace` call the parts of an edit. */
export const editMembers: EditMembers = {
  text: ['content'],
  old: ['old_string'],
  new: ['new_string'],
  all: ['allow_multiple'],
};
