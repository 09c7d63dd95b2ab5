import { Fault } from '../../core/errors.ts';
import type { Change, HostInstall } from '../../core/install/host-install.ts';
import { scopes } from '../../core/install/host-install.ts';
import { formIn } from '../install/init.ts';
import { managedFile, managedHooks } from '../install/managed.ts';
import { isReadOnly } from '../install/must-be-writable.ts';
import { type Registration, registrationsOf } from '../install/registrations.ts';
import { readExact } from '../install/text.ts';
import { type DoctorContext, type Finding, note, off, ok } from './finding.ts';

/** The part of a registration that says who writes it. */
export type RegistrationFile = Pick<Registration, 'install' | 'scope' | 'file'>;

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
    for (const registration of registrationsOf(context.install, install)) {
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
function readable(context: DoctorContext, install: HostInstall, file: string): Finding | undefined {
  const check = `${install.host} settings`;
  try {
    const name = install.hooksOff(readExact(context.install.disk, file).text, file);
    if (name === undefined) return undefined;
    if (name === install.managed?.only) return managedOnly(context, install, { check, name, file });
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

/** Where only an administrator's hooks run, ours have to be among them. */
function managedOnly(
  { install: machine, platform }: DoctorContext,
  install: HostInstall,
  { check, name, file }: { check: string; name: string; file: string },
): Finding {
  const message = `${file} sets ${name}: hooks run only where an administrator has put them.`;
  const ours = managedHooks(machine, install);
  if (ours !== undefined) return ok(check, `${message} Holdfast's are in ${ours}.`);
  const place = managedFile(install, platform);
  return off(
    check,
    message,
    `An administrator has to put what "holdfast init --print --host ${install.host}" shows into ${place ?? file}.`,
  );
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
  // Others share an administrator's file, so that it may name no state folder; on the person's own machine it may do so.
  const forms = scope === 'managed' || scope === 'other' ? scopes : [scope];
  const changes = forms.map((form) =>
    install.register(text, file, formIn(machine, install, form, { text, file })),
  );
  const changed = ({ added, updated, removed }: Change) => added + updated + removed;
  if (changes.some((change) => changed(change) === 0)) {
    return ok(check, `${registration.entries.length} in ${file}.`);
  }
  const { added, updated, removed } = changes[0]!;
  const counts: [number, string, string][] = [
    [added, 'is missing', 'are missing'],
    [updated, 'differs', 'differ'],
    [removed, 'is too many', 'are too many'],
  ];
  const parts = counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  const message = `Of the hooks in ${file}, ${parts.join(', ')}.`;
  return off(check, message, `${fixOf(machine, registration)}.`);
}

/** How a registration is brought up to date, by whoever writes its file. */
export function fixOf(machine: DoctorContext['install'], registration: RegistrationFile): string {
  const { install, scope, file } = registration;
  if (scope === 'managed' || scope === 'other' || isReadOnly(machine, file)) {
    const words = scope === 'project' ? ' --scope project' : '';
    return `Give it what "holdfast init --print --host ${install.host}${words}" shows, where the file is made`;
  }
  return `Run "holdfast init --scope ${scope}" again`;
}
