import { isApproved } from '../../core/guard/approved.ts';
import { hazardsIn } from '../../core/guard/destructive.ts';
import {
  guardAskDenial,
  guardDenial,
  guardQuestion,
  refusalDenial,
} from '../../core/guard/guard-text.ts';
import type { DeletedPath, Hazard } from '../../core/guard/hazard.ts';
import { isRefusedStill, refusedBefore } from '../../core/guard/refused.ts';
import type { LedgerEntry } from '../../core/ledger/entry.ts';
import { readLines } from '../../core/ledger/lines.ts';
import { isOpen } from '../../core/recovery/recovery.ts';
import { agentState, lastRecovery } from '../../core/recovery/session-state.ts';
import { baseName, isInside, joinPath, parentOf } from '../../core/task/path.ts';
import type { ToolCall } from '../../core/tool.ts';
import { neutralise } from '../../core/trust/untrusted.ts';
import { followLedger } from '../evidence/follow-ledger.ts';
import { findRecord } from '../find-record.ts';
import type { HookContext } from './context.ts';
import type { Draft } from './draft.ts';
import { openRecovery } from './draft.ts';

/** Looks at a command before it runs; what it answers decides when the state is locked. Undefined for a harmless one. */
export async function guardCall(
  context: HookContext,
  call: ToolCall,
): Promise<((draft: Draft) => void) | undefined> {
  const command = call.command ?? '';
  const main = agentState(context.state, undefined);
  const refusal = command === '' ? undefined : refusedBefore(main.snapshot?.state, command);
  if (refusal !== undefined && isRefusedStill(entriesOf(context), command)) {
    return (draft) => {
      if (draft.guarded.some(({ type }) => type === 'deny')) return;
      draft.guarded.push({ type: 'deny', reason: neutralise(refusalDenial(command, refusal)) });
    };
  }
  const hazards: Hazard[] = [];
  for (const hazard of hazardsIn(command)) {
    if (await isReal(context, call, hazard)) hazards.push(hazard);
  }
  if (hazards.length === 0) return undefined;
  const { asksPerson } = context.host.capabilities;
  const mayRun =
    context.config.guard !== 'deny' && isApproved(command, entriesOf(context), call.id);
  return (draft) => {
    const compacted = isRecovering(draft);
    if (mayRun || (context.config.guard === 'auto' && !compacted)) return;
    // What is held back or asked about already needs no second reason.
    if (draft.guarded.some(({ type }) => type === 'deny' || type === 'ask')) return;
    if (context.config.guard === 'deny') {
      draft.guarded.push({ type: 'deny', reason: guardDenial(hazards) });
      return;
    }
    const reason = asksPerson
      ? guardQuestion(command, hazards, compacted)
      : neutralise(guardAskDenial(command, hazards));
    draft.guarded.push({ type: asksPerson ? 'ask' : 'deny', reason });
  };
}

/** What the session's record shows, read from its beginning: nothing is written, since the decision is not yet made. */
function entriesOf({ files, records, clock, host, event }: HookContext): LedgerEntry[] {
  const path = findRecord(files, host, event);
  if (path === undefined) return [];
  const ledger = { read: () => readLines(''), append: () => true };
  return followLedger({ files, records, clock, ledger }, { path, reader: () => host.reader() })
    .entries;
}

/** True while the agent of the event, or the one that the person talks to, has not read again what it must. */
function isRecovering(draft: Draft): boolean {
  const main = lastRecovery(agentState(draft.context.state, undefined));
  return openRecovery(draft) !== undefined || isOpen(main);
}

/** Whether what a command may destroy is there. */
async function isReal(context: HookContext, call: ToolCall, hazard: Hazard): Promise<boolean> {
  const { event, files, tasks } = context;
  const start = call.cwd ?? event.cwd ?? tasks.project ?? '/';
  const { file, tracked } = hazard;
  if (file !== undefined) {
    return files.stat(joinPath(joinPath(start, file.folder ?? '.'), file.path)) !== undefined;
  }
  if (tracked === undefined) return true;
  for (const path of tracked.paths) {
    if (await isTracked(context, joinPath(start, path.folder ?? '.'), path)) return true;
  }
  return false;
}

async function isTracked(
  context: HookContext,
  folder: string,
  { path, globs, named }: DeletedPath,
): Promise<boolean> {
  const { files, home, tasks, tracks } = context;
  const text = path.replace(/^~(?=\/|$)/, home);
  const sign = globs ? text.search(/[*?[{]/) : -1;
  const cut = sign < 0 ? text : text.slice(0, text.lastIndexOf('/', sign) + 1) || '.';
  const place = joinPath(folder, cut);
  if (baseName(place) === '.git') return true;
  const rest = named === undefined ? '.' : `:(glob)**/${named}`;
  const spec = sign < 0 ? rest : text.slice(text.lastIndexOf('/', sign) + 1);
  const { project } = tasks;
  const holdsProject = project !== undefined && spec === '.' && isInside(project, place);
  const stat = files.stat(place);
  if (stat === undefined) return false;
  const isFolder = stat.kind === 'folder';
  const where = holdsProject ? project : isFolder ? place : parentOf(place);
  const asked = isFolder ? spec : `:(literal)${baseName(place)}`;
  const told = await tracks?.(where, asked);
  return told ?? isInWorkTree(context, where);
}

/** Where git does not say in time: whether it could know. */
function isInWorkTree({ files }: HookContext, folder: string): boolean {
  for (let at = folder; ; at = parentOf(at)) {
    if (files.stat(joinPath(at, '.git')) !== undefined) return true;
    if (parentOf(at) === at) return false;
  }
}
