import type { Matcher } from './matcher.ts';

export type FactKind =
  | 'file.modified'
  | 'file.created'
  | 'file.deleted'
  | 'file.uncommitted'
  | 'file.read_only'
  | 'file.tracked'
  | 'commit'
  | 'git.branch'
  | 'cmd.family'
  | 'cmd.exit'
  | 'test.failing_now'
  | 'plan.path'
  | 'todo.open'
  | 'user.prompt'
  | 'user.constraint'
  | 'user.prohibition'
  | 'user.correction'
  | 'decision'
  | 'decision.rejected';

/** The classes of the first published figures, whose micro and macro means the headline is. */
export const publishedKinds: readonly FactKind[] = [
  'file.modified',
  'file.uncommitted',
  'file.read_only',
  'commit',
  'cmd.family',
  'test.failing_now',
  'plan.path',
  'todo.open',
  'user.prompt',
];

/** Kinds whose truth a person labelled by reading. */
export const labelledKinds: readonly FactKind[] = [
  'user.constraint',
  'user.prohibition',
  'user.correction',
  'decision',
  'decision.rejected',
];

export type FactSource = 'tool-result' | 'host-record' | 'prompt' | 'hand';

export interface Fact {
  /** Stable within its session: kind, then what it is about. */
  id: string;
  kind: FactKind;
  /** What it is about, for a person: a path, a command, the first words of a prompt. */
  value: string;
  match: Matcher;
  /** `stale`: it was true once in the segment and is not at the boundary. */
  state: 'true_at_boundary' | 'stale';
  source: FactSource;
  /** Line of the record, from 0, where it was last seen. */
  line: number;
  /** Number of the segment in which it first stood, from 1. */
  segment: number;
}
