import type { HostEvent } from '../../core/event.ts';
import { addShown, isComplete, newCoverage } from '../../core/evidence/coverage.ts';
import { shownFiles } from '../../core/evidence/read-evidence.ts';
import type { ShownText } from '../../core/evidence/shown-text.ts';
import { fingerprint } from '../../core/hash.ts';
import { countedCall } from '../../core/recovery/counted-call.ts';
import { needsBrief } from '../../core/recovery/delivery.ts';
import type { Obligation, Recovery } from '../../core/recovery/recovery.ts';
import { openObligations } from '../../core/recovery/recovery.ts';
import { sendBrief } from './arm.ts';
import { armUnannounced } from './arm-unannounced.ts';
import type { HookContext } from './context.ts';
import type { Draft } from './draft.ts';
import { add, openRecovery } from './draft.ts';
import { lookAtRecord } from './look.ts';
import { takeLoss } from './loss.ts';
import { endDeniedTurnSeen } from './on-batch-finished.ts';
import { settle, settleMet } from './settle.ts';

type Event = HostEvent & { type: 'tool.finished' };

/** After a tool call: what it put before the model counts as read, and what waits to be told is told. */
export async function onToolFinished(
  context: HookContext,
  event: Event,
): Promise<(draft: Draft) => void> {
  const { view, source } = await lookAtRecord(context);
  return (draft) => {
    if (source) armUnannounced(draft, source);
    const hasRecord = source === undefined || source.record !== undefined;
    endDeniedTurnSeen(draft, view, hasRecord);
    const recovery = openRecovery(draft);
    if (recovery) {
      const call = countedCall(recovery, event.call, event.result, draft.context.nowMs);
      if (call) add(draft, { kind: 'call', recovery: recovery.id, ...call });
      countReading(draft, recovery, event);
      settle(draft, recovery, view, hasRecord);
    }
    // One or the other: both together are more than a host takes at once.
    const text = brief(draft, source) || takeLoss(draft, 'tool result');
    if (text !== '') draft.replies.push({ type: 'inject', text });
    const still = openRecovery(draft);
    if (still) settleMet(draft, still, hasRecord);
  };
}

function brief(draft: Draft, source: Parameters<typeof sendBrief>[2] | undefined): string {
  const recovery = openRecovery(draft);
  if (recovery === undefined || source === undefined || !needsBrief(recovery)) return '';
  return sendBrief(draft, recovery, source, 'tool result');
}

function countReading(draft: Draft, recovery: Recovery, event: Event): void {
  if (event.result.outcome !== 'ok') return;
  const cwd = event.cwd ?? '';
  for (const shown of shownFiles(event.call, event.result, { cwd, home: draft.context.home })) {
    const path = draft.context.files.realPath(shown.path) ?? shown.path;
    for (const file of openObligations(recovery)) {
      const same =
        file.path === shown.path || (draft.context.files.realPath(file.path) ?? file.path) === path;
      if (same) countLines(draft, recovery, file, shown);
    }
  }
}

function countLines(draft: Draft, recovery: Recovery, file: Obligation, shown: ShownText): void {
  const text = draft.context.files.readText(file.path);
  if (text === undefined) return;
  const hash = fingerprint(text);
  const before = file.shown?.hash === hash ? file.shown.ranges : [];
  const coverage = addShown({ ...newCoverage(text), ranges: before }, text, shown);
  const { path } = file;
  add(draft, {
    kind: 'shown',
    recovery: recovery.id,
    path,
    hash,
    ranges: coverage.ranges,
    how: 'tool result',
  });
  if (isComplete(coverage)) {
    add(draft, { kind: 'read', recovery: recovery.id, path, hash, how: 'read' });
  }
}
