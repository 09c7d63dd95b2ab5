import { type OpenStep, valueIn } from '../../core/workflow/position.ts';
import type { RunNote, RunState } from '../../core/workflow/run-state.ts';
import { lineTo, withRepeated } from '../../core/workflow/run-state.ts';
import type { MissingEvidence, PastStep, StepView } from '../../core/workflow/step-view.ts';
import { fill } from '../../core/workflow/template.ts';
import { makeToken } from '../../core/workflow/token.ts';
import { titleOf } from './definition-of.ts';
import type { Lack } from './judge-step.ts';

/** Steps behind the run that a view tells of, the latest. */
const mostPast = 30;
const mostNotes = 10;
const mostTakenBack = 5;

/** What a session needs to know of an open step. */
export function viewOf(
  run: RunState,
  open: OpenStep,
  lacks: readonly Lack[],
  sign: (text: string) => string,
): StepView {
  const { path, step, scope } = open;
  const filled = <T>(value: T): T => fill(value, (name) => valueIn(scope, name));
  const asks = step.ask === undefined ? undefined : filled(step.ask);
  const view: StepView = {
    run: run.run,
    workflow: run.workflow,
    title: run.definitions[run.workflow]?.title ?? run.workflow,
    step: path,
    stepTitle: filled(step.title),
    prompt: promptOf(open, filled),
    token: makeToken(sign, run.run, run.head, path),
    missing: missingOfLacks(run, path, lacks),
    past: pastOf(run),
  };
  const notes = notesAt(run, run.head);
  if (notes.length > 0) view.notes = notes;
  const takenBack = notesTakenBack(run);
  if (takenBack.length > 0) view.takenBack = takenBack;
  if (step.allow) view.allow = step.allow;
  if (step.paths) view.allowPaths = filled(step.paths);
  if (asks !== undefined) view.asks = asks;
  return view;
}

export function missingOfLacks(
  run: RunState,
  path: string,
  lacks: readonly Lack[],
): MissingEvidence[] {
  return lacks.map(({ key, what, next, waits }) => ({
    what,
    next,
    asked: run.asked[askedKey(path, key)] ?? 0,
    ...(waits === undefined ? {} : { waits }),
  }));
}

/** By what it is counted how often something was asked for. */
export function askedKey(path: string, key: string): string {
  return `${path} ${key}`;
}

function promptOf({ step }: OpenStep, filled: <T>(value: T) => T): string {
  const handed = step.delegate && 'A worker does this step, and not you. Its order:';
  const parts = [
    ...(handed ? [handed] : []),
    step.prompt === undefined ? step.title : filled(step.prompt).trim(),
    ...(step.ask === undefined ? [] : [`Ask the user, and wait: ${filled(step.ask)}`]),
    ...(step.outputs === undefined
      ? []
      : [`Hand over with --output, as this schema asks: ${JSON.stringify(filled(step.outputs))}`]),
  ];
  return parts.join('\n');
}

/** The steps behind a run, with what was noted at each and since. */
export function pastOf(run: RunState): PastStep[] {
  const line = lineTo(run, run.head);
  const past: PastStep[] = [];
  for (const number of line) {
    const node = run.nodes[number];
    if (node?.step === undefined) continue;
    const all = [node.note, ...notesAt(run, node.parent)].filter((one) => one !== undefined);
    const notes = [...new Set(all)];
    past.push({
      step: node.step,
      title: titleOf(run, node.step),
      ...(notes.length > 0 && { note: notes.join(' / ') }),
      ...(node.evidence && node.evidence.length > 0 && { evidence: node.evidence.slice(0, 20) }),
    });
  }
  return past.slice(-mostPast);
}

function notesAt(run: RunState, state: number | undefined): string[] {
  // What was noted at a state holds for the one that repeats it.
  const states = state === undefined ? [] : withRepeated(run, [state]);
  return run.notes
    .filter((note) => states.includes(note.state))
    .slice(-mostNotes)
    .map(noteText);
}

function noteText({ name, text }: RunNote): string {
  return name === undefined ? text : `checkpoint "${name}": ${text}`;
}

/** What was noted in what the run was taken back from, the newest last; of a run that never was, nothing. */
function notesTakenBack(run: RunState): string[] {
  const line = lineTo(run, run.head);
  const latest = line.findLast((number) => run.nodes[number]?.again !== undefined);
  if (latest === undefined) return [];
  const counts = new Set(withRepeated(run, line));
  const isOff = (state: number): boolean => state < latest && !counts.has(state);
  const said = Object.entries(run.nodes)
    .map(([number, { note }]) => ({ state: Number(number), text: note ?? '' }))
    .filter(({ state, text }) => isOff(state) && text !== '');
  // A note is given at a state, and with a step that leads to the next one.
  const noted = run.notes
    .filter(({ state }) => isOff(state))
    .map((note) => ({ state: note.state + 0.5, text: noteText(note) }));
  const all = [...said, ...noted].sort((a, b) => a.state - b.state).map(({ text }) => text);
  return [...new Set(all)].slice(-mostTakenBack);
}
