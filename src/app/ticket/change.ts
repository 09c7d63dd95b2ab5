import { Fault } from '../../core/errors.ts';
import { busyFault, exclusively, type LockDeps } from '../../core/lock.ts';
import { parentOf } from '../../core/task/path.ts';
import { addProgressLines } from '../../core/ticket/edit.ts';
import { lostProgress } from '../../core/ticket/judge-edit.ts';
import { maxTicketCharacters, parseTicket, parseTicketFile } from '../../core/ticket/parse.ts';
import type { StateStore } from '../task/store.ts';
import { leaseName } from './leases.ts';
import type { Generations, TicketDisk } from './ports.ts';
import { textOf } from './store.ts';

export interface ChangeDeps extends LockDeps {
  ticketDisk: TicketDisk;
  /** The lock of one ticket, by its name. */
  locks(name: string): Generations;
  state: StateStore;
}

/** What came of a change. */
export interface Changed {
  before: string;
  after: string;
  /** Entries of Progress that another program had taken out, put back. */
  restored: string[];
  /** Where the other program's version is kept, below the state folder. */
  keptAs?: string;
}

/** So often is a change tried anew on what another program wrote meanwhile. */
const mostTries = 20;

/**
 * Changes the current text of a ticket, alone among our own processes. What another program writes meanwhile is taken
 * as it is and the change made on it. Entries of Progress that we wrote and that are gone are put back, and the version
 * without them is kept. Throws a Fault, and then nothing is changed.
 */
export function changeTicket(
  deps: ChangeDeps,
  path: string,
  edit: (text: string) => string,
): Changed {
  const name = leaseName(path);
  const work = (): Changed => {
    keepLeft(deps, parentOf(path));
    for (let tries = 0; tries < mostTries; tries += 1) {
      const changed = changeOnce(deps, path, name, edit);
      if (changed !== undefined) return changed;
      deps.pause(2 * tries);
    }
    throw new Fault('refused', `${path} keeps changing, so it could not be written.`, {
      hint: 'Find out which program writes it, then run this again.',
    });
  };
  return exclusively(deps, deps.locks(name), work, { busy: busyFault(path) });
}

/** What a killed writer of ours was about to keep is kept now. */
function keepLeft(deps: ChangeDeps, folder: string): void {
  for (const { name, bytes } of deps.ticketDisk.leftIn(folder)) {
    keepVersion(deps, leaseName(`${folder}/${name}`), new TextDecoder().decode(bytes));
  }
}

/** Undefined when another program was faster. */
function changeOnce(
  deps: ChangeDeps,
  path: string,
  name: string,
  edit: (text: string) => string,
): Changed | undefined {
  const bytes = deps.ticketDisk.read(path, maxTicketCharacters * 2);
  if (bytes === undefined) throw new Fault('not-found', `There is no ticket ${path}.`);
  const before = textOf(bytes, path);
  refuseBroken(before, path);
  const current = withLostProgress(deps, path, name, before);
  const after = edit(current.text);
  refuseBreaking(after, path);
  if (after.length > maxTicketCharacters) {
    throw new Fault('refused', `${path} would have more than 2 MB, the maximum for a ticket.`, {
      hint: 'Write the long part into a separate file and name it here.',
    });
  }
  const { restored, keptAs } = current;
  if (after !== before) {
    const replaced = deps.ticketDisk.replace(path, bytes, after);
    if (replaced === 'changed') return undefined;
    if (replaced !== 'written') return merge(deps, path, name, replaced.overtaken, after);
  }
  remember(deps, name, after);
  return { before, after, restored, ...(keptAs !== undefined && { keptAs }) };
}

/** Another program wrote into the old file while ours came in its place: both are kept, ours counts. */
function merge(
  deps: ChangeDeps,
  path: string,
  name: string,
  overtaken: Uint8Array,
  after: string,
): Changed | undefined {
  const theirs = textOf(overtaken, path);
  const keptAs = keptOrNone(deps, name, theirs);
  if (keptAs === undefined) {
    // Where nothing can be kept, theirs comes back, and ours is made on it.
    deps.ticketDisk.replace(path, new TextEncoder().encode(after), theirs);
    return undefined;
  }
  const added = lostProgress(theirs, after, path);
  const merged = added.length === 0 ? after : addProgressLines(after, added.map(listed));
  deps.ticketDisk.replace(path, new TextEncoder().encode(after), merged);
  remember(deps, name, merged);
  return { before: theirs, after: merged, restored: added, keptAs };
}

/** What we wrote last, compared with what is there: entries that are gone come back. */
function withLostProgress(
  deps: ChangeDeps,
  path: string,
  name: string,
  text: string,
): { text: string; restored: string[]; keptAs?: string } {
  const written = deps.state.read(`tickets/${name}/written.md`);
  if (written === undefined || !isSameTicket(written, text, path)) return { text, restored: [] };
  const restored = lostProgress(written, text, path);
  if (restored.length === 0) return { text, restored };
  const keptAs = keepVersion(deps, name, text);
  return { text: addProgressLines(text, restored.map(listed)), restored, keptAs };
}

/** A file that was taken away and made anew for other work has lost nothing. */
function isSameTicket(one: string, other: string, path: string): boolean {
  const [before, now] = [parseTicketFile(one, path), parseTicketFile(other, path)];
  return before.id === now.id && (before.title === now.title || before.contract === now.contract);
}

/** Keeps a version of a ticket that is about to be replaced; answers with its place below the state folder. */
export function keepVersion(deps: Pick<ChangeDeps, 'state'>, name: string, text: string): string {
  for (let count = 1; ; count += 1) {
    const place = `tickets/${name}/conflict-${count}.md`;
    const there = deps.state.read(place);
    if (there !== undefined && there !== text && count < 1000) continue;
    if (there === undefined) deps.state.write(place, text);
    return place;
  }
}

function keptOrNone(deps: ChangeDeps, name: string, text: string): string | undefined {
  try {
    return keepVersion(deps, name, text);
  } catch {
    return undefined;
  }
}

/** The ticket is written by now: a state folder that takes no copy of it makes nothing of that undone. */
function remember(deps: ChangeDeps, name: string, text: string): void {
  try {
    if (deps.state.read(`tickets/${name}/written.md`) === text) return;
    deps.state.write(`tickets/${name}/written.md`, text);
  } catch {
    // An older copy stays, by which less is put back.
  }
}

function refuseBroken(text: string, path: string): void {
  const { ticket, lines } = parseTicket(text, path);
  const fault = ticket.faults[0];
  if (fault) {
    throw new Fault('malformed', `${path}:${fault.line} cannot be used: ${fault.what}.`, {
      hint: 'Fix it by hand, then run this again. Nothing was changed.',
    });
  }
  const mark = lines.findIndex((line) => /^(?:<{7}|>{7}|\|{7})(?: |$)/.test(line.text));
  if (mark >= 0) {
    throw new Fault('malformed', `${path}:${mark + 1} has a merge conflict marker.`, {
      hint: 'Resolve the conflict, then run this again. Nothing was changed.',
    });
  }
}

/** A change of one place can break another: an anchor is gone that a later value names, or keys stand in braces. */
function refuseBreaking(after: string, path: string): void {
  if (after.length > maxTicketCharacters) return;
  const [fault] = parseTicket(after, path).ticket.faults;
  if (fault === undefined) return;
  throw new Fault(
    'refused',
    `${path}: this change would break the front matter at line ${fault.line}: ${fault.what}.`,
    { hint: 'Write each key on a line of its own, without anchors. Nothing was changed.' },
  );
}

function listed(entry: string): string {
  return `- ${entry}`;
}
