import { dirname } from 'node:path';
import { Fault } from '../../core/errors.ts';
import type {
  Change,
  HookTransport,
  HostInstall,
  LauncherForm,
  Scope,
} from '../../core/install/host-install.ts';
import { isInside } from '../../core/task/path.ts';
import { backUp } from './backup.ts';
import { mustBeTaken, takesTransport } from './client-version.ts';
import type { InstallContext, InstallRequest } from './context.ts';
import { type FoundHost, findHosts } from './find-hosts.ts';
import { isFileOf } from './is-file.ts';
import { managedHooks } from './managed.ts';
import { mustBeWritable } from './must-be-writable.ts';
import { callsNobody, leftAlone, otherTransport, serverFault, wantedParts } from './parts.ts';
import { findRecord, type InstallRecord, readRecords, writeRecords } from './record.ts';
import { installRuntime, removeStatusLine, staleRuntimeFiles } from './runtime.ts';
import { systemNotices } from './system-notices.ts';
import { digest, readExact } from './text.ts';

/** What init would do to one settings file. */
export interface InitTarget {
  install: HostInstall;
  /** False: the host was asked for but is not on this machine. */
  found: boolean;
  scope: Scope;
  file: string;
  /** Where a write to the file lands. */
  landing: string;
  /** True when a symbolic link below the project or the home folder leads there. */
  linked: boolean;
  /** True when a project's file really lies outside of the project, so that other things may be meant by it. */
  outside: boolean;
  exists: boolean;
  before: string;
  change: Change;
  /** How the person wants events to come; absent: as it is. */
  transport?: HookTransport;
}

export interface InitPlan {
  targets: InitTarget[];
  /** Where our MCP server is not put, and why, and what is special to this system, as sentences. */
  notices: string[];
  /** Launcher files that are missing or out of date. */
  runtime: ReturnType<typeof staleRuntimeFiles>;
  /** True when there is nothing to do. */
  done: boolean;
}

/** Works out what init would do. Reads only. Throws a Fault when a settings file must not be touched. */
export function planInit(context: InstallContext, request: InstallRequest): InitPlan {
  const { targets, notices } = planTargets(context, request);
  const runtime = staleRuntimeFiles(
    context,
    targets.map(({ install }) => install),
    typeof request.mcp === 'string' ? request.mcp : undefined,
    targets.some(showsLine),
  );
  if (request.statusLine === true && !targets.some(({ install }) => install.statusLine)) {
    notices.push('No client found here has a status line that can show Holdfast.');
  }
  const records = readRecords(context.disk, context.paths.installs);
  const done =
    runtime.length === 0 &&
    targets.every(
      (target) =>
        target.change.passes.length === 0 &&
        (target.change.server === 'other' ||
          findRecord(records, target.install.host, target.file) !== undefined),
    );
  return { targets, notices, runtime, done };
}

/**
 * What init would do to each settings file of the hosts found, and what it leaves alone, as sentences. Reads only. Throws a Fault when a
 * settings file must not be touched.
 */
export function planTargets(
  context: InstallContext,
  request: InstallRequest,
): Pick<InitPlan, 'targets' | 'notices'> {
  const scope = request.scope ?? 'user';
  mustBeUsable(context, request, scope);
  const targets: InitTarget[] = [];
  const notices = systemNotices(context, scope);
  const found = findHosts(context, request.host);
  for (const one of found)
    namingOthers(one.install, found, () =>
      planHost(one, { context, request, scope }, { targets, notices }),
    );
  return { targets, notices };
}

/** Runs it; where it fails for one of several clients, the fault also says how to set up the others. */
function namingOthers(install: HostInstall, found: readonly FoundHost[], plan: () => void): void {
  try {
    plan();
  } catch (error) {
    const others = found.filter((one) => one.install !== install);
    if (!(error instanceof Fault) || others.length === 0) throw error;
    const names = others.map((one) => `--host ${one.install.host}`).join(' or ');
    const way = `To set up ${others.length === 1 ? 'the other client' : 'another client'} meanwhile: holdfast init ${names}`;
    const hint = error.hint === undefined ? way : `${error.hint}\n${way}`;
    throw new Fault(error.code, error.message, { hint, cause: error.cause });
  }
}

