import type { Registration } from '../install/registrations.ts';
import { type ShelfHere, shelfTitle } from '../install/shelf.ts';
import { type DoctorContext, type Finding, note, ok } from './finding.ts';

/** What hosts have installed by their own means, and how it stands to the hooks of `init`. */
export function checkShelf(
  { install: machine }: DoctorContext,
  here: readonly ShelfHere[],
  registrations: readonly Registration[],
): Finding[] {
  return here.flatMap((one) => {
    const check = `${one.install.host} ${one.shelf.kind}`;
    const both = registrations.some(({ install }) => install.host === one.install.host);
    const told = `${shelfTitle(one)}, in ${one.file}.`;
    const besides = ' The hooks of "holdfast init" are there too and do the work.';
    const finding = ok(check, both ? `${told}${besides}` : told);
    if (both || one.version === '' || one.version === machine.version) return [finding];
    const message = `The ${one.shelf.kind} is of version ${one.version}, this program of ${machine.version}.`;
    return [finding, note(`${check} version`, message, 'Update the older one of them.')];
  });
}
