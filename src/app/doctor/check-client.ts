import type { HostInstall } from '../../core/install/host-install.ts';
import { rangeText, standingIn } from '../hosts/tested-range.ts';
import { ignoredFor } from '../install/client-version.ts';
import type { Registration } from '../install/registrations.ts';
import { readExact } from '../install/text.ts';
import { fixOf } from './check-settings.ts';
import { type DoctorContext, type Finding, note, off, ok } from './finding.ts';

/** How the version of a client that has hooks of ours stands to what was tested, and files that this version ignores whole. */
export function checkClient(
  context: DoctorContext,
  registrations: readonly Registration[],
): Finding[] {
  const hosts = [...new Set(registrations.map(({ install }) => install))];
  return hosts.flatMap((install) => [
    ...standing(context, install),
    ...ignored(context, install, registrations),
  ]);
}

function standing({ install: machine, tested }: DoctorContext, install: HostInstall): Finding[] {
  const version = machine.clients?.[install.host];
  const range = tested[install.host];
  if (version === undefined || range === undefined) return [];
  const check = `${install.host} version`;
  const own = `${install.title} ${version}`;
  const words = rangeText(range);
  switch (standingIn(range, version)) {
    case 'unknown':
      return [];
    case 'tested':
      return [ok(check, `${own}; tested: ${words}.`)];
    case 'older':
      return [
        note(check, `${own} is older than what was tested: ${words}.`, `Update ${install.title}.`),
      ];
    case 'newer':
      return [note(check, `${own} is newer than what was tested: ${words}.`)];
  }
}

function ignored(
  { install: machine }: DoctorContext,
  install: HostInstall,
  registrations: readonly Registration[],
): Finding[] {
  const version = machine.clients?.[install.host];
  return registrations.flatMap((one) => {
    if (one.install !== install) return [];
    const { text } = readExact(machine.disk, one.file);
    const names = ignoredFor(install, { text, file: one.file }, version);
    if (names.length === 0) return [];
    const message = `${install.title} ${version} ignores all of ${one.file}: it does not know ${names.join(', ')}.`;
    const fix = `Update ${install.title}. Or: ${fixOf(machine, one)}, which registers only what this version knows.`;
    return [off(`${install.host} settings`, message, fix)];
  });
}
