import { aboutTokens } from '../text/tokens.ts';
import { userTime } from '../time-text.ts';
import { untrustedPath } from '../trust/untrusted.ts';
import type { Recovery } from './recovery.ts';
import { isFired, openObligations, openQuestions, statusOf } from './recovery.ts';
import type { AgentState } from './session-state.ts';

/** The proof of one recovery, as data: what was done, when, and what shows it. Absent parts did not happen. */
export interface Receipt {
  recovery: string;
  number: number;
  status: 'armed' | 'delivered' | 'met' | 'released';
  trigger: string;
  armedAt: string;
  armedBy: string;
  /** False where no event of the host told of it, so that it was found in the record. */
  fired: boolean;
  boundary?: string;
  /** When an event told of it before it happened. */
  announced?: string;
  snapshotted?: { at: string; hash: string };
  steered?: { at: string; characters: number };
  /** `tokens`: about so many, by `aboutTokens`. */
  sent: { at: string; via: string; characters: number; tokens: number; stub: boolean }[];
  delivered?: { at: string; proof: string };
  reading: { path: string; role: string; met?: string }[];
  missing: string[];
  /** Questions that had to be answered; absent where there were none. */
  questions?: { asked: number; open: number };
  denials: number;
  deniedTurns: number;
  continued: boolean;
  loss?: { items: number; sent?: string };
  /** What was said before the compaction and came up again: at which events, how many pieces, how long. */
  broughtUp?: { at: string; via: string; pieces: number; characters: number }[];
  met?: string;
  released?: { at: string; why: string };
  /** Of a handoff: whose work the session continues. Then no compaction was, and the number is 0. */
  handoff?: HandedHere;
}

/** What a session's journal says of a handoff that it took. */
type HandedHere = NonNullable<AgentState['handedHere']>[number];

/** The receipts of an agent, oldest first: of its compactions, numbered from 1, and of handoffs that it took. */
export function receiptsOf({ recoveries, handedHere = [] }: AgentState): Receipt[] {
  let number = 0;
  return recoveries.map((recovery) => {
    const handoff = handedHere.find(({ id }) => id === recovery.id);
    if (handoff !== undefined) return { ...receiptOf(recovery, 0), handoff };
    number += 1;
    return receiptOf(recovery, number);
  });
}

/** The receipt of a recovery. `number` counts the session's compactions from 1. */
export function receiptOf(recovery: Recovery, number: number): Receipt {
  return {
    recovery: recovery.id,
    number,
    status: statusOf(recovery),
    trigger: recovery.trigger,
    armedAt: recovery.armedAt,
    armedBy: recovery.by,
    fired: isFired(recovery),
    boundary: recovery.boundary,
    announced: recovery.announced?.at,
    snapshotted: recovery.snapshot,
    steered:
      recovery.announced && recovery.announced.steered > 0
        ? { at: recovery.announced.at, characters: recovery.announced.steered }
        : undefined,
    sent: recovery.briefs.map(({ at, via, text, stub }) => ({
      at,
      via,
      characters: text.length,
      tokens: aboutTokens(text),
      stub,
    })),
    delivered: recovery.delivered,
    reading: recovery.obligations.map(({ path, role, met }) => ({ path, role, met })),
    missing: recovery.missing,
    questions: recovery.questions && {
      asked: recovery.questions.length,
      open: openQuestions(recovery).length,
    },
    denials: deniedCalls(recovery),
    deniedTurns: recovery.deniedTurns,
    continued: recovery.continued,
    loss: recovery.loss && { items: recovery.loss.items, sent: recovery.loss.sent },
    broughtUp: recovery.broughtUp?.map(({ at, via, keys, length }) => ({
      at,
      via,
      pieces: keys.length,
      characters: length,
    })),
    met: recovery.met,
    released: recovery.released,
  };
}

/** Two host configurations that call us for one event deny one call twice; a denied turn has one call at least. */
function deniedCalls({ denials, deniedTurns }: Recovery): number {
  return Math.max(new Set(denials.map(({ id, at }) => id || at)).size, deniedTurns);
}

