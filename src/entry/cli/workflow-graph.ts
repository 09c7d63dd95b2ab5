import { chooseRun, loadRun } from '../../app/workflow/actions.ts';
import { findWorkflow } from '../../app/workflow/definitions.ts';
import {
  arrowsOf,
  definitionRows,
  type GraphRow,
  mermaid,
  runRows,
  treeText,
} from '../../app/workflow/graph.ts';
import type { WorkflowDeps } from '../../app/workflow/ports.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { mustBePerson } from './inside-session.ts';
import { workflowDeps } from './workflow-context.ts';
import { definitionPlaces } from './workflow-places.ts';

interface GraphOptions {
  format: 'text' | 'mermaid';
  all?: boolean;
  session?: string;
}

/** The steps of a definition, or those of a run that were reached. */
export function showGraph(context: CliContext, options: GraphOptions, [named]: string[]): Outcome {
  const deps = workflowDeps(context, options.session);
  if (named !== undefined && deps.runs.load(named) === undefined) {
    const known = findWorkflow(definitionPlaces(context), named);
    const { title } = known.workflow;
    return drawn(title, definitionRows(known.workflow, known.definitions), options.format);
  }
  const run = chooseRun(deps, {
    ...(named !== undefined && { run: named }),
    project: context.project,
  });
  if (options.all) return wholeGraph(context, deps, run, options.format);
  const state = loadRun(deps, run);
  const title = state.definitions[state.workflow]?.title ?? state.workflow;
  return drawn(`Run ${run} of "${title}"`, runRows(state, false), options.format);
}

/** A run with what comes later, which is nothing for an agent. */
export function wholeGraph(
  context: CliContext,
  deps: WorkflowDeps,
  run: string,
  format: 'text' | 'mermaid',
): Outcome {
  mustBePerson(context, 'Looking ahead in a run');
  const state = loadRun(deps, run);
  const title = state.definitions[state.workflow]?.title ?? state.workflow;
  return drawn(`Run ${run} of "${title}"`, runRows(state, true), format);
}

function drawn(title: string, rows: GraphRow[], format: 'text' | 'mermaid'): Outcome {
  const text = format === 'mermaid' ? mermaid(title, rows) : treeText(title, rows);
  return { text, verbatim: true, data: { title, steps: rows, arrows: arrowsOf(rows) } };
}
