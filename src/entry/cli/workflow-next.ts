import { resolve } from 'node:path';
import type { Command } from 'commander';
import { chooseRun, loadRun } from '../../app/workflow/choose-run.ts';
import { handsOver } from '../../app/workflow/definition-of.ts';
import { nextStep } from '../../app/workflow/next-step.ts';
import { Fault } from '../../core/errors.ts';
import type { AddCommand, Bind, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { workflowDeps } from './workflow-context.ts';
import { answerOutcome } from './workflow-text.ts';
import { json, run, session, type Which, workflowCommand } from './workflow-words.ts';
import { collectReports, handOverAnd } from './workflow-workers.ts';

interface NextOptions extends Which {
  token?: string;
  note?: string;
  output?: string;
}

/** `workflow next` alone: a program of its own, since agents run it at every step. */
export const addWorkflowNext: AddCommand = (program, bind) =>
  addNextTo(workflowCommand(program), bind);

/** Adds `next` to the command that it belongs to. */
export function addNextTo(workflow: Command, bind: Bind): void {
  const next = workflow
    .command('next')
    .description(
      'Complete the pending step, or show it without a token; exits with 1 while evidence is missing',
    )
    .option('--token <token>', 'the token that came with the step')
    .option('--note <text>', 'a note for later steps')
    .option('--output <json>', "the step's output, as JSON or @FILE")
    .option(...run)
    .option(...session)
    .option(...json);
  bind<NextOptions>(next, goOn);
}

async function goOn(context: CliContext, options: NextOptions): Promise<Outcome> {
  const { token, note, output } = options;
  const deps = workflowDeps(context, options.session);
  const id = chooseRun(deps, { ...options, project: context.project });
  if (token === undefined && (note !== undefined || output !== undefined)) {
    throw new Fault('usage', 'A note or an output needs the token of the step.', {
      hint: 'See the token: holdfast workflow next. For a note alone: holdfast workflow checkpoint TEXT',
    });
  }
  const hands = handsOver(loadRun(deps, id));
  if (hands) collectReports(context, deps, id);
  const answer = await nextStep(deps, {
    run: id,
    ...(token !== undefined && { token }),
    ...(note !== undefined && { note }),
    ...(output !== undefined && { outputs: outputOf(context, output) }),
  });
  return hands ? await handOverAnd(context, deps, answer) : answerOutcome(answer);
}

function outputOf(context: CliContext, given: string): unknown {
  const path = given.startsWith('@') ? resolve(context.cwd, given.slice(1)) : undefined;
  const text = path === undefined ? given : context.install.disk.readText(path);
  if (text === undefined) throw new Fault('not-found', `There is no readable file ${path}.`);
  try {
    return JSON.parse(text);
  } catch {
    throw new Fault('usage', `${path ?? 'The value of --output'} is not valid JSON.`, {
      hint: 'For example: --output \'{"scope": ["src/**"]}\'',
    });
  }
}
