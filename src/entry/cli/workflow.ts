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
    .description('List the workflows that can be started here')
    .option('--runs', 'the runs that there are in place of them')
    .option(...json);
  const check = workflow
    .command('check')
    .description(
      'Say what is wrong with workflow files, with file and line; the exit code is 1 then',
    )
    .argument('[file...]', 'files (default: all of this project and your own)')
    .option(...json);
  const start = workflow
    .command('start')
    .description('Start a run of a workflow')
    .argument('<id>', 'id of the workflow')
    .option('--set <name=value>', 'a parameter; a list as JSON; once for each', several)
    .option(...session)
    .option(...json);
  addNextTo(workflow, bind);
  const show = workflow
    .command('show')
    .description('Show the pending step of a run; nothing changes')
    .argument('[run]', run[1])
    .option('--all', 'what comes later too; for a person at a terminal')
    .option(...session)
    .option(...json);
  const checkpoint = workflow
    .command('checkpoint')
    .description('Add a note to the pending step; with a name the run can be taken back to it')
    .argument('<text>', 'the note')
    .option('--name <name>', 'the name')
    .option(...run)
    .option(...session)
    .option(...json);
  const rewind = workflow
    .command('rewind')
    .description('Take a run back to a step or a checkpoint')
    .argument('<to>', 'id or path of a step, or name of a checkpoint')
    .option(...run)
    .option(...session)
    .option(...json);
  const abandon = workflow
    .command('abandon')
    .description('Give a run up')
    .argument('[run]', 'the run (default: the one that this session works on)')
    .option('--why <text>', 'why, in one sentence')
    .option('--run <id>', 'the run, as an option')
    .option(...session)
    .option(...json);
  const graph = workflow
    .command('graph')
    .description('Show the steps of a workflow, or those that a run has reached')
    .argument('[id]', 'id of a workflow or of a run (default: the run of this session)')
    .addOption(new Option('--format <format>', 'how').choices(['text', 'mermaid']).default('text'))
    .option('--all', 'of a run what comes later too; for a person at a terminal')
    .option(...session)
    .option(...json);
  const resume = workflow
    .command('resume')
    .description('Let this session work on a run; of several that fit, list them')
    .argument('[words...]', 'id of the run, or words of its title, parameters, steps and notes')
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
