import { patchedFile } from './patch.ts';
import type { Replacement, ToolEdit } from './tool-edit.ts';

/** What becomes of a file: its new text, or that it is gone. */
export type Edited = { text: string } | { gone: true };

/**
 * What a file holds after an edit; `before` undefined: there is none yet. Undefined where the edit does not fit the text,
 * so that the host refuses it or fits it in a way of its own. `isMeant` says which of a patch's paths is the file.
 */
export function editedText(
  before: string | undefined,
  edit: ToolEdit,
  isMeant: (path: string) => boolean,
): Edited | undefined {
  if (edit.kind === 'write') return { text: edit.text };
  if (edit.kind === 'patch') return patchedFile(before, edit.text, isMeant);
  let text = before ?? '';
  for (const [index, one] of edit.replacements.entries()) {
    const next = replaced(text, one, before === undefined && index === 0);
    if (next === undefined) return undefined;
    text = next;
  }
  return { text };
}

function replaced(text: string, one: Replacement, isNew: boolean): string | undefined {
  // An empty text to be replaced stands for a file that is to be made.
  if (one.old === '') return isNew || text === '' ? one.new : undefined;
  if (text.includes(one.old)) return replacedIn(text, one);
  // Hosts show and take lines without the carriage returns of the file.
  if (!text.includes('\r\n')) return undefined;
  const plain = (part: string): string => part.replaceAll('\r\n', '\n');
  const made = replacedIn(plain(text), { ...one, old: plain(one.old), new: plain(one.new) });
  return made?.replaceAll('\n', '\r\n');
}

function replacedIn(text: string, one: Replacement): string | undefined {
  const first = text.indexOf(one.old);
  if (first < 0) return undefined;
  if (one.all) return text.replaceAll(one.old, () => one.new);
  if (text.indexOf(one.old, first + 1) >= 0) return undefined;
  return text.slice(0, first) + one.new + text.slice(first + one.old.length);
}
