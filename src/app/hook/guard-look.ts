import { heldBy } from '../../core/guard/ban-fits.ts';
import { hazardOf, isKnown } from '../../core/guard/destructive.ts';
import { type GuardState, readGuardState } from '../../core/guard/guard-state.ts';
import type { Hazard } from '../../core/guard/hazard.ts';
import { ownHazard } from '../../core/guard/own-patterns.ts';
import { hasRefusals } from '../../core/guard/refused.ts';
import { agentState } from '../../core/recovery/session-state.ts';
import type { Run } from '../../core/shell/run.ts';
import { runsIn } from '../../core/shell/runs.ts';
import { joinPath } from '../../core/task/path.ts';
import type { ToolCall } from '../../core/tool.ts';
import type { HookContext, HookDeps } from './context.ts';

/** A call, taken apart. */
export interface Tried {
  runs: Run[];
  edits: string[];
  folder: string;
  project: string;
}

/** Files that are read to know what a script of the project does. */
const longestFile = 64 * 1024;

export function tryCall(
  { files, tasks, host }: HookDeps,
  cwd: string | undefined,
  call: ToolCall,
): Tried {
  const project = tasks.project ?? cwd ?? '/';
  const folder = joinPath(cwd ?? project, call.cwd ?? '.');
  const read = (path: string) => files.readText(joinPath(folder, path), longestFile);
  const { command } = call;
  const shell = call.kind === 'shell' && command !== undefined && host.capabilities.blocksTools;
  return {
    runs: shell ? runsIn(command, { read, knows: isKnown }) : [],
    edits: call.kind === 'edit' || call.kind === 'write' ? call.paths : (call.changes ?? []),
    folder,
    project,
  };
}

/** False where a call is against nothing, by the little that is kept for this; then nothing more of the session is read. */
export function mayBeHeld(deps: HookDeps, cwd: string | undefined, call: ToolCall): boolean {
  const tried = tryCall(deps, cwd, call);
  const { bans } = rulesOf(deps);
  if (tried.runs.some((run) => hazardIn(run, deps.config.guardPatterns) !== undefined)) return true;
  return bans.length > 0 && heldBy(bans, { ...tried, ...around(deps, tried) }) !== undefined;
}

/**
 * False where neither a rule, a hazard nor a refusal is about a call. What decides on the others is large, and is loaded for
 * them alone.
 */
export function mayBeDenied(context: HookContext, call: ToolCall): boolean {
  if (mayBeHeld(context, context.event.cwd, call)) return true;
  const { snapshot } = agentState(context.state, undefined);
  return call.kind === 'shell' && hasRefusals(snapshot?.state);
}

export function hazardIn(run: Run, patterns: readonly string[]): Hazard | undefined {
  return hazardOf(run) ?? ownHazard(run, patterns);
}

export function around({ files }: HookDeps, { project }: Tried) {
  const head = files.readText(joinPath(project, '.git/HEAD'), 1_000);
  const branch = /^ref: refs\/heads\/(.+)$/m.exec(head ?? '')?.[1]?.trim();
  return {
    exists: (path: string) => files.stat(path) !== undefined,
    ...(branch === undefined ? {} : { branch }),
  };
}

/** The rules that hold, as they were last written down. */
export function rulesOf({ store }: Pick<HookDeps, 'store'>): GuardState {
  return readGuardState(store.readGuard()) ?? { v: 1, bans: [] };
}
