import { Fault } from '../../core/errors.ts';
import { isInside } from '../../core/task/path.ts';
import type { Files } from '../ports.ts';
import { ticketFolder } from './place.ts';

/** Throws a Fault when a project's folder of tickets leads out of it through a link: what is there is not the project's. */
export function refuseLinkedFolders(files: Files, project: string): void {
  for (const folder of [`${project}/.holdfast`, ticketFolder(project)]) {
    const real = files.realPath(folder);
    if (real === undefined || isInside(real, project)) continue;
    throw new Fault('refused', `${folder} leads out of the project, to ${real}.`, {
      hint: 'Replace the link with a real folder, then run this again.',
    });
  }
}
