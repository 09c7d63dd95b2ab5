import {
  abandonRun,
  checkpointRun,
  chooseRun,
  findRuns,
  resumeRun,
  rewindRun,
  showRun,
  startRun,
} from '../../app/workflow/actions.ts';
import { loadRun } from '../../app/workflow/choose-run.ts';
import { findWorkflow } from '../../app/workflow/definitions.ts';
import { Fault } from '../../core/errors.ts';
import { sessionKey } from '../../core/workflow/gather.ts';
import { currentSession } from '../../core/workflow/run-state.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { workflowDeps } from './workflow-context.ts';
import { wholeGraph } from './workflow-graph.ts';
import { runTable } from './workflow-list.ts';
import { definitionPlaces } from './workflow-places.ts';
import { answerOutcome } from './workflow-text.ts';
import type { Which } from './workflow-words.ts';
import { collectReports, handOverAnd } from './workflow-workers.ts';

/** Starts a run. */
export async function startWorkflow(
  context: CliContext,
  options: { set?: string[]; session?: string },
  [id = '']: string[],
): Promise<Outcome> {
  const workflow = findWorkflow(definitionPlaces(context), id);
  const deps = workflowDeps(context, options.session);
  const set = Object.fromEntries((options.set ?? []).map(parameter));
  const answer = await startRun(deps, { workflow, set, project: context.project });
  const outcome = await handOverAnd(context, deps, answer);
  if (deps.session !== undefined) return outcome;
  return {
    ...outcome,
    warning: noSession(answer.run),
  };
}

/** Evidence is that of sessions: without one no step can be shown to be done. */
function noSession(run: string): string {
  return `No session works on it yet: from one, run "holdfast workflow resume ${run}".`;
}

function parameter(text: string): [string, string | string[]] {
  const at = text.indexOf('=');
  if (at <= 0) {
    throw new Fault('usage', `"${text.slice(0, 80)}" is not of the form NAME=VALUE.`, {
      hint: 'For example: --set task="fix the price of a cart"',
    });
  }
  const value = text.slice(at + 1);
  return [text.slice(0, at), listOf(value) ?? value];
}

/** A list of texts, where a value is one as JSON. */
function listOf(value: string): string[] | undefined {
  if (!value.startsWith('[')) return undefined;
  try {
    const list: unknown = JSON.parse(value);
    const isList = Array.isArray(list) && list.every((one) => typeof one === 'string');
    return isList ? list : undefined;
  } catch {
    return undefined;
  }
}

/** Takes a run back. */
export async function takeBack(
  context: CliContext,
  options: Which,
  [to = '']: string[],
): Promise<Outcome> {
  const deps = workflowDeps(context, options.session);
  const run = chooseRun(deps, { ...options, project: context.project });
  const answer = await rewindRun(deps, { run, to });
  return handOverAnd(context, deps, answer);
}

/** Gives a run up. */
export async function giveUp(
  context: CliContext,
  options: Which & { why?: string },
  [named]: string[],
): Promise<Outcome> {
  const deps = workflowDeps(context, options.session);
  const wished = named ?? options.run;
  const run = chooseRun(deps, {
    ...(wished !== undefined && { run: wished }),
    project: context.project,
  });
  if (wished === undefined && !worksOn(deps, run)) {
    throw new Fault('usage', 'Say which run to abandon; this cannot be undone.', {
      hint: `Name it: holdfast workflow abandon ${run}. All runs: holdfast workflow list --runs`,
    });
  }
  return answerOutcome(await abandonRun(deps, { run, why: options.why ?? 'no reason was given.' }));
}

/** True where this shell's session is the one that works on the run. */
function worksOn(deps: ReturnType<typeof workflowDeps>, run: string): boolean {
  const own = currentSession(loadRun(deps, run));
  return (
    deps.session !== undefined && own !== undefined && sessionKey(own) === sessionKey(deps.session)
  );
}

/** Lets this session work on a run. */
export async function takeUp(
  context: CliContext,
  options: Which,
  words: string[],
): Promise<Outcome> {
  const deps = workflowDeps(context, options.session);
  const named = (words as (string | string[])[]).flat();
  const found =
    named.length === 0
      ? findRuns(deps, []).filter(({ project }) => project === context.project)
      : findRuns(deps, named);
  const [only] = found;
  if (only === undefined) {
    throw new Fault('not-found', 'No open run matches.', {
      hint: 'List the runs: holdfast workflow list --runs',
    });
  }
  if (found.length > 1) {
    return {
      text: `${runTable(found, context.width)}\nSeveral runs fit. Name one: holdfast workflow resume ID`,
      verbatim: true,
      failed: true,
      data: { several: found },
    };
  }
  const outcome = answerOutcome(await resumeRun(deps, only.run));
  if (deps.session !== undefined) return outcome;
  return {
    ...outcome,
    warning:
      'This shell belongs to no session that is known here: give --session ID; "holdfast status" lists them.',
    failed: true,
  };
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
  const answer = await showRun(deps, run);
  const outcome = answerOutcome(answer);
  if (answer.view === undefined || currentSession(loadRun(deps, run))) return outcome;
  return { ...outcome, warning: noSession(run) };
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
