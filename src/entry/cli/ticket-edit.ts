import { editTicket, setTicketKey } from '../../app/ticket/actions.ts';
import { readTicket } from '../../app/ticket/store.ts';
import { Fault } from '../../core/errors.ts';
import { addToList } from '../../core/ticket/add-to-list.ts';
import { moveStatus } from '../../core/ticket/edit.ts';
import { layoutOf } from '../../core/ticket/layout.ts';
import { listKeyIn, listKeys } from '../../core/ticket/list-keys.ts';
import { takeApart } from '../../core/ticket/raw-lines.ts';
import { statusOf } from '../../core/ticket/status.ts';
import { editInEditor } from '../../platform/edit-in-editor.ts';
import { refuseOddPatterns } from './allow-patterns.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { tellFleet } from './fleet-joined.ts';
import { ticketContext, ticketPath } from './ticket-deps.ts';
import { restoredWarning } from './ticket-move.ts';

interface EditOptions {
  set?: string[];
  add?: string[];
}

export async function editCommand(
  context: CliContext,
  options: EditOptions,
  [named]: string[],
): Promise<Outcome> {
  const tickets = ticketContext(context);
  const path = ticketPath(tickets, named);
  const edits = [
    ...(options.set ?? []).map((each) => setting(each, path)),
    ...(options.add ?? []).map(adding),
  ];
  if (edits.length === 0) edits.push(await byHand(context, readTicket(tickets, path).text));
  const edit = (text: string) => edits.reduce((now, change) => change(now), text);
  const acted = editTicket(tickets, path, edit, tickets.check);
  if (acted.after !== acted.before) tellFleet(context);
  const { id, status } = acted.ticket;
  return {
    text: acted.after === acted.before ? `${id} is as it was.` : `${id} is changed: ${path}`,
    ...restoredWarning(context, acted),
    data: { id, path, status: status ?? null, changed: acted.after !== acted.before },
  };
}

function setting(given: string, path: string): (text: string) => string {
  const { key, value } = keyAndValue(given);
  if (key === 'status') {
    const status = statusOf(value);
    if (status === undefined) throw usage(`"${value}" is no status.`);
    return (text) => moveStatus(text, status, path);
  }
  if (key === 'id') throw usage('The id of a ticket stays.');
  if (!listKeys.includes(key)) return (text) => setTicketKey(text, key, value);
  if (key === 'allow') refuseOddPatterns([listOf(key, value)].flat());
  return (text) => {
    const { keys } = layoutOf(takeApart(text).lines);
    return setTicketKey(text, listKeyIn(keys, key), listOf(key, value));
  };
}

/** What stands in a list after one value was set: nothing makes it empty. `validation: required` is a word and no question. */
function listOf(key: string, value: string): string | string[] {
  if (key === 'validation' && /^(?:required|optional)$/i.test(value.trim())) return value.trim();
  return value.trim() === '' ? [] : [value];
}

function adding(given: string): (text: string) => string {
  const { key, value } = keyAndValue(given);
  if (!listKeys.includes(key)) throw usage(`${key} is no list; there are: ${listKeys.join(', ')}.`);
  if (key === 'allow') refuseOddPatterns([value]);
  return (text) => addToList(text, key, value);
}

function keyAndValue(given: string): { key: string; value: string } {
  const found = /^([A-Za-z_][\w-]*)=([\s\S]*)$/.exec(given);
  if (!found) throw usage(`"${given}" is no key=value.`);
  return { key: found[1]!.toLowerCase().replaceAll('-', '_'), value: found[2]! };
}

/** The person's own editor on a copy. What comes of it is put onto the ticket only where nobody else changed it. */
async function byHand(context: CliContext, before: string): Promise<(text: string) => string> {
  const editor = context.env.VISUAL || context.env.EDITOR;
  if (!context.interactive || !editor) {
    throw usage('Nothing to change: give --set key=value, or set $EDITOR at a terminal.');
  }
  const after = await editInEditor(editor, before, context.paths.home, context.env);
  return (now) => {
    if (now === before) return after;
    throw new Fault('refused', 'The ticket changed while it was being edited.', {
      hint: `Nothing was written. Your version is kept: ${context.paths.home}/edited.md`,
    });
  };
}

function usage(message: string): Fault {
  return new Fault('usage', message, { hint: 'holdfast ticket edit ID --set key=value' });
}
