import {
  type OpenStep,
  type Position,
  positionOf,
  progressAt,
} from '../../core/workflow/position.ts';
import type { WorkflowAnswer } from '../../core/workflow/run-entry.ts';
import type { RunState } from '../../core/workflow/run-state.ts';
import { makeToken } from '../../core/workflow/token.ts';
import { titleOf } from './definition-of.ts';
import { evidenceOf, judgeStep, type Lack, type RunEvidence } from './judge-step.ts';
import type { WorkflowDeps } from './ports.ts';
import { viewOf } from './view.ts';

/** An answer about a run as it stands: its pending step, or that it is over. */
export async function answerFor(
  deps: WorkflowDeps,
  run: RunState,
  outcome: WorkflowAnswer['outcome'],
  said: string,
  known: { evidence?: RunEvidence; open?: OpenStep; lacks?: Lack[] } = {},
): Promise<WorkflowAnswer> {
  const position = positionOf(run, progressAt(run, run.head));
  const base = {
    run: run.run,
    workflow: run.workflow,
    title: run.definitions[run.workflow]?.title ?? run.workflow,
  };
  const end = endOf(run, position);
  if (end !== undefined) return { ...base, outcome: end.outcome, said: join(said, end.said) };
  const open = known.open ?? position.open[0]!;
  const evidence = known.evidence ?? evidenceOf(deps, run);
  const lacks =
    known.lacks ?? (await judgeStep(deps, run, open, evidence, { checks: false })).lacks;
  const sign = (text: string) => deps.runs.sign(text);
  const beside = position.open.filter(({ path }) => path !== open.path);
  return {
    ...base,
    outcome,
    said,
    view: viewOf(run, open, lacks, sign),
    ...(beside.length > 0 && {
      beside: beside.map((other) => {
        const { step, stepTitle, prompt } = viewOf(run, other, [], sign);
        return { step, title: stepTitle, prompt, token: makeToken(sign, run.run, run.head, step) };
      }),
    }),
  };
}

/** How a run ended; undefined while a step is pending. */
export function endOf(
  run: RunState,
  position: Position,
): { outcome: 'done' | 'stuck' | 'abandoned'; said: string } | undefined {
  if (run.abandoned !== undefined) {
    const title = run.definitions[run.workflow]?.title ?? run.workflow;
    const said =
      run.movedTo === undefined
        ? `Run ${run.run} of "${title}" was abandoned: ${run.abandoned}`
        : `Run ${run.run} of "${title}" continues on the machine ${run.movedTo}. Do not work on it here.`;
    return { outcome: 'abandoned', said };
  }
  const { stuck } = position;
  if (position.open.length > 0) return undefined;
  if (stuck !== undefined) {
    const most = stuck.step.repeat?.most ?? 0;
    return {
      outcome: 'stuck',
      said: `The run is stuck: "${titleOf(run, stuck.path)}" did not come to what it is for, in ${most} rounds at most. Tell the user, who can take it back: holdfast workflow rewind STEP`,
    };
  }
  return { outcome: 'done', said: 'The run is done: no step is left.' };
}

function join(first: string, second: string): string {
  return first === '' ? second : `${first} ${second}`;
}
