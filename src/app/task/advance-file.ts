import { Fault } from '../../core/errors.ts';
import { busyFault, exclusively } from '../../core/lock.ts';
import { type Advanced, advance, type Next } from '../../core/task/advance.ts';
import { identify } from '../../core/task/identify.ts';
import { maxDocumentCharacters } from '../../core/task/markdown-task.ts';
import { type ChangeDeps, changeTicket } from '../ticket/change.ts';
import { leaseName } from '../ticket/leases.ts';
import { textOf } from '../ticket/store.ts';

/** So often is it tried anew on what another program wrote meanwhile. */
const mostTries = 20;

/**
 * Lets the document of a task go on by a step, in place, alone among our own processes: two that tick at once tick two steps. A
 * ticket is changed as our other commands change it.
 */
export function advanceFile(deps: ChangeDeps, path: string, next: Next): Advanced {
  let made: Advanced | undefined;
  const edit = (text: string): Advanced => {
    made = advance(text, next);
    return made;
  };
  if (identify(path, currentText(deps, path).text) === 'ticket') {
    changeTicket(deps, path, (text) => edit(text).text);
    return made!;
  }
  return exclusively(deps, deps.locks(leaseName(path)), () => advanceDocument(deps, path, edit), {
    busy: busyFault(path),
  });
}

function advanceDocument(
  deps: ChangeDeps,
  path: string,
  edit: (text: string) => Advanced,
): Advanced {
  let current = currentText(deps, path);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const made = edit(current.text);
    const mine = made.text;
    const replaced = deps.ticketDisk.replace(path, current.bytes, mine);
    if (replaced === 'written') return made;
    deps.pause(2 * tries);
    current =
      replaced === 'changed'
        ? currentText(deps, path)
        : // What another program wrote while ours came in its place goes on by the step instead.
          { bytes: new TextEncoder().encode(mine), text: textOf(replaced.overtaken, path) };
  }
  throw new Fault('refused', `${path} keeps changing, so it could not be written.`, {
    hint: 'Find out which program writes it, then run this again.',
  });
}

function currentText(deps: ChangeDeps, path: string): { bytes: Uint8Array; text: string } {
  const bytes = deps.ticketDisk.read(path, maxDocumentCharacters);
  if (bytes === undefined) throw new Fault('not-found', `There is no file ${path}.`);
  return { bytes, text: textOf(bytes, path) };
}
