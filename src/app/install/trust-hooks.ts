import type { HookTrust, KnownHook } from '../../core/install/hook-trust.ts';
import type { HostInstall } from '../../core/install/host-install.ts';
import type { TextEdit } from '../../core/settings-text/edit.ts';
import type { InstallContext } from './context.ts';
import { findRecord, type InstallRecord, readRecords, writeRecords } from './record.ts';
import { digest, readExact } from './text.ts';
import { undoSteps } from './undo.ts';

/** What a host that asks for trust says of our hooks. */
export type TrustState =
  | { state: 'trusted'; count: number }
  | { state: 'untrusted'; hooks: KnownHook[] }
  /** It could not be asked, or lists none of our hooks here. */
  | { state: 'unknown'; why: string };

type Trusting = HostInstall & { trust: HookTrust };

/** Whether the host runs our hooks in this project. Undefined for a host that asks for no trust. */
export async function trustState(
  context: InstallContext,
  install: HostInstall,
): Promise<TrustState | undefined> {
  if (!asksTrust(install)) return undefined;
  return talk(context, install, async (ask) =>
    judge(await install.trust.known(ask, context.place.project)),
  );
}

/** Has the host trust our hooks, which a person agreed to, and keeps by what that is undone. */
export async function trustHooks(
  context: InstallContext,
  install: HostInstall,
  file: string,
): Promise<TrustState | undefined> {
  if (!asksTrust(install)) return undefined;
  const { trust } = install;
  const kept = trust.keptIn(context.place);
  const before = readExact(context.disk, kept);
  let keys: string[] = [];
  const state = await talk(context, install, async (ask) => {
    const known = await trust.known(ask, context.place.project);
    const open = known.filter((hook) => !hook.trusted);
    if (open.length === 0) return judge(known);
    await trust.trust(ask, open);
    keys = open.map((hook) => hook.key);
    return judge(await trust.known(ask, context.place.project));
  });
  if (keys.length > 0) {
    const after = readExact(context.disk, kept).text;
    remember(context, install, file, { kept, keys, before, after });
  }
  return state;
}

function remember(
  { disk, paths }: InstallContext,
  install: HostInstall,
  file: string,
  done: { kept: string; keys: string[]; before: { text: string; exists: boolean }; after: string },
): void {
  const records = readRecords(disk, paths.installs);
  const record = findRecord(records, install.host, file);
  if (record === undefined) return;
  const { kept, before, after } = done;
  const passes = [[onlyEdit(before.text, after)]];
  const step = { before: digest(before.text), after: digest(after), passes };
  record.trust = {
    file: kept,
    createdFile: record.trust?.createdFile ?? !before.exists,
    keys: [...new Set([...(record.trust?.keys ?? []), ...done.keys])],
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
export function withdrawTrust(
  { disk }: InstallContext,
  install: HostInstall,
  record: InstallRecord | undefined,
): boolean {
  const trust = record?.trust;
  if (trust === undefined || !asksTrust(install)) return false;
  const now = readExact(disk, trust.file);
  if (!now.exists) return false;
  const { text, steps } = undoSteps(now.text, trust.steps);
  const left = steps.length === 0 ? text : install.trust.withdraw(text, trust.keys);
  if (left === '' && trust.createdFile) disk.remove(disk.landing(trust.file));
  else if (left !== now.text) disk.write(trust.file, left);
  return left !== now.text;
}

function asksTrust(install: HostInstall): install is Trusting {
  return install.trust !== undefined;
}

function judge(known: readonly KnownHook[]): TrustState {
  if (known.length === 0) return { state: 'unknown', why: 'it lists no hook of Holdfast here' };
  const hooks = known.filter((hook) => !hook.trusted);
  return hooks.length > 0
    ? { state: 'untrusted', hooks }
    : { state: 'trusted', count: known.length };
}

async function talk(
  context: InstallContext,
  install: Trusting,
  conversation: Parameters<NonNullable<InstallContext['talk']>>[3],
): Promise<TrustState> {
  try {
    if (context.talk === undefined) throw new Error('it cannot be asked here');
    const { project } = context.place;
    return (await context.talk(
      install.program,
      install.trust.serverArgs,
      project,
      conversation,
    )) as TrustState;
  } catch (error) {
    return { state: 'unknown', why: error instanceof Error ? error.message : String(error) };
  }
}
