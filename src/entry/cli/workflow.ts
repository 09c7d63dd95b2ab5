import { Option } from 'commander';
import type { AddCommand } from './command.ts';
import { checkDefinitions } from './workflow-check.ts';
import { showGraph } from './workflow-graph.ts';
import { listWorkflows } from './workflow-list.ts';
import { addNextTo } from './workflow-next.ts';
import {
  giveUp,
  setCheckpoint,
  showPending,
  startWorkflow,
  takeBack,
  takeUp,
} from './workflow-run.ts';
import { json, run, session, workflowCommand } from './workflow-words.ts';

const several = (value: string, before: string[] = []): string[] => [...before, value];

export const addWorkflow: AddCommand = (program, bind) => {
  const workflow = workflowCommand(program);
  const list = workflow
    .command('list')
    .description('List the workflows available here')
    .option('--runs', 'list runs instead')
    .option(...json);
  const check = workflow
    .command('check')
    .description('Check workflow files, reporting file and line; exits with 1 on problems')
    .argument('[file...]', 'files (default: all in this project and your own)')
    .option(...json);
  const start = workflow
    .command('start')
    .description('Start a workflow')
    .argument('<id>', "the workflow's id")
    .option('--set <name=value>', 'a parameter (lists as JSON); repeatable', several)
    .option(...session)
    .option(...json);
  addNextTo(workflow, bind);
  const show = workflow
    .command('show')
    .description("Show a run's pending step")
    .argument('[run]', run[1])
    .option('--all', 'include later steps (user only, at a terminal)')
    .option(...session)
    .option(...json);
  const checkpoint = workflow
    .command('checkpoint')
    .description('Add a note to the pending step; with a name, a checkpoint to rewind to')
    .argument('<text>', 'the note')
    .option('--name <name>', 'the name')
    .option(...run)
    .option(...session)
    .option(...json);
  const rewind = workflow
    .command('rewind')
    .description('Rewind a run to a step or a checkpoint')
    .argument('<to>', "a step's id or path, or a checkpoint's name")
    .option(...run)
    .option(...session)
    .option(...json);
  const abandon = workflow
    .command('abandon')
    .description('Abandon a run')
    .argument('[run]', "the run (default: this session's)")
    .option('--why <text>', 'the reason, in one sentence')
    .option('--run <id>', 'the run, as an option')
    .option(...session)
    .option(...json);
  const graph = workflow
    .command('graph')
    .description("Show a workflow's steps, or those a run has reached")
    .argument('[id]', "a workflow's or run's id (default: this session's run)")
    .addOption(new Option('--format <format>', 'how').choices(['text', 'mermaid']).default('text'))
    .option('--all', 'for a run, include later steps (user only, at a terminal)')
    .option(...session)
    .option(...json);
  const resume = workflow
    .command('resume')
    .description('Attach this session to a run; if several match, list them')
    .argument('[words...]', "the run's id, or words from its title, parameters, steps and notes")
    .option(...session)
    .option(...json);

  bind(list, listWorkflows);
  bind(check, checkDefinitions);
  bind(start, startWorkflow);
  bind(show, showPending);
  bind(checkpoint, setCheckpoint);
  bind(rewind, takeBack);
  bind(abandon, giveUp);
  bind(graph, showGraph);
  bind(resume, takeUp);
};