/** The same for one client. */
function planHost(
  { install, found }: FoundHost,
  { context, request, scope }: { context: InstallContext; request: InstallRequest; scope: Scope },
  { targets, notices }: Pick<InitPlan, 'targets' | 'notices'>,
): void {
  mustBeProject(context, install, scope);
  const parts = wantedParts(context, install, scope, {
    withServer: request.mcp !== false,
    statusLine: request.statusLine,
  });
  const managed = scope === 'user' ? managedHooks(context, install) : undefined;
  if (managed !== undefined) {
    notices.push(
      `${install.title}: the hooks are in ${managed} already, so none are put into your settings.`,
    );
    parts.splice(0, parts.length, ...parts.filter(({ part }) => part === 'server'));
  }
  const plan = (asked: InstallRequest) =>
    parts.map((part) => serverFault(part, () => targetOf(context, part, found, scope, asked)));
  let made = plan(request);
  if (request.mcp !== false && callsNobody(made)) {
    notices.push(`${install.title}: its hooks are commands, since no MCP server of ours is there.`);
    made = plan({ ...request, transport: 'command' });
  }
  for (const one of made) {
    if (typeof one === 'string') notices.push(one);
    else {
      targets.push(one);
      notices.push(...leftAlone(one), ...otherTransport(one));
    }
  }
}

function targetOf(
  context: InstallContext,
  install: HostInstall,
  found: boolean,
  scope: Scope,
  request: InstallRequest,
): InitTarget {
  const file = install.settingsFile(scope, context.place, isFileOf(context.disk));
  const { text, exists } = readExact(context.disk, file);
  const form = formIn(context, install, scope, { text, file }, request.transport);
  const change = install.register(text, file, form);
  mustBeTaken(context, install, { after: change.text, path: file }, request.transport);
  if (exists && change.passes.length > 0) {
    mustBeWritable(
      context,
      file,
      `give it what "holdfast init --print --host ${install.host}" shows`,
    );
  }
  const way = wayOf(context, scope, file);
  const { transport } = request;
  return { install, found, scope, file, ...way, exists, before: text, change, transport };
}

/** True where the status line is ours once the change is done. */
function showsLine({ install, scope, file, change }: InitTarget): boolean {
  return scope === 'user' && install.statusLine?.standing(change.text, file) === 'ours';
}

/** A file that others share says nothing of a server or a daemon of this machine. */
function mustBeUsable(
  context: InstallContext,
  { transport, mcp, statusLine }: InstallRequest,
  scope: Scope,
): void {
  if (statusLine && (scope === 'project' || context.windows)) {
    const why = context.windows
      ? 'The status line is a script of the shell, which Windows does not run.'
      : 'The status line names a script of this machine, so that it is for your own settings.';
    throw new Fault('usage', why, { hint: 'Leave --statusline or --scope out.' });
  }
  if (transport === undefined || transport === 'command') return;
  if (scope === 'project') {
    throw new Fault(
      'usage',
      `A project's hooks are commands: --transport ${transport} is only for your own settings.`,
      {
        hint: 'Leave --transport or --scope out.',
      },
    );
  }
  if (transport === 'http' && context.daemon?.() === undefined) {
    throw new Fault('refused', 'The daemon is not running, so events cannot go to it.', {
      hint: 'Start it first: holdfast daemon start',
    });
  }
  if (transport !== 'mcp' || mcp !== false) return;
  throw new Fault('usage', 'Events over MCP need the MCP server.', {
    hint: 'Leave --no-mcp or --transport out.',
  });
}

function mustBeProject({ disk, place }: InstallContext, install: HostInstall, scope: Scope): void {
  const [own, users] = [scope, 'user' as const].map((one) =>
    install.settingsFile(one, place, isFileOf(disk)),
  );
  if (scope === 'user' || own !== users) return;
  throw new Fault('usage', `${place.project} is your home folder, not a project.`, {
    hint: 'Use --scope user, or go into a project first.',
  });
}

function wayOf(
  { disk, place }: InstallContext,
  scope: Scope,
  file: string,
): Pick<InitTarget, 'landing' | 'linked' | 'outside'> {
  const landing = disk.landing(file);
  const top = [scope === 'project' ? place.project : place.home].find((one) => isInside(file, one));
  const anchor = top ?? dirname(file);
  const straight = disk.landing(anchor) + file.slice(anchor.length);
  const outside = scope === 'project' && !isInside(landing, disk.landing(place.project));
  return { landing, linked: landing !== straight, outside };
}

/** What was done to one settings file. */
export interface InitDone {
  target: InitTarget;
  backup: string | undefined;
}

