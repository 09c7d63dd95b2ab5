import type { HostEvent } from '../../core/event.ts';
import { addShown, isComplete, newCoverage } from '../../core/evidence/coverage.ts';
import { shownFiles } from '../../core/evidence/read-evidence.ts';
import type { ShownText } from '../../core/evidence/shown-text.ts';
import { isWhole, wholeRead } from '../../core/evidence/whole-read.ts';
import { fingerprint } from '../../core/hash.ts';
import { clearedNotice } from '../../core/recovery/cleared.ts';
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
import { settleLost } from './settle-lost.ts';

type Event = HostEvent & { type: 'tool.finished' };

/** After a tool call: what it put before the model counts as read, and what waits to be told is told. */
export async function onToolFinished(
  context: HookContext,
  event: Event,
): Promise<(draft: Draft) => void> {
  const { view, source } = await lookAtRecord(context);
  return (draft) => {
    if (source) armUnannounced(draft, source);
    const lost = settleLost(draft, view);
    const hasRecord = source === undefined || source.record !== undefined;
    endDeniedTurnSeen(draft, view, hasRecord);
    const recovery = openRecovery(draft);
    if (recovery) {
      countFinished(draft, recovery, event);
      settle(draft, recovery, view, hasRecord);
    }
    // One or the other: both together are more than a host takes at once.
    const text =
      brief(draft, source) ||
      (lost && clearedNotice(openRecovery(draft))) ||
      takeLoss(draft, 'tool result');
    if (text !== '') draft.replies.push({ type: 'inject', text });
    const still = openRecovery(draft);
    if (still) settleMet(draft, still, hasRecord);
  };
}

/** Counts a call that finished while a recovery is open, and what it showed. */
export function countFinished(draft: Draft, recovery: Recovery, event: Event): void {
  const call = countedCall(recovery, event.call, event.result, draft.context.nowMs);
  if (call) add(draft, { kind: 'call', recovery: recovery.id, ...call });
  countReading(draft, recovery, event);
}

function brief(draft: Draft, source: Parameters<typeof sendBrief>[2] | undefined): string {
  const recovery = openRecovery(draft);
  if (recovery === undefined || source === undefined || !needsBrief(recovery)) return '';
  return sendBrief(draft, recovery, source, 'tool result');
}

function countReading(draft: Draft, recovery: Recovery, event: Event): void {
  if (event.result.outcome !== 'ok') return;
  const { files, home } = draft.context;
  const cwd = event.cwd ?? '';
  const isMeant = (path: string, file: Obligation): boolean =>
    file.path === path ||
    (files.realPath(file.path) ?? file.path) === (files.realPath(path) ?? path);
  for (const shown of shownFiles(event.call, event.result, { cwd, home })) {
    for (const file of openObligations(recovery)) {
      if (isMeant(shown.path, file)) countLines(draft, recovery, file, shown, event.call.id);
    }
  }
  const whole = wholeRead(event.call, event.result, cwd);
  for (const file of whole === undefined ? [] : openObligations(recovery)) {
    const text = isMeant(whole!, file) ? files.readText(file.path) : undefined;
    if (text === undefined || !isWhole(event.result.shownLength, text)) continue;
    countLines(draft, recovery, file, { path: file.path, startLine: 1, text }, event.call.id);
  }
}

function countLines(
  draft: Draft,
  recovery: Recovery,
  file: Obligation,
  shown: ShownText,
  call: string | undefined,
): void {
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
    ...(call === undefined ? {} : { call }),
  });
  if (isComplete(coverage)) {
    add(draft, { kind: 'read', recovery: recovery.id, path, hash, how: 'read' });
  }
}
