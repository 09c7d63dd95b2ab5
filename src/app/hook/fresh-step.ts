import type { StepView } from '../../core/workflow/step-view.ts';
import type { HookContext } from './context.ts';

/**
 * The pending step of the session's run with what it lacks by the record as it is now, for texts that an agent goes on by. As
 * the journal has it where that cannot be judged: a text without it would be worse.
 */
export async function freshStep(context: HookContext): Promise<StepView | undefined> {
  const { agent, event, missingOf } = context;
  const step = event.agentId === undefined ? agent.workflow : undefined;
  if (step === undefined || missingOf === undefined) return step;
  try {
    const missing = await missingOf(step.run, context);
    return missing === undefined ? step : { ...step, missing };
  } catch {
    return step;
  }
}
