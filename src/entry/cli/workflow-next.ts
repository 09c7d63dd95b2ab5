import { resolve } from 'node:path';
import { checkpointRun, chooseRun, nextStep, showRun } from '../../app/workflow/actions.ts';
import { Fault } from '../../core/errors.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { workflowDeps } from './workflow-context.ts';
import { wholeGraph } from './workflow-graph.ts';
import { answerOutcome } from './workflow-text.ts';
import { collectReports, handOver } from './workflow-workers.ts';

interface Which {
  run?: string;
  session?: string;
}

interface NextOptions extends Which {
  token?: string;
  note?: string;
  output?: string;
}

/** Says that the pending step is done. */
export async function goOn(context: CliContext, options: NextOptions): Promise<Outcome> {
  const { token, note, output } = options;
  const deps = workflowDeps(context, options.session);
  const run = chooseRun(deps, { ...options, project: context.project });
  if (token === undefined && (note !== undefined || output !== undefined)) {
    throw new Fault('usage', 'A note or an output goes with the token of the step.', {
      hint: 'See the token: holdfast workflow next. A note alone: holdfast workflow checkpoint TEXT',
    });
  }
  collectReports(context, deps, run);
  const answer = await nextStep(deps, {
    run,
    ...(token !== undefined && { token }),
    ...(note !== undefined && { note }),
    ...(output !== undefined && { outputs: outputOf(context, output) }),
  });
  return answerOutcome(answer, await handOver(context, deps, run));
}

function outputOf(context: CliContext, given: string): unknown {
  const path = given.startsWith('@') ? resolve(context.cwd, given.slice(1)) : undefined;
  const text = path === undefined ? given : context.install.disk.readText(path);
  if (text === undefined) throw new Fault('not-found', `There is no readable file ${path}.`);
  try {
    return JSON.parse(text);
  } catch {
    throw new Fault('usage', `${path ?? 'What --output gives'} is no JSON.`, {
      hint: 'For example: --output \'{"scope": ["src/**"]}\'',
    });
  }
}

/** Shows the pending step. */
export async function showPending(
  context: CliContext,
  options: Which & { all?: boolean },
  [named]: string[],
): Promise<Outcome> {
  const deps = workflowDeps(context, options.session);
  const run = chooseRun(deps, {
    ...(named !== undefined && { run: named }),
    project: context.project,
  });
  if (options.all) return wholeGraph(context, deps, run, 'text');
  collectReports(context, deps, run);
  return answerOutcome(await showRun(deps, run));
}

/** Adds a note to the pending step. */
export async function setCheckpoint(
  context: CliContext,
  options: Which & { name?: string },
  [text = '']: string[],
): Promise<Outcome> {
  const deps = workflowDeps(context, options.session);
  const run = chooseRun(deps, { ...options, project: context.project });
  const { name } = options;
  return answerOutcome(
    await checkpointRun(deps, { run, text, ...(name !== undefined && { name }) }),
  );
}
