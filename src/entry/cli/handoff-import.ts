import { join, relative, resolve } from 'node:path';
import type { Disk } from '../../app/install/disk.ts';
import { ticketFolder } from '../../app/ticket/place.ts';
import { Fault } from '../../core/errors.ts';
import { type Bundle, bundleText, mostBundleBytes, readBundle } from '../../core/handoff/bundle.ts';
import { readPatch } from '../../core/handoff/read-patch.ts';
import type { HandoffRecord } from '../../core/handoff/record.ts';
import { withoutPowers } from '../../core/handoff/ticket.ts';
import { fingerprint } from '../../core/hash.ts';
import { checkTicket } from '../../core/ticket/check.ts';
import { isFileId } from '../../core/ticket/new-text.ts';
import { parseTicketFile } from '../../core/ticket/parse.ts';
import type { Ticket } from '../../core/ticket/ticket.ts';
import { redactDeep } from '../../core/trust/redact.ts';
import { untrusted } from '../../core/trust/untrusted.ts';
import { isSettingsFile } from '../../hosts/settings-names.ts';
import type { WorkerHost } from '../../hosts/worker-host.ts';
import {
  applyPatch,
  changedFiles,
  differingFiles,
  filesOfPatch,
  hasCommit,
  headOf,
  keptFiles,
  workTreeTop,
} from '../../platform/git-patch.ts';
import type { CliContext } from './context.ts';
import type { Handed } from './handoff-start.ts';
import { ticketContext } from './ticket-deps.ts';

/** What a bundle brings to this machine once the user says yes. Nothing is written before. */
export interface Imported {
  handed: Handed;
  /** What is going to be written here, one sentence each, for the user. */
  will: string[];
  /** What a worker would work on and may do by it, for the user; empty where a new ticket is made for it. */
  onTicket: string;
  /** What the user is told of it besides, also where they agreed beforehand. */
  warning?: string;
  /** Writes plan, ticket and patch. Throws a Fault, and then no file of the project was changed. */
  write(): void;
}

/**
 * Reads a bundle and compares it with the work tree here. Throws a Fault where the work cannot be continued here.
 *
 * @param takesTickets whether its changes may bring tickets besides its own
 */
export function importBundle(
  context: CliContext,
  file: string,
  id: string,
  target: WorkerHost,
  takesTickets = false,
): Imported {
  const path = resolve(context.cwd, file);
  const bundle = bundleIn(context, path);
  const top = workTreeTop(context.project);
  const tree = compareTree(bundle, top);
  const patch = patchFor(context, bundle, top, takesTickets);
  const plan = planFor(context, bundle, id);
  const ticket = ticketFor(context, bundle);
  const notes = [...tree, ...patch.notes, ...plan.notes, ...ticket.notes];
  const text = redactDeep(bundleText(bundle, id, path, notes), ticketContext(context).patterns);
  const record: HandoffRecord = {
    v: 1,
    id,
    at: context.install.clock.now().toISOString(),
    bundle: path,
    to: target.id,
    project: context.project,
    length: text.length,
    files: [...plan.files, ...ticket.files],
    missing: [],
    questions: [],
    ...(ticket.path !== undefined && {
      role: { role: 'regular', by: 'before', ticket: ticket.path },
    }),
    plans: 0,
  };
  return {
    handed: {
      target,
      record,
      text,
      folder: context.project,
      about: untrusted(bundle.about, 100),
      ...(ticket.path !== undefined && { ticket: ticket.path }),
    },
    will: [...patch.will, ...ticket.will],
    onTicket: ticket.on ?? '',
    ...(patch.warning !== undefined && { warning: patch.warning }),
    write() {
      patch.write();
      plan.write();
      ticket.write();
    },
  };
}

function bundleIn(context: CliContext, path: string): Bundle {
  const { disk } = context.install;
  const stat = disk.stat(path);
  if (stat?.kind !== 'file') throw new Fault('not-found', `There is no file ${path}.`);
  if (stat.size > mostBundleBytes) {
    throw new Fault('refused', `${path} has ${stat.size} bytes; a bundle has at most 80 MB.`);
  }
  const bytes = disk.readBytes(path);
  return readBundle(bytes === undefined ? '' : Buffer.from(bytes).toString('utf8'), path);
}

/** Sentences on how the work tree here differs. Throws a Fault where it lacks the commit. */
function compareTree({ base }: Bundle, top: string | undefined): string[] {
  if (base === undefined) return [];
  const { commit, branch } = base;
  const where = branch === undefined ? '' : ` (branch ${untrusted(branch, 80)})`;
  if (top === undefined || !hasCommit(top, commit)) {
    throw new Fault(
      'refused',
      top === undefined
        ? `The work is at the commit ${commit}${where}, and this folder is not a Git work tree.`
        : `This work tree does not have the commit ${commit}${where} that the work is at; it is at ${headOf(top) ?? 'no commit'}.`,
      { hint: 'Fetch it here first: git fetch, then git switch to its branch.' },
    );
  }
  const head = headOf(top);
  if (head === undefined || head === commit) return [];
  const files = differingFiles(top, commit, head);
  return [
    `This work tree is at ${head}, the work was at ${commit}${where}: ${countedFiles(files.length)} ${files.length === 1 ? 'differs' : 'differ'}${named(files)}.`,
  ];
}

