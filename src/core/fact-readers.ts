/** How it is told whether a text holds a fact: see `core/audit/kept.ts` and `core/brief/holds.ts`. */
export type HeldBy =
  | 'path'
  | 'command'
  | 'failure'
  | 'commit'
  | 'name'
  | 'test'
  | 'rule'
  | 'words'
  | 'answer'
  | 'thing';

/** The parts of a brief behind its first one, each a section or two of `core/brief/body.ts`. */
export type BriefPart =
  | 'changes'
  | 'failing'
  | 'todos'
  | 'attempts'
  | 'running'
  | 'works'
  | 'commands'
  | 'also-run'
  | 'decisions'
  | 'refusals'
  | 'exchanges'
  | 'outside'
  | 'not-done'
  | 'deferred'
  | 'stands'
  | 'approvals'
  | 'said'
  | 'commits'
  | 'skills'
  | 'read';

/** The sections of a session's memory that tell of facts. */
export type MemoryPart =
  | 'state'
  | 'task'
  | 'files'
  | 'workflow'
  | 'errors'
  | 'documentation'
  | 'learnings'
  | 'results';

/** What a kind of fact means to each of those that tell or count facts. `none`: it is left out, on purpose. */
export interface KindMeaning {
  /** Where a brief tells it; `first`: in the first part, which always arrives. */
  brief: BriefPart | 'first' | 'none';
  /** The steering asks the summariser to keep it word for word. */
  steering: 'word for word' | 'none';
  /** What the loss report calls it, and its place among the kinds there. */
  loss: { word: string; at: number } | 'none';
  /** What the audit calls a number of them, and the row of the kind there. */
  audit: { title: string; at: number } | 'none';
  held: HeldBy;
  /** Sections of the memory that tell it, and the word for it in the log of what happened. */
  memory: readonly MemoryPart[];
  worklog: string | 'none';
  /** The value is a person's own words, which are told as they stand. */
  verbatim: boolean;
}
