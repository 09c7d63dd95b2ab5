import type { HostInstall } from '../../core/install/host-install.ts';
import type { TextEdit } from '../../core/settings-text/edit.ts';
import type { InstallContext } from './context.ts';
import { findRecord, type InstallRecord, readRecords, writeRecords } from './record.ts';
import { digest, readExact } from './text.ts';
import { undoSteps } from './undo.ts';

/** What a host's server wrote for us into the host's own file. */
export interface HostWrite {
  kept: string;
  /** By what it keeps the hooks that it trusts now. */
  keys: string[];
  before: { text: string; exists: boolean };
  after: string;
}

/** Writes down by what it is undone. All that a host wrote for us is one row of steps, since one file holds it. */
export function rememberWrite(
  { disk, paths }: InstallContext,
  install: HostInstall,
  file: string,
  { kept, keys, before, after }: HostWrite,
): void {
  const records = readRecords(disk, paths.installs);
  const record = findRecord(records, install.host, file);
  if (record === undefined) return;
  const passes = [[onlyEdit(before.text, after)]];
  const step = { before: digest(before.text), after: digest(after), passes };
  record.trust = {
    file: kept,
    createdFile: record.trust?.createdFile ?? !before.exists,
    keys: [...new Set([...(record.trust?.keys ?? []), ...keys])],
    steps: [...(record.trust?.steps ?? []), step],
  };
  writeRecords(disk, paths.installs, records);
}

/** What is different, as one edit. */
function onlyEdit(before: string, after: string): TextEdit {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const remove = before.slice(start, before.length - end);
  return { offset: start, remove, insert: after.slice(start, after.length - end) };
}

/** Takes out of the host's file what it wrote down for us; false when there was nothing. */
export function withdrawWrites(
  { disk }: InstallContext,
  install: HostInstall,
  record: InstallRecord | undefined,
): boolean {
  const written = record?.trust;
  if (written === undefined) return false;
  const now = readExact(disk, written.file);
  if (!now.exists) return false;
  const { text, steps } = undoSteps(now.text, written.steps);
  const left = steps.length === 0 ? text : byStructure(install, text, written.keys);
  if (left === '' && written.createdFile) disk.remove(disk.landing(written.file));
  else if (left !== now.text) disk.write(written.file, left);
  return left !== now.text;
}

function byStructure({ trust, summaryPrompt }: HostInstall, text: string, keys: string[]): string {
  const untrusted = trust?.withdraw(text, keys) ?? text;
  return summaryPrompt?.withdraw(untrusted) ?? untrusted;
}
