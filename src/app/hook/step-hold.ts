import { globTest } from '../../core/ledger/glob.ts';
import { agentState } from '../../core/recovery/session-state.ts';
import { baseName, joinPath, parentOf } from '../../core/task/path.ts';
import type { ToolCall } from '../../core/tool.ts';
import { isAllowedByStep, restricts } from '../../core/workflow/allowed.ts';
import { stepDenial } from '../../core/workflow/step-denial.ts';
import type { HookContext } from './context.ts';
import type { Draft } from './draft.ts';
import { addToSession } from './draft.ts';

/**
 * Holds a call back that the pending step of the session's workflow does not allow, whichever of its agents makes it.
 * A step does not open by itself, however often it is asked: the way on, `next`, is never held back.
 */
export function holdByStep(draft: Draft, call: ToolCall): void {
  const { context } = draft;
  // The state as it is under the lock: another process may have gone on meanwhile.
  const { workflow: step, heldCalls = 0 } = agentState(context.state, undefined);
  if (step === undefined || !restricts(step)) return;
  // What is held back already needs no second reason.
  if (draft.guarded.some(({ type }) => type === 'deny')) return;
  const isAmongPaths = pathTest(context, step.allowPaths ?? []);
  const place = { readOnlyTools: context.config.readOnlyTools, isAmongPaths };
  if (isAllowedByStep(step, call, place)) return;
  addToSession(draft, { kind: 'workflow.held', run: step.run, step: step.step, by: 'tool' });
  draft.guarded.push({ type: 'deny', reason: stepDenial(step, heldCalls) });
}

/** Tests a path as a call names it, with links resolved: a link may not lead out of what is allowed. */
function pathTest({ event, files, tasks }: HookContext, globs: readonly string[]) {
  const project = tasks.project ?? event.cwd ?? '/';
  const real = (path: string): string => {
    const parent = parentOf(path);
    return files.realPath(path) ?? joinPath(files.realPath(parent) ?? parent, baseName(path));
  };
  const isInside = globTest(globs, files.realPath(project) ?? project);
  return (path: string): boolean => isInside(real(joinPath(event.cwd ?? project, path)));
}
