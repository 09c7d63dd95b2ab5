import type { OwnRun, RunExchangeDeps } from '../../app/fleet/exchange-runs.ts';
import type { RunSharing } from '../../app/fleet/ports.ts';
import { moveRun, rowOf } from '../../app/workflow/actions.ts';
import type { WorkflowDeps } from '../../app/workflow/ports.ts';
import type { Config } from '../../core/config/defaults.ts';
import type { Report } from '../../core/fleet/report.ts';
import { mostRunLog, sharedRunLog } from '../../core/fleet/run-log.ts';
import type { RunState } from '../../core/workflow/run-state.ts';
import type { CliContext } from './context.ts';
import { workflowDeps } from './workflow-context.ts';

/** So many runs are told, and those that ended only for so long after they began, in milliseconds. */
const most = 50;
const afterEndMs = 24 * 60 * 60 * 1_000;

/** How the runs of a project stand, for the other machines. */
export function runReports(context: CliContext, project: string): Report[] {
  const deps = workflowDeps(context);
  return runsOf(deps, project).map((state) => {
    const { run, workflow, status, stepTitle, started } = rowOf(state);
    const facts: Report['facts'] = { workflow, status };
    if (stepTitle !== undefined) facts.step = stepTitle;
    if (state.carriedFrom !== undefined) facts['continued from'] = state.carriedFrom;
    facts.started = started;
    return { kind: 'run', id: run, facts };
  });
}

/** How runs of a project pass between this machine and the others. A run that came from another machine can always go on elsewhere. */
export function runExchange(
  context: CliContext,
  sharing: RunSharing,
  project: string,
  shares: Config['fleetShares'],
): RunExchangeDeps {
  const deps = workflowDeps(context);
  return {
    sharing,
    own: () =>
      runsOf(deps, project).map(({ run: id, carriedFrom }): OwnRun => {
        const isShared = shares.includes('run-logs') || carriedFrom !== undefined;
        const log = isShared ? sharedRunLog(deps.runs.log(id) ?? '') : '';
        return log === '' || log.length > mostRunLog ? { id } : { id, log };
      }),
    moved: (id, machine) => moveRun(deps, id, machine),
  };
}

/** The runs of a project that are open, or began lately; without those that went on to another machine. */
function runsOf(deps: WorkflowDeps, project: string): RunState[] {
  const now = deps.now().getTime();
  return deps.runs
    .list()
    .slice(0, most)
    .flatMap((id) => deps.runs.load(id)?.state ?? [])
    .filter((state) => state.movedTo === undefined && isOf(project, state.project))
    .filter((state) => {
      return rowOf(state).status === 'open' || now - Date.parse(state.time) < afterEndMs;
    });
}

/** True for the folder of a project, and for its work trees that Holdfast made. */
export function isOf(project: string, folder: string): boolean {
  return folder === project || folder.startsWith(`${project}.worktrees/`);
}
