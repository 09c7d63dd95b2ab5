import { Fault } from '../../core/errors.ts';
import type { SessionStore } from '../ports.ts';

export const noteKinds = ['decision', 'constraint', 'next'] as const;
export type NoteKind = (typeof noteKinds)[number];

const lengthLimit = 1_200;

/** Adds a fact from a person or the agent to a session. A constraint counts as a rule only from a person. */
export function addNote(
  store: SessionStore,
  note: { text: string; kind: NoteKind; by: 'person' | 'agent' },
): void {
  const text = note.text.trim();
  if (text === '')
    throw new Fault('usage', 'The note is empty.', { hint: 'holdfast note "what to remember"' });
  if (text.length > lengthLimit) {
    throw new Fault(
      'usage',
      `The note has ${text.length} characters; the maximum is ${lengthLimit}.`,
      {
        hint: 'Put the long text into a file and note its path.',
      },
    );
  }
  if (note.kind === 'constraint' && note.by === 'agent') {
    throw new Fault('refused', 'A constraint is a rule of the user, so an agent cannot note one.', {
      hint: 'Use --kind decision, or let the user say it.',
    });
  }
  if (!store.append([{ body: { kind: 'note', text, note: note.kind, by: note.by } }])) {
    throw new Fault('unwritable', `The session's journal in ${store.folder} cannot be written.`, {
      hint: 'Make the folder writable, or free space on its disk.',
    });
  }
}
