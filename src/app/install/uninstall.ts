import { dirname } from 'node:path';
import { Fault } from '../../core/errors.ts';
import type { HostInstall, Scope } from '../../core/install/host-install.ts';
import { scopes } from '../../core/install/host-install.ts';
import { isInside } from '../../core/task/path.ts';
import { backUp } from './backup.ts';
import type { InstallContext, InstallRequest } from './context.ts';
import { hostNamed } from './find-hosts.ts';
import { withdrawWrites } from './host-writes.ts';
import { mustBeWritable } from './must-be-writable.ts';
import { partsIn } from './parts.ts';
import { findRecord, type InstallRecord, readRecords, writeRecords } from './record.ts';
import { removeRuntime } from './runtime.ts';
import { readExact } from './text.ts';
import { type Undone, undo } from './undo.ts';

/** What uninstall would do to one settings file. */
export interface UninstallTarget {
  install: HostInstall;
  scope: Scope;
  file: string;
  exists: boolean;
  before: string;
  after: Undone;
  record: InstallRecord | undefined;
}

/** A settings file that cannot be looked into or changed, and so is left as it is. */
export interface PassedOver {
  file: string;
  why: string;
  hint: string | undefined;
  /** True when init put hooks into it, or the person named its scope: then not all was done that was asked for. */
  matters: boolean;
}

export interface UninstallPlan {
  /** The one host that was asked for. */
  host?: string;
  targets: UninstallTarget[];
  passedOver: PassedOver[];
  /** Registrations of this machine that stay: other scopes, other projects. */
  left: InstallRecord[];
  /** True when the launcher goes, since nothing points to it any more. */
  removesRuntime: boolean;
}

/**
 * Works out what uninstall would do: every registration of this user and of this project. A file that cannot be used is
 * passed over, and does not keep the others from being cleaned. Reads only.
 */
export function planUninstall(context: InstallContext, request: InstallRequest): UninstallPlan {
  if (request.host !== undefined) hostNamed(context, request.host);
  const records = readRecords(context.disk, context.paths.installs);
  const targets: UninstallTarget[] = [];
  const passedOver: PassedOver[] = [];
  for (const install of context.hosts) {
    if (request.host !== undefined && request.host !== install.host) continue;
    for (const scope of scopes) {
      if (request.scope !== undefined && request.scope !== scope) continue;
      for (const { part, file } of filesOf(context, install, scope)) {
        // In the home folder both scopes are one file.
        if ([...targets, ...passedOver].some((other) => other.file === file)) continue;
        const record = findRecord(records, install.host, file);
        const fault = faultOf(() => {
          if (scope === 'project' && record === undefined) mustStayInside(context, file);
          const target = targetOf(context, part, scope, file, record);
          if (target) targets.push(target);
        });
        const matters = record !== undefined || request.scope !== undefined;
        if (fault) passedOver.push({ file, why: fault.message, hint: fault.hint, matters });
      }
    }
  }
  const gone = new Set(targets.map((target) => target.record));
  const left = records.filter((record) => !gone.has(record) && stillThere(context, record));
  const installed = context.disk.stat(context.paths.launcher) !== undefined;
  const removesRuntime = left.length === 0 && installed && !passedOver.some((one) => one.matters);
  const { host } = request;
  return { ...(host === undefined ? {} : { host }), targets, passedOver, left, removesRuntime };
}

/** Every file that may hold our hooks: a host that reads one of two may have read the other at init. */
function filesOf(
  context: InstallContext,
  install: HostInstall,
  scope: Scope,
): { part: HostInstall; file: string }[] {
  // A file of JSON with comments may be there without the one of plain JSON.
  const answers = [() => true, () => false, (path: string) => path.endsWith('.jsonc')];
  return answers.flatMap((exists) =>
    partsIn(context, install, scope, exists).map((part) => ({
      part,
      file: part.settingsFile(scope, context.place, exists),
    })),
  );
}

function targetOf(
  context: InstallContext,
  install: HostInstall,
  scope: Scope,
  file: string,
  record: InstallRecord | undefined,
): UninstallTarget | undefined {
  const { text, exists } = readExact(context.disk, file);
  if (record === undefined && install.registered(text, file).length === 0) return undefined;
  const after = undo(install, file, text, record);
  return { install, scope, file, exists, before: text, after, record };
}

