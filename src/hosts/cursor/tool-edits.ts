import type { EditMembers } from '../../core/edit/read-edit.ts';

/** How the tools Write, StrReplace and MultiEdit call the parts of an edit. */
export const editMembers: EditMembers = {
  text: ['contents', 'content'],
  old: ['old_string'],
  new: ['new_string'],
  all: ['replace_all'],
  list: ['edits'],
};
