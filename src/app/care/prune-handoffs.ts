import { endIn, endText, readHandoff } from '../../core/handoff/record.ts';
import type { CareContext } from './prune.ts';

type Place = Pick<CareContext, 'disk' | 'paths'>;

/** Folders of handoffs in which nothing was written for so many days. */
export function oldHandoffs(context: Place & Pick<CareContext, 'clock'>, days: number): string[] {
  const limit = context.clock.now().getTime() - days * 24 * 60 * 60 * 1000;
  return handoffFolders(context).filter((folder) => {
    const times = ['handoff.json', 'taken'].flatMap(
      (name) => context.disk.stat(`${folder}/${name}`)?.modifiedMs ?? [],
    );
    return times.length > 0 && Math.max(...times) < limit;
  });
}

/** Removes the handoffs of a session's work, whose records hold its facts, and those of bundles that it took. */
export function dropHandoffsOf(context: Place, key: string): void {
  for (const folder of handoffFolders(context)) {
    const record = readHandoff(context.disk.readText(`${folder}/handoff.json`));
    const end = record?.from ?? endIn(context.disk.readText(`${folder}/taken`));
    if (end !== undefined && endText(end) === key) context.disk.removeFolder(folder);
  }
}

function handoffFolders({ disk, paths }: Place): string[] {
  const folder = `${paths.home}/handoffs`;
  return disk.list(folder).map((name) => `${folder}/${name}`);
}