/** Carries a plan out: launcher first, so that no hook ever points at nothing; then each settings file. */
export function applyInit(context: InstallContext, plan: InitPlan): InitDone[] {
  installRuntime(context, plan.runtime);
  if (plan.targets.some(({ change }) => change.statusLine === 'removed')) removeStatusLine(context);
  return plan.targets.map((planned) => {
    const target = upToDate(context, planned);
    const records = readRecords(context.disk, context.paths.installs);
    const old = findRecord(records, target.install.host, target.file);
    const others = records.filter((record) => record !== old);
    if (target.change.passes.length === 0) {
      if (old === undefined && target.change.server !== 'other') {
        const record = recordOf(context, target, old, undefined);
        writeRecords(context.disk, context.paths.installs, [...others, record]);
      }
      return { target, backup: undefined };
    }
    const backup = target.exists
      ? backUp(context, target.install.host, target.scope, target.file)
      : undefined;
    const createdFolder = context.disk.makeFolder(dirname(target.file), 0o755);
    const record = recordOf(context, target, old, createdFolder);
    // The record goes first: were we stopped in between, its digests would tell that the file is untouched.
    writeRecords(context.disk, context.paths.installs, [...others, record]);
    context.disk.write(target.file, target.change.text, target.exists ? undefined : modeOf(target));
    return { target, backup };
  });
}

/** A person's own file of servers may come to hold keys. */
function modeOf({ scope, install }: InitTarget): number {
  return scope === 'user' && install.part === 'server' ? 0o600 : 0o644;
}

/** The target as its file is now: a person may have been asked in between, and other programs write there, too. */
function upToDate(context: InstallContext, planned: InitTarget): InitTarget {
  const { file, scope, install } = planned;
  if (context.disk.landing(file) !== planned.landing) {
    throw new Fault('refused', `${file} leads to a different place than before.`, {
      hint: 'Run this again to see where it leads now. Nothing was changed there.',
    });
  }
  const { text, exists } = readExact(context.disk, file);
  if (text === planned.before && exists === planned.exists) return planned;
  const form = formIn(context, install, scope, { text, file }, planned.transport);
  const change = install.register(text, file, form);
  return { ...planned, exists, before: text, change };
}

function recordOf(
  context: InstallContext,
  target: InitTarget,
  old: InstallRecord | undefined,
  createdFolder: string | undefined,
): InstallRecord {
  const { change, before } = target;
  const step = { before: digest(before), after: digest(change.text), passes: change.passes };
  const created = [...new Set([...(old?.created ?? []), ...change.created])];
  return {
    host: target.install.host,
    scope: target.scope,
    part: target.install.part ?? 'hooks',
    file: target.file,
    version: context.version,
    time: context.clock.now().toISOString(),
    createdFile: old?.createdFile ?? !target.exists,
    createdFolder: old ? old.createdFolder : createdFolder,
    ...absentBefore(context, target, old),
    created,
    steps: [
      ...(old?.steps ?? []).filter((earlier) => earlier.after !== step.after),
      ...(change.passes.length > 0 ? [step] : []),
    ],
  };
}

/** What the host may make beside the file and has not made yet. */
function absentBefore(
  { disk }: InstallContext,
  { install, file }: InitTarget,
  old: InstallRecord | undefined,
): { absent?: string[] } {
  if (old !== undefined) return old.absent === undefined ? {} : { absent: old.absent };
  if (install.leavings === undefined) return {};
  return { absent: install.leavings.paths(file).filter((path) => disk.stat(path) === undefined) };
}

/** The launcher, and how events are to come: as the person wants it, else as it stands in the file, else as commands. */
export function formIn(
  context: InstallContext,
  install: HostInstall,
  scope: Scope,
  { text, file }: { text: string; file: string },
  wanted?: HookTransport,
): LauncherForm {
  const client = context.clients?.[install.host];
  const form = { ...launcherForm(context, scope), ...(client === undefined ? {} : { client }) };
  const now = () => install.registered(text, file).find(({ transport }) => transport)?.transport;
  const transport = wanted ?? now();
  if (transport === undefined || !install.transports?.includes(transport)) return form;
  if (!takesTransport(install, transport, client)) return form;
  if (transport !== 'http') return { ...form, transport };
  // Without the daemon the same events come by commands.
  const daemon = context.daemon?.();
  return daemon === undefined ? form : { ...form, transport, daemon };
}

/**
 * A committed file must work on every machine, so only a user's own may name a state folder. It does where the
 * person moved that folder: a host that is started from a desktop may not have the variable that says so.
 */
function launcherForm(context: InstallContext, scope: Scope): LauncherForm {
  if (scope === 'user' && context.windows) {
    return { form: 'windows', stateFolder: context.paths.home };
  }
  const { HOLDFAST_HOME, XDG_STATE_HOME, LOCALAPPDATA } = context.place.env;
  // A shell under Windows that is not Windows, such as WSL, may have been given its variables, which lead nowhere there.
  // The daemon names the usual folder too, which the portable form finds by itself.
  const isMoved = context.paths.home !== `${context.place.home}/.local/state/holdfast`;
  return scope === 'user' && isMoved && (HOLDFAST_HOME || XDG_STATE_HOME || LOCALAPPDATA)
    ? { form: 'fixed', stateFolder: context.paths.home }
    : { form: 'portable' };
}
