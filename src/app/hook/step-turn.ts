import type { HostEvent } from '../../core/event.ts';
import { fingerprint } from '../../core/hash.ts';
import { openObligations } from '../../core/recovery/recovery.ts';
import { mayAsk } from '../../core/snapshot/question-text.ts';
import { continuation, judgeTurn, letGoNotice } from '../../core/workflow/step-turn.ts';
import type { MissingEvidence } from '../../core/workflow/step-view.ts';
import type { HookContext } from './context.ts';
import type { Draft } from './draft.ts';
import { add, agentOf, openRecovery } from './draft.ts';

/** What a step lacked when its turn ended, by the record of that moment. */
export interface JudgedStep {
  token: string;
  missing: MissingEvidence[];
}

/**
 * Judges the pending step at the end of a turn. Undefined where the turn is not continued whatever it lacks: where the step
 * asks the user or the agent just did, where a worker is at it, and on hosts that cannot.
 */
export async function judgeStepTurn(
  context: HookContext,
  event: HostEvent & { type: 'turn.ending' },
): Promise<JudgedStep | undefined> {
  const { agent, host, missingOf } = context;
  const step = agent.workflow;
  if (step === undefined || missingOf === undefined || !host.capabilities.continuesTurn)
    return undefined;
  if (step.asks !== undefined) return undefined;
  if (event.lastMessage !== undefined && mayAsk(event.lastMessage)) return undefined;
  const missing = await missingOf(step.run, context);
  // The worker's end is told when it comes; until then nothing can be done here.
  if (missing?.some(({ waits }) => waits)) return undefined;
  return missing && { token: step.token, missing };
}

/**
 * Continues the turn with what the step lacks, as long as that helps; then the person is told so once. A recovery that continues
 * the turn itself goes before; what must still be read for it is named first.
 */
export function continueStep(draft: Draft, judged: JudgedStep): void {
  const agent = agentOf(draft);
  const { workflow: step } = agent;
  // Another process went on with the run meanwhile: what was judged is behind.
  if (step === undefined || step.token !== judged.token) return;
  const { missing } = judged;
  const which = fingerprint(JSON.stringify(missing.map(({ what, next }) => [what, next])));
  const verdict = judgeTurn(agent, missing, which);
  if (verdict === 'nothing') return;
  add(draft, {
    kind: 'workflow.held',
    run: step.run,
    step: step.step,
    by: 'turn',
    missing: which,
  });
  const { denyCharacters } = draft.context.host.capabilities;
  const open = openRecovery(draft);
  const unread = open === undefined ? [] : openObligations(open).map(({ path }) => path);
  const limit = Math.min(denyCharacters, 3_000);
  draft.guarded.push(
    verdict === 'continue'
      ? { type: 'continue', reason: continuation(step, missing, limit, unread) }
      : { type: 'notify', text: letGoNotice(step, missing) },
  );
}
