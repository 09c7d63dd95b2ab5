import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import { joinPath } from '../../core/task/path.ts';
import { withoutTail } from '../../core/text/ends.ts';
import type { Files } from '../ports.ts';
import { fileInside } from '../task/locate.ts';
import { mainWorkTree, ticketFolder } from '../ticket/place.ts';

/** A ticket as a text names it, by a path that ends as the paths of tickets do. */
function namedIn(text: string): string | undefined {
  const folder = '.holdfast/tickets/';
  for (let at = text.indexOf(folder); at >= 0; at = text.indexOf(folder, at + folder.length)) {
    const name = /^[\w.-]*/.exec(text.slice(at + folder.length, at + folder.length + 300))![0];
    const end = name.lastIndexOf('.md');
    if (end < 1) continue;
    const before = text.slice(Math.max(0, at - 4_096), at);
    const word = before.slice(withoutTail(before, /[^\s"'`<>()[\]]/).length);
    return (word.endsWith('/') ? word : '') + folder + name.slice(0, end + 3);
  }
  return undefined;
}

/** The ticket that the prompt of a subagent names, where it is one of the project; undefined for any other. */
export function assignedTicket(
  files: Files,
  root: string,
  { summary }: Pick<Snapshot, 'summary'>,
): string | undefined {
  const written = namedIn(summary.assigned?.slice(0, 20_000) ?? '');
  if (written === undefined) return undefined;
  const main = mainWorkTree(files, root);
  const path = joinPath(root, written);
  const own = `${main}/${written.slice(written.lastIndexOf('.holdfast/'))}`;
  const folder = [files.realPath(ticketFolder(main)) ?? ticketFolder(main)];
  return fileInside(files, path, folder) ?? fileInside(files, own, folder);
}
