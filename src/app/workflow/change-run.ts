import { Fault } from '../../core/errors.ts';
import { sessionKey } from '../../core/workflow/gather.ts';
import { positionOf, progressAt } from '../../core/workflow/position.ts';
import type { RunEntry, WorkflowAnswer } from '../../core/workflow/run-entry.ts';
import { applyRunEntry, currentSession, type RunState } from '../../core/workflow/run-state.ts';
import { answerFor, endOf } from './answer.ts';
import { loadRun } from './choose-run.ts';
import { evidenceOf } from './judge-step.ts';
import { showRun } from './next-step.ts';
import type { WorkflowDeps } from './ports.ts';
import { findTarget } from './rewind-target.ts';
import { tellSession } from './tell-session.ts';
import { given } from './texts.ts';

type WithoutHead<E> = E extends unknown ? Omit<E, 'v' | 'time'> : never;
type NewRunEntry = WithoutHead<RunEntry>;

/** Adds a note to the pending step; with a name it is a place to which the run can be taken back. */
export async function checkpointRun(
  deps: WorkflowDeps,
  wish: { run: string; text: string; name?: string },
): Promise<WorkflowAnswer> {
  const { note: text = '' } = given(deps, { note: wish.text });
  if (text === '' && wish.name === undefined) throw new Fault('usage', 'The note is empty.');
  return change(deps, wish.run, 'noted', (run) => {
    const step = positionOf(run, progressAt(run, run.head)).open[0]?.path ?? '';
    const { name } = wish;
    return {
      entry: {
        kind: 'noted',
        state: run.head,
        step,
        ...(name !== undefined && { name: deps.redact(name) }),
        text,
      },
      said: name === undefined ? 'Noted.' : `Noted, as the checkpoint "${name}".`,
    };
  });
}

/** Takes a run back to a step that it came through, or to a checkpoint; what was done since is another line of it. */
export async function rewindRun(
  deps: WorkflowDeps,
  wish: { run: string; to: string },
): Promise<WorkflowAnswer> {
  return change(deps, wish.run, 'rewound', (run) => {
    const { state, step, checkpoint } = findTarget(run, wish.to);
    // A checkpoint gives the step back as it stood; a step that is named is done anew, by what comes from now on.
    const kept = checkpoint ? run.nodes[state]?.places : undefined;
    const places = kept ?? evidenceOf(deps, run).places();
    return {
      entry: { kind: 'rewound', to: run.last + 1, target: state, places },
      said: `The run was taken back to "${step}". Tokens from before lead on as a branch.`,
    };
  });
}

/** Gives a run up. */
export async function abandonRun(
  deps: WorkflowDeps,
  wish: { run: string; why: string },
): Promise<WorkflowAnswer> {
  const { note: why = '' } = given(deps, { note: wish.why });
  if (why === '') {
    throw new Fault('usage', 'Give the reason.', { hint: 'holdfast workflow abandon --why TEXT' });
  }
  return change(deps, wish.run, 'abandoned', () => ({
    entry: { kind: 'abandoned', why },
    said: '',
  }));
}

/** Lets this session work on a run from now on. Throws a Fault where no session asks. */
export async function resumeRun(deps: WorkflowDeps, id: string): Promise<WorkflowAnswer> {
  const { session } = deps;
  const before = loadRun(deps, id);
  const own = currentSession(before);
  const position = positionOf(before, progressAt(before, before.head));
  if (
    endOf(before, position) ||
    session === undefined ||
    (own && sessionKey(own) === sessionKey(session))
  ) {
    const answer = await showRun(deps, id);
    if (session && own) tellSession(deps, before, answer);
    return answer;
  }
  return change(deps, id, 'pending', (run) => ({
    entry: { kind: 'attached', session, places: evidenceOf(deps, run, [session]).places() },
    said: `This session works on run ${id} from now on.`,
  }));
}

/** Gives a run up here, as another machine goes on with it: the session that worked on it learns that its step is no more. */
export function moveRun(
  deps: Pick<WorkflowDeps, 'runs' | 'now' | 'tell'>,
  id: string,
  machine: string,
): void {
  const session = deps.runs.exclusively(id, () => {
    const run = deps.runs.load(id)?.state;
    if (run === undefined || run.abandoned !== undefined) return undefined;
    deps.runs.append(id, [{ v: 1, time: deps.now().toISOString(), kind: 'moved', machine }]);
    return currentSession(run);
  });
  if (session !== undefined)
    deps.tell(session, { kind: 'workflow.left', run: id, why: 'elsewhere' });
}

async function change(
  deps: WorkflowDeps,
  id: string,
  outcome: WorkflowAnswer['outcome'],
  make: (run: RunState) => { entry: NewRunEntry; said: string },
): Promise<WorkflowAnswer> {
  const { state, said, before } = deps.runs.exclusively(id, () => {
    const run = loadRun(deps, id);
    if (run.movedTo !== undefined) {
      throw new Fault('refused', `The run ${id} continues on the machine ${run.movedTo}.`, {
        hint: `To continue it here: holdfast fleet carry ${id}`,
      });
    }
    if (run.abandoned !== undefined) {
      throw new Fault('refused', `The run ${id} was abandoned: ${run.abandoned}`, {
        hint: 'Start another one: holdfast workflow start ID',
      });
    }
    const old = currentSession(run);
    const made = make(run);
    const entry = { v: 1, time: deps.now().toISOString(), ...made.entry } as RunEntry;
    deps.runs.append(id, [entry]);
    applyRunEntry(run, entry);
    return { state: run, said: made.said, before: old };
  });
  const answer = await answerFor(deps, state, outcome, said);
  tellSession(deps, state, answer, before);
  return answer;
}