interface Part {
  notes: string[];
  will: string[];
  warning?: string;
  write(): void;
}

const nothing: Part = { notes: [], will: [], write() {} };

function patchFor(
  context: CliContext,
  bundle: Bundle,
  top: string | undefined,
  takesTickets: boolean,
): Part {
  if (bundle.patch === undefined) {
    const left = bundle.base?.changed ?? [];
    if (left.length === 0) return nothing;
    return {
      ...nothing,
      notes: [
        `There the work tree had uncommitted changes that the bundle does not hold: ${countedFiles(left.length)}${named(left)}.`,
      ],
    };
  }
  if (top === undefined) throw refused('this folder is no work tree of git');
  const patch = Buffer.from(bundle.patch, 'base64');
  const read = readPatch(patch.toString('latin1'));
  if (typeof read === 'string') throw refused(read);
  // What is told to the user is what git does, or nothing is done.
  const all = read.map(({ path }) => path);
  if (filesOfPatch(top, patch)?.sort().join('\0') !== [...all].sort().join('\0'))
    throw refused('git does not understand it');
  const kept = new Set(keptFiles(top));
  const others = read.find(({ path, isNew }) => !isNew && !kept.has(path));
  if (others !== undefined)
    throw refused(`git does not keep the file ${untrusted(others.path, 300)} here`);
  // The ticket comes by a way of its own, with what is looked at there.
  const own = ticketIn(context, bundle, top);
  const files = all.filter((path) => path !== own);
  const tickets = files.filter(isTicketFile);
  if (tickets.length > 0 && !takesTickets) {
    throw new Fault(
      'refused',
      `The bundle also changes tickets other than its own: ${allOf(tickets)}.`,
      {
        hint: 'Look at them in the bundle, then give --tickets to accept them too. Nothing was changed.',
      },
    );
  }
  const without = own?.replace(/[\\*?[\]]/g, '\\$&');
  if (files.length === 0) return nothing;
  const changed = new Set(changedFiles(top));
  const mine = files.filter((path) => changed.has(path));
  if (mine.length > 0) {
    throw new Fault(
      'refused',
      `${countedFiles(mine.length)} that the bundle changes ${mine.length === 1 ? 'has' : 'have'} uncommitted changes here${named(mine)}.`,
      { hint: 'Commit or stash them, then run this again. Nothing was changed.' },
    );
  }
  const why = applyPatch(top, patch, { dryRun: true, without });
  if (why !== undefined) throw refused(`git says: ${untrusted(why, 300)}`);
  const settings = files.filter(isSettingsFile);
  return {
    notes: [`The uncommitted changes of the bundle were applied here${named(files)}.`],
    will: [`change ${countedFiles(files.length)} of ${top}${listed(files)}`],
    ...(settings.length > 0 && {
      warning: `The bundle changes files that clients, git, editors or Holdfast may run or obey: ${allOf(settings)}. Look at them before you start anything here.`,
    }),
    write() {
      const failed = applyPatch(top, patch, { dryRun: false, without });
      if (failed !== undefined) throw refused(`git says: ${untrusted(failed, 300)}`);
    },
  };
}

/** True for a file that some folder's tickets are in, on systems that tell no case as well. */
function isTicketFile(path: string): boolean {
  return /(?:^|\/)\.holdfast\/tickets\//i.test(path);
}

/** The path that a patch would have the ticket of the bundle at, from the top of the work tree. */
function ticketIn(context: CliContext, { ticket }: Bundle, top: string): string | undefined {
  if (ticket === undefined) return undefined;
  const { disk } = context.install;
  const folder = relative(disk.landing(top), disk.landing(context.project));
  return `${ticketFolder(folder).replace(/\\/g, '/').replace(/^\//, '')}/${ticket.id}.md`;
}

function refused(why: string): Fault {
  return new Fault('refused', `The changes of the bundle cannot be applied here: ${why}.`, {
    hint: 'Nothing was changed. Create the bundle without --patch, and transfer the changes in a branch.',
  });
}

