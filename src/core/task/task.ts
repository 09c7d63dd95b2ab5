/** Where a task was read from. */
export type TaskSource = 'plan' | 'manifest' | 'ticket' | 'loop' | 'document';

export type Confidence = 'high' | 'medium' | 'low' | 'unknown';

/** A file that must be read again after a compaction. The path is absolute. */
export interface RequiredFile {
  path: string;
  /** What it is for the reader: `plan`, `manifest`, `ticket`, `loop document`, `listed in the manifest`. */
  role: string;
}

/** What a task document says, as far as its form has a place for it. */
export interface TaskDocument {
  source: TaskSource;
  title?: string;
  status?: string;
  objective?: string;
  phase?: string;
  section?: string;
  /** The step that is being worked on. */
  step?: string;
  nextAction?: string;
  progress?: string;
  /** Of step, section and phase those that are written as numbers. */
  numbers?: Partial<Record<'step' | 'section' | 'phase', number>>;
  projectId?: string;
  /** Its id in a tracker. */
  tracker?: string;
  scope: string[];
  success: string[];
  /** Open checkbox items outside code fences, in order. */
  openSteps: string[];
  /** The list items of a document without checkboxes; only what they name is looked at. */
  items?: string[];
  /** What a section of files to load lists; only what it names is looked at. */
  listedFiles?: string[];
  doneSteps: number;
  /** Lines that forbid or oblige, verbatim. */
  rules: string[];
  /** Questions the agent must be able to answer before it goes on. */
  validation: string[];
  /** True when each of them must be answered with `holdfast answer` before anything is changed. */
  validationRequired?: boolean;
  /** As the document writes them, in order. */
  filesToLoad: string[];
  /** Why the document cannot be used, as one plain sentence. */
  problem?: string;
}

/** The task of a session: a document, how it was found, and what must be read for it. */
export interface ActiveTask {
  path: string;
  document: TaskDocument;
  confidence: Confidence;
  /** `explicit`, `plan-accepted`, `tool-calls`, `last-known`, `convention`. */
  method: string;
  /** One line: why this one. */
  reason: string;
  /** Approval by a person: what and when. Absent: not approved. */
  approval?: { what: string; time?: string };
  /** The calls that speak for it, on one line a person can read; only where `method` is `tool-calls`. */
  evidence?: string;
  /** The whole text of an accepted plan that has no file; `path` is then empty. */
  text?: string;
  required: RequiredFile[];
  /** Listed files that do not exist, as written. */
  missing: string[];
}
