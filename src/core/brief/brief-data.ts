import { isStanding } from '../snapshot/rule-choices.ts';
import { projectIdOf } from '../task/precompact-text.ts';
import type { ActiveTask } from '../task/task.ts';
import type { BriefInput } from './input.ts';

/** How a project with a resume manifest is gone on with, in the words of those who load such manifests. */
export interface ResumeMode {
  active: boolean;
  project_id: string | null;
  confidence: string;
  resume_file: string | null;
  files_to_load: string[];
  next_action: string | null;
  current_task: string | number | null;
  current_section: string | number | null;
  error?: string;
}

/** A brief for programs. */
export interface BriefData {
  task: {
    path: string;
    source: string;
    title?: string;
    objective?: string;
    phase?: string | number;
    approved: boolean;
  } | null;
  step: string | number | null;
  nextAction: string | null;
  confidence: string;
  /** By what the task was found, and why it. */
  from: { method: string; reason: string } | null;
  rules: { text: string; kind: string; at?: { line?: number; time?: string } }[];
  files: { path: string; role: string }[];
  missing: string[];
  /** What must be answered, and what is open with the user: where each comes from. */
  questions: { text: string; source: string }[];
  notes: string[];
  resume_mode: ResumeMode;
}

/** The parts of a brief as data. */
export function briefData(input: BriefInput): BriefData {
  const { task, shownTask, snapshot } = input;
  const document = task?.document;
  const asked = document?.validation ?? [];
  return {
    task:
      task === undefined
        ? null
        : {
            path: task.path,
            source: task.document.source,
            title: document?.title,
            objective: document?.objective,
            phase: document?.numbers?.phase ?? document?.phase,
            approved: task.approval !== undefined,
          },
    step: document?.numbers?.step ?? document?.step ?? null,
    nextAction: document?.nextAction ?? null,
    confidence: (task ?? shownTask)?.confidence ?? 'unknown',
    from: task === undefined ? null : { method: task.method, reason: task.reason },
    rules: [
      ...snapshot.facts.filter(isStanding).map(({ value, kind, from }) => ({
        text: value,
        kind,
        at: { line: from.line, time: from.time },
      })),
      ...(document?.rules ?? []).map((text) => ({ text, kind: 'task' })),
    ],
    files: input.files.map(({ path, role }) => ({ path, role })),
    missing: [...input.missing],
    questions: [
      ...asked.map((text) => ({ text, source: task?.path ?? '' })),
      ...snapshot.facts
        .filter(({ kind }) => kind === 'question.open')
        .map(({ value, from }) => ({
          text: value,
          source: from.line === undefined ? 'record' : `record line ${from.line}`,
        })),
    ],
    notes: [...input.taskNotes],
    resume_mode: resumeMode(input, task ?? shownTask),
  };
}

function resumeMode(input: BriefInput, task: ActiveTask | undefined): ResumeMode {
  const manifest = task?.document.source === 'manifest' ? task : undefined;
  const document = manifest?.document;
  const acts = manifest !== undefined && manifest === input.task;
  const error = document?.problem ?? (acts ? undefined : input.taskNotes[0]);
  return {
    active: acts && document?.problem === undefined,
    project_id: (manifest && projectIdOf(manifest)) ?? null,
    confidence: manifest?.confidence ?? 'unknown',
    resume_file: manifest?.path ?? null,
    files_to_load: input.files
      .filter(({ path }) => path !== manifest?.path)
      .map(({ path }) => path),
    next_action: document?.nextAction ?? null,
    current_task: document?.numbers?.step ?? document?.step ?? null,
    current_section: document?.numbers?.section ?? document?.section ?? null,
    ...(error === undefined ? {} : { error }),
  };
}
