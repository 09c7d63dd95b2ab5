import { ticketFolder } from '../../app/ticket/place.ts';
import { refuseLinkedFolders } from '../../app/ticket/safe-folder.ts';
import { Fault } from '../../core/errors.ts';
import { isDeviceName } from '../../core/text/device-name.ts';
import { checkTicket } from '../../core/ticket/check.ts';
import { idFromTitle } from '../../core/ticket/id-from-title.ts';
import { isFileId, isTicketId, type NewTicket, newTicketText } from '../../core/ticket/new-text.ts';
import { fileText } from '../../core/trust/file-text.ts';
import { readInput } from '../../platform/read-input.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { tellFleet } from './fleet-joined.ts';
import { ticketContext } from './ticket-deps.ts';

interface NewOptions {
  id?: string;
  contract?: string;
  objective?: string;
  scope?: string[];
  success?: string[];
  load?: string[];
  question?: string[];
  dependsOn?: string[];
  host?: string;
  role?: string;
  branch?: string;
  permissions?: string;
  next?: string;
  tracker?: string;
}

export async function makeTicket(
  context: CliContext,
  options: NewOptions,
  [title = '']: string[],
): Promise<Outcome> {
  const tickets = ticketContext(context);
  const { disk } = context.install;
  const { project } = tickets.place;
  if (title.trim() === '') throw usage('The title is empty.');
  if (title.length > 200) throw usage(`The title has ${title.length} characters; 200 are enough.`);
  if (options.id !== undefined && !isTicketId(options.id)) {
    throw usage(`"${options.id}" is no id: letters, digits, "-", "_" and "." only.`);
  }
  if (options.id !== undefined && isDeviceName(options.id)) {
    throw usage(`"${options.id}" is a name that Windows keeps for a device: take another id.`);
  }
  if (options.id !== undefined && !isFileId(options.id)) {
    throw usage(
      `"${options.id}" is the name of another file: a ticket is no README, and its id has no ".md".`,
    );
  }
  const contract = options.contract === '-' ? await readInput() : options.contract;
  refuseLinkedFolders(disk, project);
  const folder = ticketFolder(project);
  disk.makeFolder(folder, 0o755);
  const clean = (text: string) => fileText(text, tickets.patterns);
  const shown = clean(title).replace(/\s+/g, ' ').trim();
  for (let tries = 0; ; tries += 1) {
    const taken = (id: string) => disk.stat(`${folder}/${id}.md`) !== undefined;
    const id = options.id ?? idFromTitle(shown, taken);
    const path = `${folder}/${id}.md`;
    const text = newTicketText({
      id,
      title: shown,
      contract: contract === undefined ? undefined : clean(contract).trim(),
      keys: keysOf(options, clean),
    });
    const fault = checkTicket(text, path, tickets.check)[0];
    if (fault) throw usage(`The ticket would not be sound: ${fault.what}.`);
    if (tickets.ticketDisk.create(path, text)) {
      tellFleet(context);
      return {
        text: `Created ticket ${id}: ${path}`,
        data: { id, path, title: shown, status: 'queued' },
      };
    }
    if (options.id !== undefined || tries > 100) {
      throw new Fault('refused', `The ticket ${id} already exists: ${path}`, {
        hint: 'Give another id, or leave --id out.',
      });
    }
  }
}

function keysOf(options: NewOptions, clean: (text: string) => string): NewTicket['keys'] {
  const given: [string, string | string[] | undefined][] = [
    ['role', options.role],
    ['host', options.host],
    ['branch', options.branch],
    ['objective', options.objective],
    ['scope', options.scope],
    ['success', options.success],
    ['files_to_load', options.load],
    ['validation', options.question],
    ['next_action', options.next],
    ['permissions', options.permissions],
    ['depends_on', options.dependsOn],
    ['tracker', options.tracker],
  ];
  return given.flatMap(([name, value]): NewTicket['keys'] => {
    if (value === undefined) return [];
    return [[name, typeof value === 'string' ? clean(value) : value.map(clean)]];
  });
}

function usage(message: string): Fault {
  return new Fault('usage', message, { hint: 'holdfast ticket new "what is to be done"' });
}
