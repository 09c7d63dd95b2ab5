/** The kinds of fact, in the order in which a brief needs them. */
export const factKinds = [
  'prohibition',
  'constraint',
  'correction',
  'question.open',
  'approval',
  'task',
  'request',
  'mode',
  'file.created',
  'file.modified',
  'file.deleted',
  'test.failing',
  'error.open',
  'todo',
  'in-flight',
  'attempt.failed',
  'works',
  'command',
  'command.family',
  'decision',
  'refusal',
  'exchange',
  'outside',
  'not-done',
  'deferred',
  'stands',
  'git.branch',
  'git.commit',
  'skill',
  'next',
  'file.read',
] as const;

export type FactKind = (typeof factKinds)[number];

/** Where a fact comes from. `record`: the host's own record; `git`; `note`: `holdfast note`; `task`: a task source. */
export interface Provenance {
  source: 'record' | 'git' | 'note' | 'task';
  /** Byte offset and line in the host's record. */
  offset?: number;
  line?: number;
  time?: string;
  /** Compactions before it: 0 for what was said before the first one. */
  segment: number;
}

/** One thing known about the work. A fact that is no longer true is not in a snapshot. */
export interface Fact {
  kind: FactKind;
  /** What is known, verbatim for what a person said. */
  value: string;
  /** More about it: the answer, the exit code, the failing line, the rejected option. */
  detail?: string;
  /** Of a rule that was lifted or narrowed: where what did so was said; its words are the detail. */
  later?: Provenance;
  /** A state within the kind, such as `in_progress`, `uncommitted`, `ok`, `failed`. */
  state?: string;
  /** Of a skill: the words that the user gave it last. */
  words?: string;
  /** Of an exchange: how many later ones name what it names. */
  refs?: number;
  /** Of a file: what was done to it last was done in a turn that was taken back, so that it may be undone since. */
  takenBack?: true;
  /** Of a rule that the user dropped: the kind that it had. */
  was?: FactKind;
  from: Provenance;
}
