import { positionOf, progressAt } from '../../core/workflow/position.ts';
import type { MissingEvidence } from '../../core/workflow/step-view.ts';
import { evidenceOf, judgeStep } from './judge-step.ts';
import type { EvidenceDeps, RunStore } from './ports.ts';
import { missingOfLacks } from './view.ts';

/**
 * What the pending step of a run lacks now; nothing is written and no command is run. Empty also for a run that is over or
 * unknown. An output that only `next` can hand over counts as missing.
 */
export async function missingOf(
  deps: EvidenceDeps & { runs: Pick<RunStore, 'load'> },
  runId: string,
): Promise<MissingEvidence[]> {
  const run = deps.runs.load(runId)?.state;
  if (run === undefined || run.abandoned !== undefined) return [];
  const [open] = positionOf(run, progressAt(run, run.head)).open;
  if (open === undefined) return [];
  const { lacks } = await judgeStep(deps, run, open, evidenceOf(deps, run), { checks: false });
  return missingOfLacks(run, open.path, lacks);
}
