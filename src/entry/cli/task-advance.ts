import { resolve } from 'node:path';
import { advanceFile } from '../../app/task/advance-file.ts';
import { readSetTask } from '../../app/task/store.ts';
import { Fault } from '../../core/errors.ts';
import { agentState } from '../../core/recovery/session-state.ts';
import { untrusted } from '../../core/trust/untrusted.ts';
import { stateStore } from '../../platform/state-store.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { currentSession } from './current-session.ts';
import { sessionIndex } from './sessions.ts';
import { taskFile } from './task-file.ts';
import { ticketContext } from './ticket-deps.ts';

export interface AdvanceOptions {
  task?: string;
  section?: string;
  phase?: string;
  next?: string;
  progress?: string;
}

/** Ticks the current step of the task's document and writes what comes next. */
export function advanceTask(
  context: CliContext,
  options: AdvanceOptions,
  [named]: string[],
): Outcome {
  const path = taskFile(context.install.disk, context.project, pathOf(context, named));
  const { task, section, phase, next, progress } = options;
  const { done, step } = advanceFile(ticketContext(context), path, {
    current_task: task,
    current_section: section,
    current_phase: phase,
    next_action: next,
    progress,
  });
  const lines = [
    done === undefined ? `${path} is up to date.` : `Done in ${path}: ${untrusted(done, 200)}`,
    step === undefined ? 'No step is left.' : `Next: ${untrusted(step, 200)}`,
  ];
  return {
    text: lines.join('\n'),
    data: { path, done: done ?? null, step: step ?? null },
  };
}

/** The file that is named, else the document of this shell's session, else the task of the project. */
function pathOf(context: CliContext, named: string | undefined): string {
  if (named !== undefined) return resolve(context.cwd, named);
  const own = ofSession(context);
  const set = readSetTask(stateStore(context.paths.home), context.project).record?.path;
  const path = own ?? set;
  if (path !== undefined) return path;
  throw new Fault('not-found', `No task is set for ${context.project}.`, {
    hint: 'Name the file, or set it with "holdfast task set FILE".',
  });
}

function ofSession(context: CliContext): string | undefined {
  const id = currentSession(context);
  const index = sessionIndex(context);
  const session = index.list().find((each) => each.id === id);
  if (session === undefined) return undefined;
  const { role } = agentState(index.read(session).state, undefined);
  return role?.ticket ?? role?.document;
}
