import { lostProgress } from '../../core/ticket/judge-edit.ts';
import { maxTicketCharacters } from '../../core/ticket/parse.ts';
import type { StateStore } from '../task/store.ts';
import { leaseName } from '../ticket/leases.ts';

/** The text that a ticket had when it was last right, which our own writers keep too. */
export function keptTicket(state: StateStore, path: string): string | undefined {
  return state.read(placeOf(path));
}

/** Keeps a ticket as it is now, or that there is none, unless entries of its progress are gone: these are still to be put back. */
export function keepTicket(state: StateStore, path: string, text: string | undefined): void {
  const kept = keptTicket(state, path);
  if (text === undefined) {
    if (kept !== undefined) state.remove(placeOf(path));
    return;
  }
  // Of what is no ticket any more nothing can be compared: the last one that was stays.
  if (text.length > maxTicketCharacters) return;
  if (kept === text || (kept !== undefined && lostProgress(kept, text, path).length > 0)) return;
  state.write(placeOf(path), text);
}

function placeOf(path: string): string {
  return `tickets/${leaseName(path)}/written.md`;
}
