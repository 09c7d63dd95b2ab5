import { Fault } from '../../core/errors.ts';
import { strangeChoice } from '../../core/workflow/choices.ts';
import { positionOf, progressAt, withDefaults } from '../../core/workflow/position.ts';
import type { RunEntry, WorkflowAnswer } from '../../core/workflow/run-entry.ts';
import { applyRunEntry, newRun } from '../../core/workflow/run-state.ts';
import { answerFor } from './answer.ts';
import type { KnownWorkflow } from './definitions.ts';
import { evidenceOf } from './judge-step.ts';
import type { WorkflowDeps } from './ports.ts';
import { tellSession } from './tell-session.ts';

/** What a run is started with. */
export interface StartWish {
  workflow: KnownWorkflow;
  set: Record<string, string | string[]>;
  project: string;
  parent?: { run: string; step: string };
}

/** Starts a run. Throws a Fault when a parameter is missing or strange, or the log cannot be written. */
export async function startRun(deps: WorkflowDeps, wish: StartWish): Promise<WorkflowAnswer> {
  const { workflow, source, path } = wish.workflow;
  const definitions = deps.clean(wish.workflow.definitions);
  const parameters = deps.clean(checkedParameters(wish));
  const time = deps.now().toISOString();
  const run = deps.runs.newId();
  const started: RunEntry = {
    v: 1,
    time,
    kind: 'started',
    run,
    workflow: workflow.id,
    definitions,
    source,
    ...(path !== undefined && { file: path }),
    parameters,
    project: wish.project,
    ...(wish.parent && { parent: wish.parent }),
    opened: [],
    places: {},
  };
  const state = newRun(started);
  const entries: RunEntry[] = [started];
  // All that its session did counts as the run's; a step counts what came since.
  if (deps.session)
    entries.push({ v: 1, time, kind: 'attached', session: deps.session, places: {} });
  for (const entry of entries.slice(1)) applyRunEntry(state, entry);
  const evidence = evidenceOf(deps, state);
  started.places = evidence.places();
  started.opened = positionOf(state, progressAt(state, 0)).open.map(({ path: one }) => one);
  Object.assign(state.nodes[0]!, { opened: started.opened, places: started.places });
  deps.runs.append(run, entries);
  const said = `Run ${run} of "${workflow.title}" is started.`;
  const answer = await answerFor(deps, state, 'started', said, { evidence });
  tellSession(deps, state, answer);
  return answer;
}

function checkedParameters({ workflow: { workflow }, set }: StartWish) {
  for (const name of Object.keys(set)) {
    if (workflow.parameters.some((one) => one.name === name)) continue;
    const known = workflow.parameters.map((one) => one.name).join(', ');
    throw new Fault('usage', `${workflow.id} has no parameter "${name}".`, {
      hint: known === '' ? 'It takes none.' : `It takes: ${known}.`,
    });
  }
  const all = withDefaults(workflow, set);
  for (const { name, required, choices, description } of workflow.parameters) {
    const value = all[name];
    if (required && (value === undefined || (typeof value === 'string' && value.trim() === ''))) {
      throw new Fault('usage', `${workflow.id} needs the parameter "${name}".`, {
        hint: `Give it: --set ${name}=VALUE${description ? ` (${description})` : ''}`,
      });
    }
    const strange = strangeChoice(value, choices);
    if (strange !== undefined) {
      throw new Fault('usage', `"${strange}" is not a valid ${name} for ${workflow.id}.`, {
        hint: `Use one of: ${choices?.join(', ')}.`,
      });
    }
  }
  return all;
}
