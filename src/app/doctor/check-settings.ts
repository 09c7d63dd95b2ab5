import { Fault } from '../../core/errors.ts';
import type { HostInstall, Registered, Scope } from '../../core/install/host-install.ts';
import { scopes } from '../../core/install/host-install.ts';
import { formIn } from '../install/init.ts';
import { isFileOf } from '../install/is-file.ts';
import { readExact } from '../install/text.ts';
import { type DoctorContext, type Finding, note, off, ok } from './finding.ts';

/** A settings file in which hooks of ours are registered. */
export interface Registration {
  install: HostInstall;
  scope: Scope;
  file: string;
  entries: Registered[];
}

/** What the settings files of the hosts say, and where we are registered. `elsewhere`: a host has us by its own means. */
export function checkSettings(
  context: DoctorContext,
  elsewhere: boolean,
): {
  findings: Finding[];
  registrations: Registration[];
} {
  const { place, hosts } = context.install;
  const findings: Finding[] = [];
  const registrations: Registration[] = [];
  for (const install of hosts) {
    for (const file of install.settingsFiles(place, context.install.disk.list)) {
      const finding = readable(context, install, file);
      if (finding) findings.push(finding);
    }
    for (const scope of scopes) {
      const registration = registrationOf(context, install, scope);
      if (registration === undefined) continue;
      registrations.push(registration);
      findings.push(complete(context, registration), ...basis(registration));
      findings.push(...folderTrust(context, registration));
    }
  }
  if (registrations.length === 0 && !elsewhere) {
    findings.push(
      off(
        'hooks',
        'No client has Holdfast’s hooks, for you or for this project.',
        'Run "holdfast init".',
      ),
    );
  }
  return { findings, registrations };
}

/** A file that the host would ignore whole, or that switches hooks off. */
function readable(
  { install: { disk } }: DoctorContext,
  install: HostInstall,
  file: string,
): Finding | undefined {
  const check = `${install.host} settings`;
  try {
    const name = install.hooksOff(readExact(disk, file).text, file);
    if (name === undefined) return undefined;
    return off(check, `${file} switches all hooks off.`, `Take "${name}" out of it.`);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return off(
      check,
      `${error.message} ${install.title} ignores the whole file without a word.`,
      'Make it plain JSON: no comments, no trailing commas.',
    );
  }
}

function registrationOf(
  { install: { disk, place } }: DoctorContext,
  install: HostInstall,
  scope: Scope,
): Registration | undefined {
  const file = install.settingsFile(scope, place, isFileOf(disk));
  try {
    const entries = install.registered(readExact(disk, file).text, file);
    return entries.length === 0 ? undefined : { install, scope, file, entries };
  } catch {
    return undefined;
  }
}

/** What Holdfast knows of a host that nobody ran here; what is proved below is our part alone. */
function basis({ install, scope }: Registration): Finding[] {
  if (!install.fromDocuments) return [];
  const message = `Made for ${install.title} from documentation, not run: whether it does what that says was not seen.`;
  return [note(`${install.host} basis (${scope})`, message)];
}

/** Where the host runs a project's hooks only in a folder that the person trusts. */
function folderTrust(
  { install: machine }: DoctorContext,
  { install, scope }: Registration,
): Finding[] {
  if (scope !== 'project') return [];
  const missing = install.folderTrust?.(machine.place, machine.disk.readText);
  return missing === undefined ? [] : [note(`${install.host} folder trust`, missing)];
}

function complete({ install: machine }: DoctorContext, registration: Registration): Finding {
  const { install, scope, file } = registration;
  const check = `${install.host} hooks (${scope})`;
  const { text } = readExact(machine.disk, file);
  const { added, updated, removed } = install.register(
    text,
    file,
    formIn(machine, install, scope, { text, file }),
  );
  if (added + updated + removed === 0) {
    return ok(check, `${registration.entries.length} in ${file}.`);
  }
  const counts: [number, string, string][] = [
    [added, 'is missing', 'are missing'],
    [updated, 'differs', 'differ'],
    [removed, 'is too many', 'are too many'],
  ];
  const parts = counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  const message = `Of the hooks in ${file}, ${parts.join(', ')}.`;
  return off(check, message, `Run "holdfast init --scope ${scope}" again.`);
}
