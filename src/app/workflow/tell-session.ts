import { sessionKey } from '../../core/workflow/gather.ts';
import type { RunSession, WorkflowAnswer } from '../../core/workflow/run-entry.ts';
import { currentSession, type RunState } from '../../core/workflow/run-state.ts';
import type { WorkflowDeps } from './ports.ts';

/** Writes what a run came to into the journal of the session that works on it. `before`: the session that did so until now. */
export function tellSession(
  deps: Pick<WorkflowDeps, 'tell'>,
  run: RunState,
  answer: WorkflowAnswer,
  before?: RunSession,
): void {
  const session = currentSession(run);
  if (session === undefined) return;
  if (before !== undefined && sessionKey(before) !== sessionKey(session)) {
    deps.tell(before, { kind: 'workflow.left', run: run.run, why: 'elsewhere' });
  }
  if (answer.view !== undefined) deps.tell(session, { kind: 'workflow', view: answer.view });
  else deps.tell(session, { kind: 'workflow.left', run: run.run, why: whyLeft(answer) });
}

function whyLeft({ outcome }: WorkflowAnswer): 'done' | 'stuck' | 'abandoned' {
  return outcome === 'stuck' || outcome === 'abandoned' ? outcome : 'done';
}
