import type { HostEvent } from '../../core/event.ts';
import { newCoverage } from '../../core/evidence/coverage.ts';
import { fingerprint } from '../../core/hash.ts';
import { clearedNotice } from '../../core/recovery/cleared.ts';
import { needsBrief } from '../../core/recovery/delivery.ts';
import {
  askingDenial,
  escalatingDenial,
  pointingDenial,
  whyHeld,
} from '../../core/recovery/denial.ts';
import { essenceOf } from '../../core/recovery/essence.ts';
import { denialStep, isChanging, isGated } from '../../core/recovery/gate.ts';
import { missingRanges } from '../../core/recovery/ranges.ts';
import type { Recovery } from '../../core/recovery/recovery.ts';
import { openObligations, openQuestions } from '../../core/recovery/recovery.ts';
import { redact } from '../../core/trust/redact.ts';
import { neutralise } from '../../core/trust/untrusted.ts';
import { findRecord } from '../find-record.ts';
import { briefOf, sendBrief } from './arm.ts';
import { armUnannounced } from './arm-unannounced.ts';
import { askInDoubt } from './ask-in-doubt.ts';
import type { HookContext } from './context.ts';
import type { Draft } from './draft.ts';
import { add, openRecovery } from './draft.ts';
import { lookAtRecord } from './look.ts';
import { endDeniedTurnSeen } from './on-batch-finished.ts';
import { settle } from './settle.ts';
import { settleLost } from './settle-lost.ts';
import type { Source } from './source.ts';

type Event = HostEvent & { type: 'tool.requested' };

/** Before a tool call: the gate, and the brief where it has not arrived. */
export async function onToolRequested(
  context: HookContext,
  event: Event,
): Promise<(draft: Draft) => void> {
  const { view, source } = await lookAtRecord(context);
  return (draft) => {
    if (source) armUnannounced(draft, source);
    const lost = settleLost(draft, view);
    let recovery = openRecovery(draft);
    if (recovery === undefined) return;
    const hasRecord = source === undefined || source.record !== undefined;
    settle(draft, recovery, view, hasRecord);
    endDeniedTurnSeen(draft, view, hasRecord);
    recovery = openRecovery(draft);
    if (recovery === undefined) return;
    if (source && needsBrief(recovery)) {
      if (!context.host.capabilities.tellsBeforeTool) {
        denyWithBrief(draft, recovery, source, event);
        return;
      }
      draft.replies.push({ type: 'inject', text: sendBrief(draft, recovery, source, 'tool call') });
    }
    if (isGated(recovery, event.call, context.config)) deny(draft, recovery, event);
    else if (lost && context.host.capabilities.tellsBeforeTool) {
      draft.replies.push({ type: 'inject', text: clearedNotice(recovery) });
    } else askInDoubt(draft, recovery, event.call, event.planMode);
  };
}

/**
 * Where nothing can be said beside a call that runs: a change waits for the brief, which comes with its denial. Without
 * anything to be read, and for all other calls, the brief comes with the result.
 */
function denyWithBrief(draft: Draft, recovery: Recovery, source: Source, event: Event): void {
  const { config } = draft.context;
  const { files, questions } = briefOf(draft, recovery, source);
  const owed = questions.length > 0 || files.some((file) => file.hash !== undefined);
  const waits = config.gate !== 'off' && owed;
  if (!waits || !isChanging(event.call, config.readOnlyTools)) return;
  const context = sendBrief(draft, recovery, source, 'denial');
  const now = openRecovery(draft) ?? recovery;
  const open = openObligations(now);
  add(draft, {
    kind: 'denied',
    recovery: recovery.id,
    id: event.call.id ?? '',
    tool: event.call.name,
  });
  const reason =
    open.length > 0
      ? pointingDenial(open, [])
      : 'Holdfast: the context was compacted. What was there before follows; act by it, then repeat this call.';
  draft.guarded.push({ type: 'deny', reason, context });
}

function deny(draft: Draft, recovery: Recovery, event: Event): void {
  const id = event.call.id ?? '';
  const open = openObligations(recovery);
  const step = denialStep(recovery, draft.context.host.capabilities.deniedTurns);
  if (step === 'let-go' || (recovery.denials.length > 0 && isBlind(draft.context))) {
    add(draft, { kind: 'released', recovery: recovery.id, why: 'denial-cap' });
    return;
  }
  add(draft, { kind: 'denied', recovery: recovery.id, id, tool: event.call.name });
  if (step === 'escalated-same-turn') {
    const reason =
      'Holdfast: denied with the call before it, whose denial carries the text to act by. Repeat it after that.';
    draft.guarded.push({ type: 'deny', reason });
    return;
  }
  const questions = openQuestions(recovery);
  if (open.length === 0) {
    if (step === 'escalate') add(draft, { kind: 'escalated', recovery: recovery.id, id });
    const numbered = questions.map((text) => numberedQuestion(recovery, text));
    const reason = askingDenial(
      numbered,
      step === 'escalate',
      draft.context.program,
      whyHeld(recovery),
    );
    draft.guarded.push({ type: 'deny', reason });
    return;
  }
  if (step === 'escalate') {
    add(draft, { kind: 'escalated', recovery: recovery.id, id });
    const files = open.map((file) => {
      const text = neutralise(redact(draft.context.files.readText(file.path) ?? ''));
      return { path: file.path, role: file.role, text, essence: essenceOf(text, file.path) };
    });
    const reason = escalatingDenial(files, draft.context.host.capabilities.denyCharacters);
    draft.guarded.push({ type: 'deny', reason });
    return;
  }
  draft.guarded.push({
    type: 'deny',
    reason: pointingDenial(open, gapsOf(draft, open[0]!), whyHeld(recovery, open[0])),
  });
}

/** True where nothing can ever show what was read: then one denial says it, and no second one is fair. */
function isBlind(context: HookContext): boolean {
  const { files, host, event } = context;
  return host.capabilities.tellsFinished === false && findRecord(files, host, event) === undefined;
}

function numberedQuestion({ questions = [] }: Recovery, text: string) {
  return { number: questions.indexOf(text) + 1, text: neutralise(redact(text)) };
}

/** Lines of a file that was begun and not finished; empty when nothing of it was read. */
function gapsOf(
  draft: Draft,
  file: ReturnType<typeof openObligations>[number],
): [number, number][] {
  const text = draft.context.files.readText(file.path);
  if (text === undefined || file.shown === undefined || file.shown.hash !== fingerprint(text))
    return [];
  return missingRanges(file.shown.ranges, newCoverage(text).lines);
}
