import { comparedLines } from '../../core/evidence/coverage.ts';
import { fingerprint } from '../../core/hash.ts';
import { deliveredBrief, proveDelivery } from '../../core/recovery/delivery.ts';
import { mayAskAboutPlanMode } from '../../core/recovery/doubts.ts';
import { isExpired } from '../../core/recovery/expiry.ts';
import type { RecordView } from '../../core/recovery/record-view.ts';
import type { Recovery } from '../../core/recovery/recovery.ts';
import { isOpen, isOwed, openObligations } from '../../core/recovery/recovery.ts';
import { mustContinue } from '../../core/recovery/turn-end.ts';
import type { HookContext } from './context.ts';
import type { Draft } from './draft.ts';
import { add } from './draft.ts';

/** Calls after which a recovery without open obligations ends even when no record proves its delivery. */
const patienceCalls = 10;

/** Brings a recovery up to what the record shows: its boundary, its delivery, files the host sent again, its age. */
export function settle(
  draft: Draft,
  recovery: Recovery,
  view: RecordView,
  hasRecord: boolean,
  /** Before the model has said anything: whether the turn must be continued is judged at its end. */
  early = false,
): void {
  settleShown(draft, recovery, view);
  if (isExpired(recovery, draft.context.nowMs)) {
    add(draft, { kind: 'released', recovery: recovery.id, why: 'expired' });
    return;
  }
  if (!early || !mustContinue(recovery, { asked: false, stopped: false }))
    settleMet(draft, recovery, hasRecord);
}

/** The same without its end: boundary, delivery, and files that the host sent again. */
export function settleShown(draft: Draft, recovery: Recovery, view: RecordView): void {
  const first = view.boundaries[0];
  if (recovery.boundary === undefined && first) {
    add(draft, { kind: 'boundary', recovery: recovery.id, boundary: first.id });
  }
  settleDelivery(draft, recovery, view);
  settleFiles(draft, recovery, view);
}

function settleDelivery(draft: Draft, recovery: Recovery, view: RecordView): void {
  if (recovery.delivered) return;
  if (proveDelivery(recovery, view) === 'delivered') {
    const proof = 'injected text in the record';
    const brief = deliveredBrief(recovery, view);
    add(draft, { kind: 'delivered', recovery: recovery.id, proof, brief });
  } else if (!recovery.undelivered && isUndelivered(draft.context, recovery, view)) {
    add(draft, { kind: 'undelivered', recovery: recovery.id });
  }
}

/** True when the record proves that the last brief did not arrive; never where it need not show what was told. */
export function isUndelivered(context: HookContext, recovery: Recovery, view: RecordView): boolean {
  return !hidesTold(context) && proveDelivery(recovery, view) === 'undelivered';
}

/** True where the record need not show what was put before the model: that it shows nothing proves nothing. */
export function hidesTold({ host, event }: HookContext): boolean {
  return host.capabilities.hidesTold === true || event.olderClient === true;
}

/** Files that are gone gate nothing; files that the host put before the model unchanged count as read. */
function settleFiles(draft: Draft, recovery: Recovery, view: RecordView): void {
  for (const file of openObligations(recovery)) {
    const text = draft.context.files.readText(file.path);
    if (text === undefined) {
      add(draft, { kind: 'read', recovery: recovery.id, path: file.path, hash: '', how: 'gone' });
      continue;
    }
    const attached = view.attached.find(
      (one) => one.path === file.path && sameText(one.text, text),
    );
    if (attached) {
      add(draft, {
        kind: 'read',
        recovery: recovery.id,
        path: file.path,
        hash: fingerprint(text),
        how: 're-attached',
      });
    }
  }
}

/**
 * A recovery ends as met when nothing is left to read and the brief is proved to have arrived; not before the
 * question that plan mode leaves behind, nor at once where edits could go to another work tree.
 */
export function settleMet(draft: Draft, recovery: Recovery, hasRecord: boolean): void {
  if (!isOpen(recovery) || isOwed(recovery) || recovery.briefs.length === 0) return;
  if (mayAskAboutPlanMode(recovery)) return;
  const known =
    (recovery.delivered !== undefined && recovery.worktree === undefined) ||
    !hasRecord ||
    recovery.callIds.length >= patienceCalls;
  if (known) add(draft, { kind: 'met', recovery: recovery.id });
}

/** Equal but for a BOM, line ends and blank lines at the end. */
function sameText(one: string, other: string): boolean {
  return comparedLines(one).join('\n') === comparedLines(other).join('\n');
}
