import { linkedFiles } from '../../core/role/linked-files.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import { baseName, foldersUpTo, joinPath, parentOf } from '../../core/task/path.ts';
import { maxTicketCharacters, parseTicketFile } from '../../core/ticket/parse.ts';
import type { Files } from '../ports.ts';
import { fileInside } from '../task/locate.ts';
import { mainWorkTree, ticketFolder } from '../ticket/place.ts';

const active = new Set<string>(['claimed', 'in-progress', 'blocked', 'review']);
/** Files of one folder that are looked at. */
const mostInFolder = 500;

/** Where a handler's dispatch files may lie. */
export interface DispatchPlace {
  files: Files;
  /** The project's top folder, real path. */
  root: string;
  home?: string;
  /** Further folders of tickets, by configuration: relative to the main work tree, or absolute. */
  ticketFolders?: readonly string[];
}

/** True for a file whose work is not over: nobody says so, or it is begun. A ticket that waits for its turn is not. */
export function isActive(files: Files, path: string): boolean {
  const text = files.readText(path, maxTicketCharacters * 2);
  if (text === undefined) return false;
  const { status } = parseTicketFile(text, path);
  return status === undefined || active.has(status);
}

/** The active tickets of the folders that a setting names. */
export function ticketsInFolders(place: DispatchPlace): string[] {
  const { files } = place;
  return foldersOf(place).flatMap((folder) =>
    files
      .list(folder)
      .filter((name) => /\.md$/i.test(name) && !/^readme\.md$/i.test(name))
      .slice(-mostInFolder)
      .flatMap((name) => fileInside(files, joinPath(folder, name), [folder]) ?? [])
      .filter((path) => isActive(files, path)),
  );
}

/**
 * The active dispatch files that a state file links: in the project, in a folder that a setting names, or, wherever they lie, where
 * the session itself wrote or read them. What else a file of a repository names outside of it is not put before anybody.
 */
export function dispatchFiles(
  place: DispatchPlace,
  state: string,
  { facts }: Pick<Snapshot, 'facts'>,
): string[] {
  const { files, root, home } = place;
  const text = files.readText(state, maxTicketCharacters);
  if (text === undefined) return [];
  const own = new Set(
    facts.filter(({ kind }) => kind.startsWith('file.')).map(({ value }) => value),
  );
  const allowed = [root, ...foldersOf(place)];
  const folders = [...new Set([parentOf(state), ...foldersUpTo(parentOf(state), root), root])];
  const found = linkedFiles(text).flatMap((written) => {
    const path = home && written.startsWith('~/') ? joinPath(home, written.slice(2)) : written;
    for (const folder of folders) {
      const at = joinPath(folder, path);
      const inside = fileInside(files, at, allowed);
      if (inside !== undefined) return [inside];
      const real = files.realPath(at);
      if (real !== undefined && (own.has(real) || own.has(at)))
        return fileInside(files, at, [parentOf(real)]) ?? [];
    }
    return [];
  });
  // Our own tickets are those of the main work tree, which are read again anyway.
  const ours = ticketFolder(root);
  return [...new Set(found)].filter(
    (path) =>
      path !== state &&
      parentOf(path) !== ours &&
      !/^readme\.md$/i.test(baseName(path)) &&
      isActive(files, path),
  );
}

function foldersOf({ files, root, home, ticketFolders = [] }: DispatchPlace): string[] {
  const main = mainWorkTree(files, root);
  return ticketFolders.flatMap((written) => {
    const path = home && /^~\//.test(written) ? joinPath(home, written.slice(2)) : written;
    return files.realPath(joinPath(main, path)) ?? [];
  });
}
