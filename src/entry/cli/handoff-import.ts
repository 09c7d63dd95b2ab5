import { join, resolve } from 'node:path';
import { ticketFolder } from '../../app/ticket/place.ts';
import { refuseLinkedFolders } from '../../app/ticket/safe-folder.ts';
import { Fault } from '../../core/errors.ts';
import { type Bundle, bundleText, mostBundleBytes, readBundle } from '../../core/handoff/bundle.ts';
import { refusedInPatch } from '../../core/handoff/patch.ts';
import type { HandoffRecord } from '../../core/handoff/record.ts';
import { fingerprint } from '../../core/hash.ts';
import { checkTicket } from '../../core/ticket/check.ts';
import { isFileId } from '../../core/ticket/new-text.ts';
import { redactDeep } from '../../core/trust/redact.ts';
import { untrusted } from '../../core/trust/untrusted.ts';
import type { WorkerHost } from '../../hosts/worker-host.ts';
import {
  applyPatch,
  changedFiles,
  differingFiles,
  filesOfPatch,
  hasCommit,
  headOf,
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
  /** Writes plan, ticket and patch. Throws a Fault, and then no file of the project was changed. */
  write(): void;
}

/** Reads a bundle and compares it with the work tree here. Throws a Fault where the work cannot be continued here. */
export function importBundle(
  context: CliContext,
  file: string,
  id: string,
  target: WorkerHost,
): Imported {
  const path = resolve(context.cwd, file);
  const bundle = bundleIn(context, path);
  const top = workTreeTop(context.project);
  const tree = compareTree(bundle, top);
  const patch = patchFor(bundle, top);
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
        ? `The work is at the commit ${commit}${where}, and this folder is no work tree of git.`
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
  write(): void;
}

const nothing: Part = { notes: [], will: [], write() {} };

function patchFor(bundle: Bundle, top: string | undefined): Part {
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
  const files = filesOfPatch(top, patch);
  if (files === undefined) throw refused('git does not understand it');
  const against = refusedInPatch(patch.toString('latin1'), files);
  if (against !== undefined) throw refused(against);
  const changed = new Set(changedFiles(top));
  const mine = files.filter((path) => changed.has(path));
  if (mine.length > 0) {
    throw new Fault(
      'refused',
      `${countedFiles(mine.length)} that the bundle changes ${mine.length === 1 ? 'has' : 'have'} uncommitted changes here${named(mine)}.`,
      { hint: 'Commit or stash them, then run this again. Nothing was changed.' },
    );
  }
  const why = applyPatch(top, patch, true);
  if (why !== undefined) throw refused(`git says: ${untrusted(why, 300)}`);
  return {
    notes: [`The uncommitted changes of the bundle were applied here${named(files)}.`],
    will: [`change ${countedFiles(files.length)} of ${top}${named(files)}`],
    write() {
      const failed = applyPatch(top, patch, false);
      if (failed !== undefined) throw refused(`git says: ${untrusted(failed, 300)}`);
    },
  };
}

function refused(why: string): Fault {
  return new Fault('refused', `The changes of the bundle cannot be applied here: ${why}.`, {
    hint: 'Nothing was changed. Make the bundle without --patch, and bring the changes by a branch.',
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
): Part & { files: HandoffRecord['files']; path?: string } {
  if (ticket === undefined) return { ...nothing, files: [] };
  if (!isFileId(ticket.id)) throw new Fault('malformed', 'The id of the bundle’s ticket is none.');
  const { disk } = context.install;
  const tickets = ticketContext(context);
  const { project } = tickets.place;
  refuseLinkedFolders(disk, project);
  const path = `${ticketFolder(project)}/${ticket.id}.md`;
  const here = disk.readText(path);
  const files = (text: string) => [{ path, role: 'ticket', hash: fingerprint(text) }];
  if (here !== undefined) {
    const differs = here === ticket.text ? '' : ' It differs from that of the bundle, and stays.';
    return { ...nothing, notes: [`The ticket is ${path}.${differs}`], files: files(here), path };
  }
  const fault = checkTicket(ticket.text, path, tickets.check)[0];
  if (fault !== undefined) {
    const notes = [`The ticket of the bundle is not sound, and was left out: ${fault.what}.`];
    return { ...nothing, notes, files: [] };
  }
  return {
    notes: [`The ticket is ${path}, as the bundle says it.`],
    will: [`make the ticket ${path}`],
    files: files(ticket.text),
    path,
    write() {
      disk.makeFolder(ticketFolder(project), 0o755);
      if (tickets.ticketDisk.create(path, ticket.text)) return;
      throw new Fault('refused', `${path} came meanwhile.`, { hint: 'Run this again.' });
    },
  };
}

function countedFiles(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}

/** The first names of files in parentheses. */
function named(files: readonly string[]): string {
  if (files.length === 0) return '';
  const shown = files.slice(0, 8).map((path) => untrusted(path, 120));
  const more = files.length > shown.length ? ` and ${files.length - shown.length} more` : '';
  return ` (${shown.join(', ')}${more})`;
}
