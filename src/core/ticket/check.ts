import { isAbsolutePath, isInside, joinPath } from '../task/path.ts';
import { sectionNamed } from './layout.ts';
import { isTicketId } from './new-text.ts';
import { type ParsedTicket, parseTicket } from './parse.ts';
import { type TicketFault, ticketStatuses } from './ticket.ts';

/** What checking needs to know beside the text. */
export interface CheckContext {
  /** The project's top folder, absolute. */
  project: string;
  /** Ids of hosts and roles that there are. */
  hosts: readonly string[];
  roles: readonly string[];
}

const sectionNames = ['contract', 'progress', 'result'];

/** Everything that is wrong with one ticket by itself, in the order of its lines. */
export function checkTicket(text: string, path: string, context: CheckContext): TicketFault[] {
  const parsed = parseTicket(text, path);
  const faults = [
    ...parsed.ticket.faults,
    ...brokenText(parsed),
    ...(parsed.ticket.faults.length > 0 ? [] : [...ofKeys(parsed, context), ...ofSections(parsed)]),
  ];
  return faults.sort((one, other) => one.line - other.line);
}

function brokenText({ lines }: ParsedTicket): TicketFault[] {
  const faults: TicketFault[] = [];
  lines.forEach(({ text }, index) => {
    if (/^(?:<{7}|>{7}|\|{7})(?: |$)/.test(text)) {
      faults.push({ line: index + 1, what: 'a mark of a merge conflict is left in the file' });
    }
    if (text.includes('\0')) faults.push({ line: index + 1, what: 'there is a NUL byte' });
  });
  return faults.slice(0, 20);
}

function ofKeys(parsed: ParsedTicket, context: CheckContext): TicketFault[] {
  const { ticket, layout, statusText, statusLine } = parsed;
  const faults: TicketFault[] = [];
  const lineOf = (key: string) => (layout.keys.find((each) => each.key === key)?.at ?? -1) + 1;
  const say = (key: string, what: string) => faults.push({ line: lineOf(key) || 1, what });
  const seen = new Map<string, number>();
  for (const { key, at } of layout.keys) {
    const before = seen.get(key);
    if (before === undefined) seen.set(key, at + 1);
    else
      faults.push({ line: at + 1, what: `the key ${key} exists twice, first in line ${before}` });
  }
  if (ticket.status === undefined) {
    const known = ticketStatuses.join(', ');
    faults.push({
      line: statusLine || 1,
      what:
        statusText === undefined
          ? 'no status is given'
          : `"${statusText}" is no status; there are: ${known}`,
    });
  }
  if (layout.front !== undefined) {
    if (ticket.title === '') say('title', 'no title is given');
    if (lineOf('id') > 0 && !isTicketId(ticket.id)) {
      say('id', `"${ticket.id}" is no id: letters, digits, "-", "_" and "." only`);
    }
    const permissions = layout.keys.find((each) => each.key === 'permissions');
    if (permissions && ticket.permissions === undefined) {
      say('permissions', 'permissions must be ask, edit or full');
    }
  }
  if (ticket.host !== undefined && !context.hosts.includes(ticket.host)) {
    say('host', `"${ticket.host}" is no host; there are: ${context.hosts.join(', ')}`);
  }
  if (ticket.role !== undefined && !context.roles.includes(ticket.role)) {
    say('role', `"${ticket.role}" is no role; there are: ${context.roles.join(', ')}`);
  }
  for (const [key, paths] of [
    ['scope', ticket.scope],
    ['files_to_load', ticket.filesToLoad],
  ] as const) {
    for (const path of paths) {
      if (leadsOut(path, context.project)) say(key, `${path} leads out of the project`);
    }
  }
  for (const id of ticket.dependsOn) {
    if (!isTicketId(id)) say('depends_on', `"${id}" is not a ticket id`);
    else if (id === ticket.id) say('depends_on', 'the ticket depends on itself');
  }
  if (ticket.status === 'done' && ticket.result === undefined) {
    say('status', 'the ticket is done and its Result is empty');
  }
  return faults;
}

function ofSections({ layout }: ParsedTicket): TicketFault[] {
  const faults: TicketFault[] = [];
  for (const name of sectionNames) {
    const own = sectionNamed(layout, name);
    // The older forms have what they have.
    if (own === undefined && layout.front !== undefined && hasOwnForm(layout.keys)) {
      const title = name[0]!.toUpperCase() + name.slice(1);
      faults.push({ line: layout.front.open + 1, what: `the section "## ${title}" is missing` });
    }
    const again = layout.sections.find(
      (each) => each !== own && each.level === own?.level && each.title.toLowerCase() === name,
    );
    if (again) faults.push({ line: again.at + 1, what: `the section ${again.title} exists twice` });
  }
  return faults;
}

/** True for a ticket of our form: it names its id. A manifest or an older ticket does not. */
function hasOwnForm(keys: readonly { key: string }[]): boolean {
  return keys.some(({ key }) => key === 'id');
}

function leadsOut(path: string, project: string): boolean {
  const glob = path.replace(/^!/, '');
  return isAbsolutePath(glob)
    ? !isInside(glob, project)
    : !isInside(joinPath(project, glob), project);
}
