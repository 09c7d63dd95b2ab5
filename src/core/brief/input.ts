import type { Note } from '../recovery/session-state.ts';
import type { SessionRole } from '../role/role.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { ActiveTask } from '../task/task.ts';
import type { StepView } from '../workflow/step-view.ts';
import type { MissingInstructions } from './instructions.ts';
import type { TurnState } from './next-line.ts';

/** A file that must be read, with its present content where there is one. */
export interface BriefFile {
  path: string;
  role: string;
  text?: string;
}

/** What the person's work tree looked like when it was last asked. */
export interface BriefPlace {
  cwd?: string;
  branch?: string;
  /** True when `cwd` lies in a linked work tree. */
  linked?: boolean;
  /** Where the project's folder was when the record named its files, and where it is now. */
  moved?: { from: string; to: string };
  head?: string;
  /** Paths with uncommitted changes, with git's status letters; undefined when git was not asked or did not answer. */
  changed?: { path: string; status: string }[];
  unpushed?: number;
}

/** Everything a brief is made from. The same input gives the same bytes. */
export interface BriefInput {
  /** The recovery's id; the delivery mark is made from it. Absent: a brief that is only shown. */
  recovery?: string;
  /** Number of the compaction in its session, from 1; 0 when none happened. */
  number: number;
  trigger: 'auto' | 'manual' | 'unknown';
  snapshot: Snapshot;
  /** What the host put in the place of the conversation, where it is known by now. */
  summary?: string;
  /** Where the conversation stands; absent: by the snapshot alone. */
  turn?: TurnState;
  /** What the session is for; absent where nothing tells. */
  role?: SessionRole;
  /** The pending step of the workflow that the session works on. */
  step?: StepView;
  /** The session's task in a tracker, and how the agent writes to it. */
  tracked?: { id: string; role?: string; howTo: string };
  /** The role that the first message gave the agent, where no task and no `role` tells it. */
  statedRole?: string;
  /** The workers that the session started. */
  workers?: readonly { worker: string; ticket: string; host: string; status: string }[];
  /** The task that a subagent was given by the agent above it. */
  assigned?: string;
  task?: ActiveTask;
  /** A candidate that is too unsure to act on. */
  shownTask?: ActiveTask;
  /** What could not be used, one plain sentence each. */
  taskNotes: readonly string[];
  files: readonly BriefFile[];
  missing: readonly string[];
  notes: readonly Note[];
  /** Files that turns changed which were taken back, as they are now. */
  looked?: readonly { path: string; there: boolean; modifiedMs?: number }[];
  /** Instruction and memory files that the model may not have as they are. */
  instructions?: readonly MissingInstructions[];
  place: BriefPlace;
  /** Characters at most, in UTF-16 units. */
  budget: number;
  /** Characters that surely arrive; everything mandatory goes into them. */
  head: number;
  /** Files may be delivered by the brief itself. */
  mayInline: boolean;
  /** Changing calls are denied until the files were read. */
  gated: boolean;
  /** Where rules go that do not fit. */
  rulesPath?: string;
  pointers: readonly string[];
  /** Set where the text goes to a session of another client: whose work that one continues. */
  handoff?: { title: string; session: string };
}

export interface Brief {
  text: string;
  /** Paths whose whole content stands in the text. */
  inlined: string[];
  /** Rules that are not in the first part word for word: the content of the rules file; empty when none. */
  rulesFile: string;
  /** True when every rule of the rules file stands in the text all the same. */
  rulesShown: boolean;
}
