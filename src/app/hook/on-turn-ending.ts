import { renderLetGo } from '../../core/brief/continuation.ts';
import type { HostEvent } from '../../core/event.ts';
import { isOpen, type Recovery } from '../../core/recovery/recovery.ts';
import { lastRecovery } from '../../core/recovery/session-state.ts';
import { mustContinue, mustTellPerson } from '../../core/recovery/turn-end.ts';
import { mayAsk } from '../../core/snapshot/question-text.ts';
import { courseOf } from '../../core/words/course.ts';
import { continuationOf, rememberRole } from './arm.ts';
import { armUnannounced } from './arm-unannounced.ts';
import type { HookContext } from './context.ts';
import type { Draft } from './draft.ts';
import { add, agentOf, openRecovery } from './draft.ts';
import { nothingToTell } from './glance.ts';
import { lookSince } from './look-since.ts';
import { isRecordSilent } from './mid-turn.ts';
import { endDeniedTurnSeen } from './on-batch-finished.ts';
import { settle, settleShown } from './settle.ts';
import { settleLost } from './settle-lost.ts';
import type { Source } from './source.ts';
import { gatherLean } from './source.ts';
import { continueStep, judgeStepTurn } from './step-turn.ts';

type Event = HostEvent & { type: 'turn.ending' };

/** Beside a forced turn, where nobody can tell what the agent said last. */
const askAgain =
  'If your last answer put a question to the user, put it to them again and end the turn. Else:';

/**
 * The end of a turn: continued once when a compaction interrupted it and nothing was done since, or what must be read was not;
 * with nothing left of that, also while the step of a workflow lacks what it asks for.
 */
export async function onTurnEnding(
  context: HookContext,
  event: Event,
): Promise<(draft: Draft) => void> {
  await recordAtRest(context);
  if (nothingToTell(context)) return () => {};
  const source = await gatherLean(context, isOpen(lastRecovery(context.agent)));
  const judged = context.agent.workflow && (await judgeStepTurn(context, event));
  return (draft) => {
    rememberRole(draft, source.followed);
    const armed = armUnannounced(draft, source);
    settleLost(draft, source.followed.view);
    const open = openRecovery(draft);
    const view = open && lookSince(draft.context, open.cursor);
    // A recovery that is opened only here stands behind the answer.
    const answered = view === undefined || armed ? source.followed.view.answered : view.answered;
    const asked = mayHaveAsked(event.lastMessage, view?.answered || answered, source);
    const stopped = hasStopped(draft, source, open);
    if (open !== undefined && view !== undefined) {
      settleShown(draft, open, view);
      if (mustContinue(open, { asked, stopped })) {
        add(draft, { kind: 'continued', recovery: open.id });
        const reason = continuationOf(draft, open, source, judged?.missing);
        const unknown = event.lastMessage === undefined && source.unread === true;
        draft.guarded.push({
          type: 'continue',
          reason: unknown ? `${askAgain}\n\n${reason}` : reason,
        });
        return;
      }
      settle(draft, open, view, source.followed.path !== undefined);
      endDeniedTurnSeen(draft, view, source.followed.path !== undefined);
    }
    if (asked || stopped) return;
    if (judged) continueStep(draft, judged);
    const goesOn = draft.guarded.some(({ type }) => type === 'continue');
    if (goesOn || open === undefined || !mustTellPerson(open)) return;
    add(draft, { kind: 'let-go', recovery: open.id });
    draft.guarded.push({ type: 'notify', text: renderLetGo(open, context.program) });
  };
}

/** True where the user stopped the turn, or their newest message stops the work: then nothing is forced. */
function hasStopped(draft: Draft, source: Source, open: Recovery | undefined): boolean {
  const { summary } = source.snapshot;
  if (summary.stopped) return true;
  // What the user said since is not known then, and what they said before only by the prompts that were heard.
  if (isRecordSilent(source) && (open?.warned === true || agentOf(draft).stopAsked === true))
    return true;
  return summary.lastUserText !== undefined && courseOf(summary.lastUserText) === 'stop';
}

/** Waits for the answer that ends the turn, where a compaction was just announced and the host writes its record late. */
async function recordAtRest({ host, agent }: HookContext): Promise<void> {
  const { recordLagMs } = host.capabilities;
  const last = lastRecovery(agent);
  const matters = agent.expected !== undefined || (isOpen(last) && !last.continued);
  if (recordLagMs === undefined || !matters) return;
  await new Promise((resolve) => setTimeout(resolve, recordLagMs));
}

/**
 * Whether the turn ends with a question to the person: by the payload's message, else by the record where that
 * has the answer already. What neither shows may be one, so nothing is forced; not so where the record cannot be read, and the
 * agent is told to ask again.
 */
function mayHaveAsked(message: string | undefined, answered: boolean, source: Source): boolean {
  if (message !== undefined) return mayAsk(message);
  if (source.unread === true) return false;
  return !answered || source.snapshot.summary.openQuestion !== undefined;
}
