import type { Predicate } from '../ledger/predicate.ts';
import type { Condition } from './condition.ts';
import type { AllowedKind } from './step-view.ts';

/** A value that a run is started with. */
export interface Parameter {
  name: string;
  description?: string;
  default?: string | string[];
  required?: boolean;
  choices?: string[];
}

/** Evidence that a step needs. Texts of the predicate may hold `{{…}}`. */
export interface Requirement {
  predicate: Predicate;
  /** `step`: entries since the step began; `run`: all of the run's sessions; else since the step of that id began. */
  since: string;
}

/** What a round is judged by. */
export type RoundTest = { condition: Condition } | { evidence: Requirement };

/** Again until it holds, or until so many rounds were gone. */
export interface Repeat {
  until: RoundTest;
  most: number;
  /** Nothing is to be gained by further rounds where this holds. */
  giveUp?: RoundTest;
  /** The run goes on also where it never held; `STEP.stuck` says so to later steps. Else it stops there. */
  goesOn?: boolean;
}

/** The step is handed to a worker. */
export interface Delegation {
  role?: string;
  host?: string;
  model?: string;
  permission?: 'ask' | 'edit';
}

/** One step. Of `steps`, `parallel` and `subworkflow` it has one at most; such a step is over when they are. */
export interface Step {
  id: string;
  title: string;
  prompt?: string;
  allow?: AllowedKind[];
  /** Globs of the files that it allows to change. */
  paths?: string[];
  requires?: Requirement[];
  /** What the outputs must be like, in some words of JSON Schema. */
  outputs?: unknown;
  when?: Condition;
  repeat?: Repeat;
  steps?: Step[];
  parallel?: Step[];
  subworkflow?: { id: string; parameters: Record<string, string | string[]> };
  delegate?: Delegation;
  ask?: string;
}

export interface Workflow {
  id: string;
  title: string;
  description?: string;
  parameters: Parameter[];
  steps: Step[];
}

/** Where a definition comes from. `project`: a file in the project, which a person trusts. */
export type WorkflowSource = 'shipped' | 'own' | 'project';

/** What is wrong with a definition, and where. */
export interface DefinitionFault {
  /** Line of the file, from 1. */
  line: number;
  /** One clause. */
  what: string;
}

/** All steps, outer ones before those inside, in the order of the file. */
export function* everyStep(steps: readonly Step[]): Generator<Step> {
  for (const step of steps) {
    yield step;
    yield* everyStep(step.steps ?? step.parallel ?? []);
  }
}
