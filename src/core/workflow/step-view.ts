import type { ToolKind } from '../tool.ts';

/** A kind of tool, or `reading`: whatever changes nothing, of any kind. */
export type AllowedKind = ToolKind | 'reading';

/** One piece of evidence that a step still lacks. */
export interface MissingEvidence {
  /** What is missing, one plain sentence. */
  what: string;
  /** The exact way to get it. */
  next: string;
  /** How often it was asked for. */
  asked: number;
  /** A worker is at it: nothing that is done here brings it. */
  waits?: true;
}

/** A step that is behind the run, with what was noted of it. */
export interface PastStep {
  /** Path of the step in the run, such as `implement` or `review[2]/fix`. */
  step: string;
  title: string;
  note?: string;
  /** Ids of the ledger's entries that it rested on. */
  evidence?: string[];
}

/** What a session needs to know of the run that it works on: the pending step, and nothing of what comes later. */
export interface StepView {
  run: string;
  /** Id and title of the workflow. */
  workflow: string;
  title: string;
  step: string;
  stepTitle: string;
  /** What is to be done, as the workflow says it; from a file that a person trusts. */
  prompt: string;
  /** What the step allows; absent: all. */
  allow?: AllowedKind[];
  /** Globs, relative to the project, of the files that edits and writes may name; absent: all. */
  allowPaths?: string[];
  /** By which the run goes on: `holdfast workflow next --token …`. Begins with `stepTokenStart`, else it is taken for a secret. */
  token: string;
  /** The question that the user must be asked. */
  asks?: string;
  missing: MissingEvidence[];
  past: PastStep[];
  /** What was noted at the pending step itself; absent where nothing was. */
  notes?: string[];
  /** What was noted in steps that the run was taken back from; absent where nothing was. */
  takenBack?: string[];
}

/** What is written to the journal of a session about its run. */
export type WorkflowEntry =
  /** The session works on this step from now on. */
  | { kind: 'workflow'; view: StepView }
  /** The session works on the run no longer. `elsewhere`: another session took it up. */
  | { kind: 'workflow.left'; run: string; why: 'done' | 'stuck' | 'abandoned' | 'elsewhere' }
  /** A change was held back by the step, or its turn continued; `missing` is a fingerprint of what lacked then. */
  | { kind: 'workflow.held'; run: string; step: string; by: 'tool' | 'turn'; missing?: string };

/** What the journal says of a session's run. */
export interface WorkflowState {
  workflow?: StepView;
  /** Turns of the pending step that were continued in a row without progress. */
  heldTurns?: { count: number; missing: string };
  /** Calls that the pending step held back. */
  heldCalls?: number;
}

/** Applies an entry, in place. */
export function applyWorkflow(state: WorkflowState, entry: WorkflowEntry): void {
  switch (entry.kind) {
    case 'workflow':
      if (state.workflow?.run !== entry.view.run || state.workflow.step !== entry.view.step)
        forgetHeld(state);
      state.workflow = entry.view;
      return;
    case 'workflow.left':
      if (state.workflow?.run !== entry.run) return;
      delete state.workflow;
      forgetHeld(state);
      return;
    case 'workflow.held': {
      if (entry.by === 'tool') {
        state.heldCalls = (state.heldCalls ?? 0) + 1;
        return;
      }
      const { missing = '' } = entry;
      const isSame = state.heldTurns?.missing === missing;
      state.heldTurns = { count: isSame ? (state.heldTurns?.count ?? 0) + 1 : 1, missing };
      return;
    }
    default:
      entry satisfies never;
  }
}

function forgetHeld(state: WorkflowState): void {
  delete state.heldTurns;
  delete state.heldCalls;
}
