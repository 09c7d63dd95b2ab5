import { clip } from '../trust/clip.ts';
import { untrusted, untrustedPath } from '../trust/untrusted.ts';
import type { MissingEvidence, StepView, WorkflowState } from './step-view.ts';

/** Turns continued in a row with the same evidence missing; after them the turn is the person's. */
const continuedTurns = 3;
/** Where nothing is missing it is only said that the run can go on. */
const readyTurns = 1;

/** What the end of a turn comes to in a step: the turn goes on, the person is told once that it does not, or nothing. */
export type TurnVerdict = 'continue' | 'let-go' | 'nothing';

/** By the turns that were continued before with the same evidence missing; `fingerprint` tells whether it is the same. */
export function judgeTurn(
  { heldTurns }: WorkflowState,
  missing: readonly MissingEvidence[],
  fingerprint: string,
): TurnVerdict {
  const before = heldTurns?.missing === fingerprint ? heldTurns.count : 0;
  const most = missing.length === 0 ? readyTurns : continuedTurns;
  if (before < most) return 'continue';
  return before === most && missing.length > 0 ? 'let-go' : 'nothing';
}

/** The text by which the turn goes on, in at most `limit` characters; `unread`: files that a recovery still asks for. */
export function continuation(
  view: StepView,
  missing: readonly MissingEvidence[],
  limit: number,
  unread: readonly string[] = [],
): string {
  const step = `step "${untrusted(view.step, 80)}" (${untrusted(view.stepTitle, 80)}) of run ${untrusted(view.run, 60)}`;
  const next = `\`holdfast workflow next --token ${untrusted(view.token, 400)}\``;
  if (missing.length === 0) {
    return clip(
      `Holdfast: ${step} has all that it asks for, and the run was not gone on with: ${next}`,
      limit,
    );
  }
  const end = `When it is there: ${next}\nIf you need the user for it, end the turn with a question to them.`;
  const head = `Holdfast: the turn ended, and ${step} still lacks:`;
  const lines = unread.length === 0 ? [] : [`- First read again, whole: ${unreadList(unread)}`];
  let room = limit - head.length - end.length - 2 - (lines[0]?.length ?? 0);
  for (const one of missing) {
    const line = `- ${untrusted(one.what, 300)} ${untrusted(one.next, 300)}`;
    if (line.length + 1 > room) break;
    lines.push(line);
    room -= line.length + 1;
  }
  return clip([head, ...lines, end].join('\n'), limit);
}

const mostUnread = 5;

function unreadList(paths: readonly string[]): string {
  const more = paths.length > mostUnread ? ` and ${paths.length - mostUnread} more` : '';
  return `${paths.slice(0, mostUnread).map(untrustedPath).join(', ')}${more}`;
}

/** What the person is told, once, when the turn is left to them. */
export function letGoNotice(view: StepView, missing: readonly MissingEvidence[]): string {
  const lacks = missing.map(({ what }) => untrusted(what, 120)).join(' ');
  return `Holdfast: the agent's turn was continued ${continuedTurns} times in step "${untrusted(view.step, 80)}" of run ${untrusted(view.run, 60)} without progress, and is left to you now. The step lacks: ${clip(lacks, 300)}`;
}