/** The plan as a file of the state folder: no file of the project is written for it. */
function planFor(
  context: CliContext,
  { plan }: Bundle,
  id: string,
): Part & { files: HandoffRecord['files'] } {
  if (plan === undefined) return { ...nothing, files: [] };
  const own = join(context.paths.home, 'handoffs', id, 'plan.md');
  const inside = !plan.path.startsWith('/') && !plan.path.split(/[/\\]/).includes('..');
  const here = inside
    ? context.install.disk.readText(resolve(context.project, plan.path))
    : undefined;
  const differs =
    here !== undefined && here !== plan.text
      ? ` The file ${untrusted(plan.path, 200)} here is another one.`
      : '';
  return {
    notes: [`The plan, as the bundle says it, is the file ${own}. Read it first.${differs}`],
    will: [],
    files: [{ path: own, role: 'plan', hash: fingerprint(plan.text) }],
    write() {
      context.install.disk.makeFolder(join(context.paths.home, 'handoffs', id));
      context.install.disk.write(own, plan.text, 0o600);
    },
  };
}

/** The ticket, where the project has none of its id; one that is there stays as it is. */
function ticketFor(
  context: CliContext,
  { ticket }: Bundle,
): Part & { files: HandoffRecord['files']; path?: string; on?: string } {
  if (ticket === undefined) return { ...nothing, files: [] };
  if (!isFileId(ticket.id)) throw new Fault('malformed', 'The bundle’s ticket has no valid id.');
  const { disk } = context.install;
  const tickets = ticketContext(context);
  const { project } = tickets.place;
  refuseLinks(disk, project);
  const path = `${ticketFolder(project)}/${ticket.id}.md`;
  const here = disk.readText(path);
  const files = (text: string) => [{ path, role: 'ticket', hash: fingerprint(text) }];
  if (here !== undefined) {
    const differs = here === ticket.text ? '' : ' It differs from that of the bundle, and stays.';
    return {
      ...nothing,
      notes: [`The ticket is ${path}.${differs}`],
      files: files(here),
      path,
      on: ` on the ticket ${path} that is here${wishesOf(parseTicketFile(here, path))}`,
    };
  }
  const text = withoutPowers(ticket.text, path);
  const fault =
    text === undefined
      ? 'it lets its worker start workers'
      : checkTicket(text, path, tickets.check)[0]?.what;
  if (text === undefined || fault !== undefined) {
    const notes = [`The ticket of the bundle is not sound, and was left out: ${fault}.`];
    return { ...nothing, notes, files: [] };
  }
  const lost = text === ticket.text ? '' : ', without leave to start workers';
  return {
    notes: [`The ticket is ${path}, as the bundle says it${lost}.`],
    will: [`make the ticket ${path}${wishesOf(parseTicketFile(text, path))}`],
    files: files(text),
    path,
    on: ` on the ticket ${path}`,
    write() {
      // What the patch made is looked at as well.
      refuseLinks(disk, project);
      disk.makeFolder(ticketFolder(project), 0o755);
      refuseLinks(disk, project);
      if (tickets.ticketDisk.create(path, text)) return;
      throw new Fault('refused', `${path} was created in the meantime.`, {
        hint: 'Run this again.',
      });
    },
  };
}

/** What a worker of a ticket may do by it, for the user who is asked. */
function wishesOf({ permissions, allow, mayStartWorkers }: Ticket): string {
  const wishes = [
    ...(permissions === undefined ? [] : [`permissions: ${permissions}`]),
    ...(allow.length === 0
      ? []
      : [`allow: ${allow.map((one) => untrusted(one, 1_000)).join(', ')}`]),
  ];
  if (mayStartWorkers) wishes.push('may start workers');
  return wishes.length === 0 ? '' : ` (${wishes.join('; ')})`;
}

/** Throws a Fault where the project's folder of tickets is reached by a link, one to nowhere included. */
function refuseLinks(disk: Disk, project: string): void {
  const folder = ticketFolder(project);
  const landing = disk.landing(folder);
  if (landing === resolve(ticketFolder(disk.landing(project)))) return;
  throw new Fault('refused', `${folder} is reached by a link, to ${untrusted(landing, 500)}.`, {
    hint: 'Replace the link with a real folder, then run this again.',
  });
}

function countedFiles(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}

/** All names of files, those first that are more than content: nothing that is agreed to goes unsaid. */
function listed(files: readonly string[]): string {
  const settings = files.filter(isSettingsFile);
  const rest = files.filter((path) => !isSettingsFile(path));
  if (settings.length === 0) return ` (${allOf(rest)})`;
  const others = rest.length === 0 ? '' : `; and ${allOf(rest)}`;
  return ` (WARNING: clients, git, editors or Holdfast may run or obey ${allOf(settings)}${others})`;
}

function allOf(files: readonly string[]): string {
  return files.map((path) => untrusted(path, 1_000)).join(', ');
}

/** The first names of files in parentheses. */
function named(files: readonly string[]): string {
  if (files.length === 0) return '';
  const shown = files.slice(0, 8).map((path) => untrusted(path, 120));
  const more = files.length > shown.length ? ` and ${files.length - shown.length} more` : '';
  return ` (${shown.join(', ')}${more})`;
}
