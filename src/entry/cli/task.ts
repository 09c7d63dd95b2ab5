import { resolve } from 'node:path';
import { readDocument } from '../../app/task/build-task.ts';
import { afterMove, moveTo, rememberedFolder, rememberFolder } from '../../app/task/moved.ts';
import { clearSetTask, readSetTask, writeSetTask } from '../../app/task/store.ts';
import { Fault } from '../../core/errors.ts';
import { userTime } from '../../core/time-text.ts';
import { endQuiet } from '../../journal/watch.ts';
import { stateStore } from '../../platform/state-store.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { sessionSign } from './inside-session.ts';
import { type AdvanceOptions, advanceTask } from './task-advance.ts';
import { taskFile } from './task-file.ts';
import { userWord } from './user-word.ts';

export const addTask: AddCommand = (program, bind) => {
  const task = program
    .command('task')
    .description('Set what this project is working on: a plan, a ticket, a manifest')
    .helpCommand(false);
  const set = task
    .command('set')
    .description("Set this project's task")
    .argument('<file>', 'a Markdown file')
    .option('--json', 'print the result as JSON');
  const show = task
    .command('show')
    .description('Show the task')
    .option('--json', 'print the result as JSON');
  const clear = task
    .command('clear')
    .description('Clear the task')
    .option('--json', 'print the result as JSON');
  const advance = task
    .command('advance')
    .description('Tick the current step and record what comes next')
    .argument('[file]', "the document (default: this session's task, else the project's)")
    .option('--task <text>', 'the current task')
    .option('--section <text>', 'the current section')
    .option('--phase <text>', 'the current phase')
    .option('--next <text>', 'the next action')
    .option('--progress <text>', 'the progress so far')
    .option('--json', 'print the result as JSON');
  bind<AdvanceOptions>(advance, advanceTask);
  bind(set, setTask);
  bind(show, showTask);
  bind(clear, clearTask);
};

function setTask(context: CliContext, _options: object, [file = '']: string[]): Outcome {
  if (file === '') {
    throw new Fault('usage', 'The path is empty.', { hint: 'holdfast task set FILE' });
  }
  const path = taskFile(context.install.disk, context.project, resolve(context.cwd, file));
  writeSetTask(stateStore(context.paths.home), context.project, {
    path,
    when: context.install.clock.now().toISOString(),
    by: sessionSign(context) === undefined ? 'person' : 'agent',
  });
  endQuiet(context.paths.home);
  rememberFolder(context.install.disk, stateStore(context.paths.home), context.project);
  const problem = documentOf(context, path)?.problem;
  const lines = [`The task of ${context.project} is ${path}.`, ...(problem ? [problem] : [])];
  return {
    text: lines.join('\n'),
    data: { project: context.project, path, problem: problem ?? null },
  };
}

function showTask(context: CliContext): Outcome {
  const { record, problem } = readSetTask(stateStore(context.paths.home), context.project);
  if (record === undefined) {
    const none = before(context) ?? `No task is set for ${context.project}.`;
    const text = `${problem ?? none}\nWhat a session found by itself: "holdfast show".`;
    return { text, data: { project: context.project, task: null, problem: problem ?? null } };
  }
  const document = documentOf(context, record.path);
  const lines = [
    `${record.path} (set ${userTime(record.when)} by ${userWord(record.by) || 'someone'})`,
  ];
  if (document === undefined) {
    lines.push(
      'The file is missing.',
      'Set where it is now with "holdfast task set FILE", or nothing with "holdfast task clear".',
    );
  }
  const told: [string, string | undefined][] = [
    ['kind', document?.source],
    ['title', document?.title],
    ['status', document?.status],
    ['objective', document?.objective],
    ['phase', document?.phase],
    ['step', document?.step],
    ['next', document?.nextAction],
    ['problem', document?.problem],
  ];
  for (const [name, value] of told) if (value) lines.push(`${name.padEnd(10)} ${value}`);
  return {
    text: lines.join('\n'),
    data: { project: context.project, task: record, document: document ?? null },
    failed: document === undefined,
  };
}

/** What to say where the folder had another name when its task was set. */
function before({ install, paths, project }: CliContext): string | undefined {
  const { disk } = install;
  const store = stateStore(paths.home);
  const moved = moveTo(disk, project, rememberedFolder(disk, store, project));
  const task = moved && readSetTask(store, moved.from).record;
  if (moved === undefined || task === undefined) return undefined;
  const now = afterMove(task.path, moved);
  return `${now} (set ${userTime(task.when)} by ${userWord(task.by) || 'someone'} for ${moved.from}, which is this folder now)`;
}

function clearTask(context: CliContext): Outcome {
  clearSetTask(stateStore(context.paths.home), context.project);
  return { text: `No task is set for ${context.project} now.`, data: { project: context.project } };
}

function documentOf(context: CliContext, path: string) {
  return readDocument({ files: context.install.disk, root: context.project, explicit: path }, path);
}