/** The receipt in one short phrase, for lists. */
export function receiptPhrase(recovery: Recovery): string {
  const status = statusOf(recovery);
  if (status === 'released') return `released (${whyReleased(recovery.released!.why)})`;
  const open = openObligations(recovery).length;
  if (open > 0) return `${status}, ${open} to read`;
  const asked = openQuestions(recovery).length;
  if (asked > 0) return `${status}, ${asked} to answer`;
  return status;
}

/** Why a recovery was let go, in words: the journal says `person` for the user. */
function whyReleased(why: string): string {
  return why === 'person' ? 'user' : why;
}

/** The receipt as lines that a person can read. */
export function receiptLines(receipt: Receipt): string[] {
  const lines = receipt.handoff ? handoffHead(receipt, receipt.handoff) : compactionHead(receipt);
  for (const sent of receipt.sent) {
    lines.push(
      `  told         ${userTime(sent.at, 'second')}  ${sent.characters} characters at ${sent.via}${sent.stub ? ', stub' : ''}`,
      `  in tokens    about ${sent.tokens}`,
    );
  }
  lines.push(
    receipt.delivered
      ? `  delivered    ${userTime(receipt.delivered.at, 'second')}  proof: ${receipt.delivered.proof}`
      : '  delivered    not proved yet',
  );
  for (const file of receipt.reading) {
    lines.push(
      `  re-read      ${file.met ? `yes (${userTime(file.met, 'second')})` : 'not yet'}  ${untrustedPath(file.path)}`,
    );
  }
  for (const path of receipt.missing) lines.push(`  missing      ${untrustedPath(path)}`);
  if (receipt.questions) {
    const { asked, open } = receipt.questions;
    lines.push(`  answered     ${asked - open} of ${asked} questions`);
  }
  if (receipt.denials > 0) {
    lines.push(`  denied       ${receipt.denials === 1 ? '1 call' : `${receipt.denials} calls`}`);
  }
  if (receipt.continued) lines.push('  continued    the turn, once');
  if (receipt.loss) {
    lines.push(
      `  loss report  ${receipt.loss.items === 1 ? '1 fact' : `${receipt.loss.items} facts`}, ${receipt.loss.sent ? `told ${userTime(receipt.loss.sent, 'second')}` : 'not told yet'}`,
    );
  }
  for (const { at, via, pieces, characters } of receipt.broughtUp ?? []) {
    const what = `${pieces} ${via === 'call' ? 'line' : 'passage'}${pieces === 1 ? '' : 's'}`;
    lines.push(
      `  brought up   ${userTime(at, 'second')}  ${what} at a ${via}, ${characters} characters`,
    );
  }
  if (receipt.met) lines.push(`  met          ${userTime(receipt.met, 'second')}`);
  if (receipt.released)
    lines.push(
      `  released     ${userTime(receipt.released.at, 'second')}  ${whyReleased(receipt.released.why)}`,
    );
  return lines;
}

function compactionHead(receipt: Receipt): string[] {
  return [
    `compaction ${receipt.number} (${receipt.trigger}), recovery ${receipt.recovery}: ${receipt.status}`,
    `  heard        ${receipt.fired ? 'from the client' : 'by no event: found in the transcript later'}`,
    receipt.snapshotted
      ? `  snapshotted  ${userTime(receipt.snapshotted.at, 'second')}`
      : '  snapshotted  no: the transcript could not be read',
    receipt.steered
      ? `  steered      ${userTime(receipt.steered.at, 'second')}  ${receipt.steered.characters} characters`
      : receipt.announced
        ? '  steered      no: the client takes no text before a compaction, or there was nothing to keep'
        : '  steered      no: no before-event came',
  ];
}

/** Whose work the session continues, in place of what a compaction is told by. */
function handoffHead({ recovery, status }: Receipt, { from, bundle }: HandedHere): string[] {
  const whose =
    from === undefined
      ? `the bundle ${untrustedPath(bundle ?? '')}`
      : `the ${from.host} session ${from.session}`;
  return [`handoff ${recovery} from ${whose}: ${status}`];
}