/** A repository that brings a link must not have us change what that leads to, where init did not do so either. */
function mustStayInside({ disk, place }: InstallContext, file: string): void {
  const landing = disk.landing(file);
  if (isInside(landing, disk.landing(place.project))) return;
  throw new Fault('refused', `${file} leads out of this project, to ${landing}.`);
}

/** The Fault that a piece of work ends with, if it does. */
function faultOf(work: () => void): Fault | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

/** A record whose file no longer holds an entry of ours is no reason to keep the launcher. */
function stillThere(context: InstallContext, record: InstallRecord): boolean {
  const install = context.hosts.find((host) => host.host === record.host);
  if (install === undefined) return true;
  try {
    const { text } = readExact(context.disk, record.file);
    const { part = 'hooks' } = record;
    if (part !== 'hooks' && install.server?.standing(text, record.file) === 'ours') return true;
    if (install.statusLine?.standing(text, record.file) === 'ours') return true;
    return part !== 'server' && install.registered(text, record.file).length > 0;
  } catch {
    return true;
  }
}

/** What came of a plan. */
export interface UninstallDone {
  /** The copies made, by settings file. */
  backups: Map<string, string>;
  /** Files that were to be changed and could not be. */
  failed: PassedOver[];
  /** True when the launcher went. */
  removedRuntime: boolean;
}

/**
 * Carries a plan out: settings first, the launcher last, and only when no hook is left that points to it. A file that
 * cannot be changed does not keep the others from being cleaned.
 */
export function applyUninstall(context: InstallContext, plan: UninstallPlan): UninstallDone {
  const backups = new Map<string, string>();
  const failed: PassedOver[] = [];
  for (const planned of plan.targets) {
    const fault = faultOf(() => takeOut(context, planned, backups));
    const { file } = planned;
    if (fault) failed.push({ file, why: fault.message, hint: fault.hint, matters: true });
  }
  const all = failed.length === 0;
  if (all && plan.left.length === 0 && !plan.passedOver.some((one) => one.matters)) {
    writeRecords(context.disk, context.paths.installs, []);
  }
  if (all && plan.removesRuntime) removeRuntime(context);
  return { backups, failed, removedRuntime: all && plan.removesRuntime };
}

function takeOut(
  context: InstallContext,
  planned: UninstallTarget,
  backups: Map<string, string>,
): void {
  const target = upToDate(context, planned);
  const changes = target.exists && target.after.text !== target.before;
  if (changes) {
    mustBeWritable(context, target.file, 'take Holdfast out where it is made');
  }
  // What init made whole goes whole; a copy is kept where other hands had a part in the file.
  if (changes && !target.after.asBefore) {
    backups.set(target.file, backUp(context, target.install.host, target.scope, target.file));
  }
  if (target.exists && target.after.removeFile) removeCreated(context, target);
  else if (changes) context.disk.write(target.file, target.after.text);
  withdrawWrites(context, target.install, target.record);
  const kept = readRecords(context.disk, context.paths.installs).filter(
    (record) => record.host !== target.install.host || record.file !== target.file,
  );
  writeRecords(context.disk, context.paths.installs, kept);
}

/** The target as its file is now: a person may have been asked in between, and other programs write there, too. */
function upToDate(context: InstallContext, planned: UninstallTarget): UninstallTarget {
  const { install, file, record } = planned;
  const { text, exists } = readExact(context.disk, file);
  if (text === planned.before && exists === planned.exists) return planned;
  return { ...planned, exists, before: text, after: undo(install, file, text, record) };
}

/** Takes away what the host made beside our file since init, where nobody else has a part in it. */
function clearLeavings({ disk }: InstallContext, target: UninstallTarget): void {
  const { install, file, record } = target;
  const look = { read: (path: string) => disk.readText(path), list: disk.list };
  for (const path of install.leavings?.clearable(file, look) ?? []) {
    if (!record?.absent?.includes(path)) continue;
    if (disk.stat(path)?.kind === 'folder') disk.removeFolder(path);
    else disk.remove(path);
  }
}

function removeCreated(context: InstallContext, target: UninstallTarget): void {
  // Through a link: the link was there before, and what it leads to was not.
  context.disk.remove(context.disk.landing(target.file));
  clearLeavings(context, target);
  const top = target.record?.createdFolder;
  if (top === undefined) return;
  for (let folder = dirname(target.file); folder.startsWith(top); folder = dirname(folder)) {
    context.disk.removeIfEmpty(folder);
  }
}
