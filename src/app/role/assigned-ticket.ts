import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import { joinPath } from '../../core/task/path.ts';
import type { Files } from '../ports.ts';
import { fileInside } from '../task/locate.ts';
import { mainWorkTree, ticketFolder } from '../ticket/place.ts';

/** A ticket as a text names it, by a path that ends as the paths of tickets do. */
const named = /(?:[^\s"'`<>()[\]]*\/)?\.holdfast\/tickets\/[\w.-]+\.md/;

/** The ticket that the prompt of a subagent names, where it is one of the project; undefined for any other. */
export function assignedTicket(
  files: Files,
  root: string,
  { summary }: Pick<Snapshot, 'summary'>,
): string | undefined {
  const written = named.exec(summary.assigned?.slice(0, 20_000) ?? '')?.[0];
  if (written === undefined) return undefined;
  const main = mainWorkTree(files, root);
  const path = joinPath(root, written);
  const own = `${main}/${written.slice(written.lastIndexOf('.holdfast/'))}`;
  const folder = [files.realPath(ticketFolder(main)) ?? ticketFolder(main)];
  return fileInside(files, path, folder) ?? fileInside(files, own, folder);
}
