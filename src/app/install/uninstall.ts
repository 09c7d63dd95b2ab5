import { dirname } from 'node:path';
import type { HostInstall, Scope } from '../../core/install/host-install.ts';
import { scopes } from '../../core/install/host-install.ts';
import { backUp } from './backup.ts';
import type { InstallContext, InstallRequest } from './context.ts';
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

export interface UninstallPlan {
  targets: UninstallTarget[];
  /** Registrations of this machine that stay: other scopes, other projects. */
  left: InstallRecord[];
  /** True when the launcher goes, since nothing points to it any more. */
  removesRuntime: boolean;
}

/** Works out what uninstall would do: every registration of this user and of this project. Reads only. */
export function planUninstall(context: InstallContext, request: InstallRequest): UninstallPlan {
  const records = readRecords(context.disk, context.paths.installs);
  const targets: UninstallTarget[] = [];
  for (const install of context.hosts) {
    if (request.host !== undefined && request.host !== install.host) continue;
    for (const scope of scopes) {
      if (request.scope !== undefined && request.scope !== scope) continue;
      const target = targetOf(context, install, scope, records);
      // In the home folder both scopes are one file.
      const twice = targets.some((other) => other.file === target?.file);
      if (target && !twice) targets.push(target);
    }
  }
  const gone = new Set(targets.map((target) => target.record));
  const left = records.filter((record) => !gone.has(record) && stillThere(context, record));
  const installed = context.disk.stat(context.paths.launcher) !== undefined;
  return { targets, left, removesRuntime: left.length === 0 && installed };
}

function targetOf(
  context: InstallContext,
  install: HostInstall,
  scope: Scope,
  records: InstallRecord[],
): UninstallTarget | undefined {
  const file = install.settingsFile(scope, context.place);
  const record = findRecord(records, install.host, file);
  const { text, exists } = readExact(context.disk, file);
  if (record === undefined && install.registered(text, file).length === 0) return undefined;
  const after = undo(install, file, text, record);
  return { install, scope, file, exists, before: text, after, record };
}

/** A record whose file no longer holds an entry of ours is no reason to keep the launcher. */
function stillThere(context: InstallContext, record: InstallRecord): boolean {
  const install = context.hosts.find((host) => host.host === record.host);
  if (install === undefined) return true;
  try {
    const { text } = readExact(context.disk, record.file);
    return install.registered(text, record.file).length > 0;
  } catch {
    return true;
  }
}

/** Carries a plan out: settings first, the launcher last. Answers with the backups made, by settings file. */
export function applyUninstall(context: InstallContext, plan: UninstallPlan): Map<string, string> {
  const backups = new Map<string, string>();
  for (const planned of plan.targets) {
    const target = upToDate(context, planned);
    const changes = target.exists && target.after.text !== target.before;
    // What init made whole goes whole; a copy is kept where other hands had a part in the file.
    if (changes && !target.after.asBefore) {
      backups.set(target.file, backUp(context, target.install.host, target.scope, target.file));
    }
    if (target.exists && target.after.removeFile) removeCreated(context, target);
    else if (changes) context.disk.write(target.file, target.after.text);
    const kept = readRecords(context.disk, context.paths.installs).filter(
      (record) => record.host !== target.install.host || record.file !== target.file,
    );
    writeRecords(context.disk, context.paths.installs, kept);
  }
  if (plan.left.length === 0) writeRecords(context.disk, context.paths.installs, []);
  if (plan.removesRuntime) removeRuntime(context);
  return backups;
}

/** The target as its file is now: a person may have been asked in between, and other programs write there, too. */
function upToDate(context: InstallContext, planned: UninstallTarget): UninstallTarget {
  const { install, file, record } = planned;
  const { text, exists } = readExact(context.disk, file);
  if (text === planned.before && exists === planned.exists) return planned;
  return { ...planned, exists, before: text, after: undo(install, file, text, record) };
}

function removeCreated(context: InstallContext, target: UninstallTarget): void {
  context.disk.remove(target.file);
  const top = target.record?.createdFolder;
  if (top === undefined) return;
  for (let folder = dirname(target.file); folder.startsWith(top); folder = dirname(folder)) {
    context.disk.removeIfEmpty(folder);
  }
}
