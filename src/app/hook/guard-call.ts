import { isApproved } from '../../core/guard/approved.ts';
import { heldBy } from '../../core/guard/ban-fits.ts';
import type { Ban } from '../../core/guard/bans.ts';
import { dryRunOf } from '../../core/guard/dry-run.ts';
import {
  banDenial,
  banQuestion,
  guardAskDenial,
  guardDenial,
  guardOnceDenial,
  guardQuestion,
  refusalDenial,
  trialText,
} from '../../core/guard/guard-text.ts';
import type { Hazard } from '../../core/guard/hazard.ts';
import { isRefusedStill, refusedBefore } from '../../core/guard/refused.ts';
import { fingerprint } from '../../core/hash.ts';
import type { LedgerEntry } from '../../core/ledger/entry.ts';
import { readLines } from '../../core/ledger/lines.ts';
import { isOpen } from '../../core/recovery/recovery.ts';
import { agentState, lastRecovery } from '../../core/recovery/session-state.ts';
import type { ToolCall } from '../../core/tool.ts';
import { redactDeep } from '../../core/trust/redact.ts';
import { neutralise } from '../../core/trust/untrusted.ts';
import { followLedger } from '../evidence/follow-ledger.ts';
import { findRecord } from '../find-record.ts';
import type { HookContext } from './context.ts';
import type { Draft } from './draft.ts';
import { addToSession, openRecovery } from './draft.ts';
import { around, hazardIn, rulesOf, type Tried, tryCall } from './guard-look.ts';
import { rulesNow, usePermit } from './guard-rules.ts';
import { isReal, trackedWithin } from './guard-tree.ts';
import { isGuarding, wasCompacted } from './has-work.ts';

/** Looks at a call before it runs; what it answers decides when the state is locked. Undefined for a harmless one. */
export async function guardCall(
  context: HookContext,
  call: ToolCall,
): Promise<((draft: Draft) => void) | undefined> {
  const { config, event } = context;
  const command = call.command ?? '';
  const tried = tryCall(context, event.cwd, call);
  const held = heldByRule(context, tried);
  if (held !== undefined) return (draft) => holdByRule(draft, call, held);
  const main = agentState(context.state, undefined);
  const refusal = command === '' ? undefined : refusedBefore(main.snapshot?.state, command);
  if (refusal !== undefined && isRefusedStill(entriesOf(context), command)) {
    return (draft) => {
      if (isDecided(draft)) return;
      draft.guarded.push({ type: 'deny', reason: neutralise(refusalDenial(command, refusal)) });
    };
  }
  const found = tried.runs.flatMap((run) => hazardIn(run, config.guardPatterns) ?? []);
  const tracked = trackedWithin(context);
  const real = await Promise.all(found.map((hazard) => isReal(context, call, hazard, tracked)));
  const hazards = found.filter((_, at) => real[at]);
  if (hazards.length === 0) return undefined;
  const mayRun = config.guard !== 'deny' && isApproved(command, entriesOf(context), call.id);
  return (draft) => {
    if (!mayRun && !tryFirst(draft, call, command)) holdHazards(draft, command, hazards);
  };
}

/** True where the call runs in its dry-run form now, once; who repeats it has seen what it would do. */
function tryFirst(draft: Draft, call: ToolCall, command: string): boolean {
  const { config, host, state } = draft.context;
  if (config.guardTrial !== 'on' || !host.capabilities.rewritesCalls || isDecided(draft))
    return false;
  if (call.given === undefined || !(isGuarding(config, state) || isRecovering(draft))) return false;
  const trial = dryRunOf(command);
  const key = keyOf(`trial ${command}`);
  if (trial === undefined || agentState(state, undefined).held?.includes(key)) return false;
  // What goes out is without secrets, and would be another command.
  if (redactDeep(trial, draft.context.patterns) !== trial) return false;
  addToSession(draft, { kind: 'held', key, how: 'rewrite' });
  draft.guarded.push({ type: 'rewrite', command: trial });
  draft.guarded.push({ type: 'inject', text: neutralise(trialText(command, trial)) });
  return true;
}

/** The user's rule that a call is against, by what is kept and then by what the record shows since. */
function heldByRule(context: HookContext, tried: Tried): Ban | undefined {
  if (!wasCompacted(context.state)) return undefined;
  const known = rulesOf(context);
  if (known.bans.length === 0) return undefined;
  const place = { ...tried, ...around(context, tried) };
  const first = heldBy(known.bans, place);
  const found =
    first === undefined || first.opened !== undefined
      ? first
      : heldBy(rulesNow(context, known), place);
  if (found?.opened === undefined) return found?.ban;
  usePermit(context, found.ban.id, found.opened);
  return undefined;
}

/** What is held back or asked about already needs no second reason. */
function isDecided(draft: Draft): boolean {
  return draft.guarded.some(({ type }) => type === 'deny' || type === 'ask');
}

function holdByRule(draft: Draft, call: ToolCall, ban: Ban): void {
  if (isDecided(draft)) return;
  const what = call.command ?? `${call.name} ${call.paths[0] ?? call.changes?.[0] ?? ''}`.trim();
  const asks = asksPerson(draft);
  const how = asks ? 'ask' : 'deny';
  addToSession(draft, { kind: 'held', key: keyOf(what), how, rule: ban.quote.slice(0, 400) });
  const reason = neutralise(asks ? banQuestion(what, ban) : banDenial(what, ban));
  draft.guarded.push({ type: how, reason });
}

function holdHazards(draft: Draft, command: string, hazards: readonly Hazard[]): void {
  const { config, state } = draft.context;
  const compacted = isRecovering(draft);
  if (isDecided(draft) || !(isGuarding(config, state) || compacted)) return;
  if (config.guard === 'deny') {
    draft.guarded.push({ type: 'deny', reason: guardDenial(hazards) });
    return;
  }
  if (asksPerson(draft)) {
    const reason = guardQuestion(command, hazards, compacted);
    draft.guarded.push({ type: 'ask', reason });
    return;
  }
  if (config.guard === 'ask' && !draft.context.headless) {
    draft.guarded.push({ type: 'deny', reason: neutralise(guardAskDenial(command, hazards)) });
    return;
  }
  const key = keyOf(command);
  // Nobody may be there to say yes: whoever repeats the call means it.
  if (agentState(state, undefined).held?.includes(key)) return;
  addToSession(draft, { kind: 'held', key, how: 'deny' });
  draft.guarded.push({ type: 'deny', reason: neutralise(guardOnceDenial(hazards)) });
}

function asksPerson({ context }: Draft): boolean {
  return context.host.capabilities.asksPerson && !context.headless;
}

function keyOf(what: string): string {
  return fingerprint(what.replace(/\s+/g, ' ').trim()).slice(0, 16);
}

/** What the session's record shows, read from its beginning: nothing is written, since the decision is not yet made. */
function entriesOf({ files, records, clock, host, event }: HookContext): LedgerEntry[] {
  const path = findRecord(files, host, event);
  if (path === undefined) return [];
  const ledger = { read: () => readLines(''), clean: <T>(line: T) => line, append: () => true };
  return followLedger({ files, records, clock, ledger }, { path, reader: () => host.reader() })
    .entries;
}

/** True while the agent of the event, or the one that the person talks to, has not read again what it must. */
function isRecovering(draft: Draft): boolean {
  const main = lastRecovery(agentState(draft.context.state, undefined));
  return openRecovery(draft) !== undefined || isOpen(main);
}
