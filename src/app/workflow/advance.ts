import { type OpenStep, positionOf, progressAt } from '../../core/workflow/position.ts';
import type {
  Rounds,
  RunEntry,
  RunEntryOf,
  WorkflowAnswer,
} from '../../core/workflow/run-entry.ts';
import { applyRunEntry, copyRun, type RunState } from '../../core/workflow/run-state.ts';
import { answerFor } from './answer.ts';
import { titleOf } from './definition-of.ts';
import {
  judgeRound,
  judgeStep,
  type Lack,
  type RunEvidence,
  reportedOutputs,
} from './judge-step.ts';
import type { WorkflowDeps } from './ports.ts';
import { askedKey } from './view.ts';

/** What is handed over with a step. */
export interface StepGift {
  note?: string;
  outputs?: unknown;
}

/** What is to be written for a step that was asked to be over, and what is answered. */
export interface Advance {
  entries: RunEntry[];
  answer: WorkflowAnswer;
  /** The run as it is with the entries. */
  run: RunState;
}

/** Judges an open step and makes the entries by which the run goes on from it, or by which it is said what is missing. */
export async function advance(
  deps: WorkflowDeps,
  run: RunState,
  open: OpenStep,
  evidence: RunEvidence,
  gift: StepGift,
): Promise<Advance> {
  const { lacks, evidence: rests } = await judgeStep(deps, run, open, evidence, {
    outputs: gift.outputs,
    checks: true,
  });
  const entry = { v: 1, time: deps.now().toISOString() } as const;
  if (lacks.length > 0) return refused(deps, run, open, evidence, lacks, gift.note);
  const outputs = gift.outputs ?? reportedOutputs(run, open);
  const made: RunEntryOf<'advanced'> = {
    ...entry,
    kind: 'advanced',
    from: run.head,
    to: run.last + 1,
    step: open.path,
    ...(gift.note !== undefined && { note: gift.note }),
    ...(outputs !== undefined && { outputs }),
    ...(rests.length > 0 && { evidence: rests }),
    opened: [],
    places: evidence.places(),
    answer: { outcome: 'done', run: run.run, workflow: run.workflow, title: '', said: '' },
  };
  const before = new Set(positionOf(run, progressAt(run, run.head)).open.map(({ path }) => path));
  const next = copyRun(run);
  const rounds = await settleRounds(deps, next, made, evidence);
  if (Object.keys(rounds).length > 0) made.rounds = rounds;
  applyRunEntry(next, made);
  const position = positionOf(next, progressAt(next, next.head));
  made.opened = position.open.map(({ path }) => path).filter((path) => !before.has(path));
  next.nodes[next.head]!.opened = made.opened;
  const stuck = Object.keys(rounds).filter((path) => rounds[path] === 'stuck');
  const said = [
    `"${open.step.title}" is done.`,
    ...stuck.map((path) => `"${titleOf(next, path)}" is given up: ${roundsText(path)}.`),
  ];
  made.answer = await answerFor(deps, next, 'advanced', said.join(' '), { evidence });
  return { entries: [made], answer: made.answer, run: next };
}

function roundsText(path: string): string {
  const round = Number(/\[(\d+)\]$/.exec(path)?.[1] ?? 1);
  return round === 1
    ? 'one round did not come to its end'
    : `${round} rounds did not come to their end`;
}

/** Decides for every round that is gone with this step whether another one follows. */
async function settleRounds(
  deps: WorkflowDeps,
  run: RunState,
  made: RunEntryOf<'advanced'>,
  evidence: RunEvidence,
): Promise<Rounds> {
  const progress = progressAt(run, run.head);
  progress.done.set(made.step, made.outputs);
  const rounds: Rounds = {};
  for (;;) {
    const { undecided } = positionOf(run, {
      ...progress,
      rounds: { ...progress.rounds, ...rounds },
    });
    if (undecided === undefined) return rounds;
    const { path, round, repeat, scope } = undecided;
    const first = `${path}`;
    if (await judgeRound(deps, run, first, scope, repeat.until, evidence)) rounds[path] = 'over';
    else if (
      round >= repeat.most ||
      (repeat.giveUp && (await judgeRound(deps, run, first, scope, repeat.giveUp, evidence)))
    )
      rounds[path] = 'stuck';
    else rounds[path] = 'again';
  }
}

async function refused(
  deps: WorkflowDeps,
  run: RunState,
  open: OpenStep,
  evidence: RunEvidence,
  lacks: Lack[],
  note: string | undefined,
): Promise<Advance> {
  const entry = { v: 1, time: deps.now().toISOString() } as const;
  const state = run.head;
  // What was found counts whether or not the step is over by it.
  const isNew =
    note !== undefined && !run.notes.some((one) => one.state === state && one.text === note);
  const noted: RunEntry[] = isNew
    ? [{ ...entry, kind: 'noted', state, step: open.path, text: note }]
    : [];
  const asked: RunEntry = {
    ...entry,
    kind: 'asked',
    state: run.head,
    step: open.path,
    missing: lacks.map(({ key }) => askedKey(open.path, key)),
  };
  const entries = [...noted, asked];
  const next = copyRun(run);
  for (const one of entries) applyRunEntry(next, one);
  const count = lacks.length === 1 ? 'one thing is' : `${lacks.length} things are`;
  const kept = isNew ? ' The note is kept.' : '';
  const said = `"${open.step.title}" is not done: ${count} missing.${kept}`;
  return {
    entries,
    answer: await answerFor(deps, next, 'missing', said, { evidence, open, lacks }),
    run: next,
  };
}
