import type { FoldState } from './fold.ts';
import { instructionsOf } from './instructions.ts';
import { openQuestion, waitingQuestion } from './questions.ts';
import { referencesOf } from './references.ts';
import type { SnapshotSummary } from './snapshot.ts';
import { entriesOf, rowsOf } from './table.ts';
import { todoItems } from './todos.ts';
import { isMidTurn } from './turn.ts';

/** What a snapshot tells beside its facts. */
export function summaryOf(state: FoldState): SnapshotSummary {
  const { families } = state;
  const midTurn = isMidTurn(families.turn);
  const summary: SnapshotSummary = {
    boundaries: rowsOf(state.boundaries),
    calls: state.calls,
    edits: families.files.edits,
    editedFolders: entriesOf(families.files.folders).map(([folder, { edits }]) => ({
      folder,
      edits,
    })),
    planMode: families.mode.plan !== undefined,
    midTurn,
    todos: todoItems(families.todos),
    answers: rowsOf(families.decisions.answers).map(({ question, answer, rejected }) => ({
      question,
      answer,
      rejected,
    })),
    acceptedPlans: rowsOf(families.decisions.plans).map(({ path, text, from }) => ({
      ...(path === undefined ? {} : { path }),
      text,
      ...(from.time === undefined ? {} : { time: from.time }),
      offset: from.offset ?? 0,
    })),
    taskReferences: referencesOf(families.references),
    answeredAfterBoundary: families.turn.answered,
  };
  const sent = instructionsOf(families.instructions);
  if (sent.length > 0) summary.instructions = sent;
  if (families.turn.last === 'nothing') summary.noTurn = true;
  if (families.turn.last === 'interrupted') summary.stopped = true;
  if (state.contextSize !== undefined) summary.contextTokens = state.contextSize;
  if (state.model !== undefined) summary.model = state.model;
  if (state.cwd !== undefined) summary.cwd = state.cwd;
  if (families.git.branch !== undefined) summary.branch = families.git.branch.name;
  const open = openQuestion(families.questions);
  if (open !== undefined) summary.openQuestion = open.text;
  const waiting = waitingQuestion(families.questions);
  if (waiting !== undefined) summary.waitingQuestion = waiting.text;
  const { closed, ...tracked } = families.tracked;
  if (closed) summary.tracked = tracked;
  if (families.assignment.text !== undefined) summary.assigned = families.assignment.text;
  if (families.userMessages.last !== undefined) summary.lastUserText = families.userMessages.last;
  return summary;
}
