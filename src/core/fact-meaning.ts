import type { FactKind } from './fact.ts';
import type { BriefPart, KindMeaning } from './fact-readers.ts';

/**
 * One row for each kind: a new kind does not compile until each question is answered. `snapshot`, as text and as JSON,
 * and `show` tell every kind.
 */
export const kindMeanings = {
  prohibition: {
    brief: 'first',
    steering: 'word for word',
    loss: { word: 'rule', at: 1 },
    audit: { title: 'prohibitions', at: 1 },
    held: 'rule',
    memory: ['state', 'task'],
    worklog: 'The user',
    verbatim: true,
  },
  constraint: {
    brief: 'first',
    steering: 'word for word',
    loss: { word: 'rule', at: 2 },
    audit: { title: 'constraints', at: 2 },
    held: 'rule',
    memory: ['state', 'task'],
    worklog: 'The user',
    verbatim: true,
  },
  correction: {
    brief: 'first',
    steering: 'word for word',
    loss: { word: 'rule', at: 3 },
    audit: { title: 'corrections', at: 3 },
    held: 'rule',
    memory: ['state', 'task', 'errors', 'learnings'],
    worklog: 'The user',
    verbatim: true,
  },
  'question.open': {
    brief: 'first',
    steering: 'word for word',
    loss: { word: 'question without answer', at: 4 },
    audit: { title: 'open questions', at: 4 },
    held: 'words',
    memory: ['state'],
    worklog: 'none',
    verbatim: false,
  },
  approval: {
    brief: 'approvals',
    steering: 'none',
    loss: 'none',
    audit: { title: 'approvals', at: 5 },
    held: 'words',
    memory: ['results'],
    worklog: 'Approved',
    verbatim: false,
  },
  // Told from the task's own document, never from a fact.
  task: {
    brief: 'none',
    steering: 'none',
    loss: 'none',
    audit: 'none',
    held: 'words',
    memory: [],
    worklog: 'none',
    verbatim: false,
  },
  request: {
    brief: 'said',
    steering: 'none',
    loss: { word: 'asked', at: 16 },
    audit: { title: 'requests', at: 6 },
    held: 'words',
    memory: ['state', 'task'],
    worklog: 'The user',
    verbatim: true,
  },
  // The state line tells it.
  mode: {
    brief: 'none',
    steering: 'none',
    loss: 'none',
    audit: 'none',
    held: 'words',
    memory: [],
    worklog: 'none',
    verbatim: false,
  },
  'file.created': {
    brief: 'changes',
    steering: 'word for word',
    loss: { word: 'created', at: 6 },
    audit: { title: 'files created', at: 9 },
    held: 'path',
    memory: ['files', 'documentation'],
    worklog: 'Created',
    verbatim: false,
  },
  'file.modified': {
    brief: 'changes',
    steering: 'word for word',
    loss: { word: 'modified', at: 5 },
    audit: { title: 'files modified', at: 10 },
    held: 'path',
    memory: ['files', 'documentation'],
    worklog: 'Changed',
    verbatim: false,
  },
  'file.deleted': {
    brief: 'changes',
    steering: 'none',
    loss: { word: 'deleted', at: 7 },
    audit: { title: 'files deleted', at: 11 },
    held: 'path',
    memory: ['files'],
    worklog: 'Deleted',
    verbatim: false,
  },
  'test.failing': {
    brief: 'failing',
    steering: 'word for word',
    loss: { word: 'failing', at: 8 },
    audit: { title: 'failing tests', at: 12 },
    held: 'test',
    memory: ['state', 'errors'],
    worklog: 'none',
    verbatim: false,
  },
  'error.open': {
    brief: 'failing',
    steering: 'none',
    loss: { word: 'error', at: 9 },
    audit: { title: 'open errors', at: 13 },
    held: 'failure',
    memory: ['errors'],
    worklog: 'none',
    verbatim: false,
  },
  todo: {
    brief: 'todos',
    steering: 'none',
    loss: { word: 'todo', at: 10 },
    audit: { title: 'open todos', at: 8 },
    held: 'words',
    memory: ['state'],
    worklog: 'none',
    verbatim: false,
  },
  'in-flight': {
    brief: 'running',
    steering: 'none',
    loss: { word: 'still running', at: 11 },
    audit: { title: 'running work', at: 15 },
    held: 'words',
    memory: ['state'],
    worklog: 'none',
    verbatim: false,
  },
  'attempt.failed': {
    brief: 'attempts',
    steering: 'none',
    loss: { word: 'tried and failed', at: 12 },
    audit: { title: 'failed attempts', at: 14 },
    held: 'failure',
    memory: ['errors', 'learnings'],
    worklog: 'Failed',
    verbatim: false,
  },
  works: {
    brief: 'works',
    steering: 'none',
    loss: { word: 'what works', at: 22 },
    audit: { title: 'forms that work', at: 22 },
    held: 'command',
    memory: ['workflow'],
    worklog: 'none',
    verbatim: false,
  },
  command: {
    brief: 'commands',
    steering: 'none',
    loss: { word: 'command', at: 13 },
    audit: { title: 'commands', at: 16 },
    held: 'command',
    memory: ['workflow', 'results'],
    worklog: 'Ran',
    verbatim: false,
  },
  'command.family': {
    brief: 'also-run',
    steering: 'none',
    loss: { word: 'run', at: 14 },
    audit: 'none',
    held: 'command',
    memory: ['workflow'],
    worklog: 'none',
    verbatim: false,
  },
  decision: {
    brief: 'decisions',
    steering: 'none',
    loss: { word: 'decision', at: 15 },
    audit: { title: 'decisions', at: 7 },
    held: 'words',
    memory: ['results'],
    worklog: 'Decided',
    verbatim: false,
  },
  refusal: {
    brief: 'refusals',
    steering: 'none',
    loss: { word: 'refused by the user', at: 18 },
    audit: { title: 'refusals', at: 21 },
    held: 'words',
    memory: ['errors', 'learnings'],
    worklog: 'The user refused',
    verbatim: false,
  },
  exchange: {
    brief: 'exchanges',
    steering: 'none',
    loss: 'none',
    audit: { title: 'answers of the agent', at: 26 },
    held: 'answer',
    memory: ['results'],
    worklog: 'none',
    verbatim: false,
  },
  outside: {
    brief: 'outside',
    steering: 'none',
    loss: { word: 'made outside', at: 19 },
    audit: { title: 'things made outside', at: 23 },
    held: 'thing',
    memory: ['results'],
    worklog: 'Made',
    verbatim: false,
  },
  'not-done': {
    brief: 'not-done',
    steering: 'none',
    loss: { word: 'not done', at: 20 },
    audit: { title: 'things not done', at: 24 },
    held: 'words',
    memory: ['state'],
    worklog: 'none',
    verbatim: false,
  },
  deferred: {
    brief: 'deferred',
    steering: 'none',
    loss: { word: 'put off or offered', at: 21 },
    audit: { title: 'things put off', at: 25 },
    held: 'words',
    memory: ['state'],
    worklog: 'none',
    verbatim: false,
  },
  // What the turn was at: it is past with the next one.
  stands: {
    brief: 'stands',
    steering: 'none',
    loss: 'none',
    audit: 'none',
    held: 'words',
    memory: ['state'],
    worklog: 'none',
    verbatim: false,
  },
  'git.branch': {
    brief: 'first',
    steering: 'none',
    loss: 'none',
    audit: { title: 'branch', at: 18 },
    held: 'name',
    memory: ['documentation'],
    worklog: 'none',
    verbatim: false,
  },
  'git.commit': {
    brief: 'commits',
    steering: 'none',
    loss: { word: 'commit', at: 17 },
    audit: { title: 'commits', at: 17 },
    held: 'commit',
    memory: ['results'],
    worklog: 'Committed',
    verbatim: false,
  },
  skill: {
    brief: 'skills',
    steering: 'none',
    loss: 'none',
    audit: { title: 'skills', at: 19 },
    held: 'name',
    memory: ['workflow'],
    worklog: 'none',
    verbatim: false,
  },
  // Told from notes and documents.
  next: {
    brief: 'none',
    steering: 'none',
    loss: 'none',
    audit: 'none',
    held: 'words',
    memory: [],
    worklog: 'none',
    verbatim: false,
  },
  'file.read': {
    brief: 'read',
    steering: 'none',
    loss: 'none',
    audit: { title: 'files read', at: 20 },
    held: 'path',
    memory: ['files', 'documentation'],
    worklog: 'none',
    verbatim: false,
  },
} as const satisfies Readonly<Record<FactKind, KindMeaning>>;

type Table = typeof kindMeanings;
type Counted<Column extends 'audit' | 'loss'> = {
  [K in FactKind]: Table[K][Column] extends 'none' ? never : K;
}[FactKind];

export type AuditedKind = Counted<'audit'>;

export function meaningOf(kind: FactKind): KindMeaning {
  return kindMeanings[kind];
}

/** The kinds that a column ranks, in its order. */
export function ranked<Column extends 'audit' | 'loss'>(column: Column): Counted<Column>[] {
  const kinds = Object.keys(kindMeanings) as FactKind[];
  const placeOf = (kind: FactKind): number | undefined => {
    const cell = meaningOf(kind)[column];
    return cell === 'none' ? undefined : cell.at;
  };
  return kinds
    .filter((kind) => placeOf(kind) !== undefined)
    .sort((a, b) => placeOf(a)! - placeOf(b)!) as Counted<Column>[];
}

/** Kinds that the same part of a text tells, in the order of the table. */
export function kindsOf(part: BriefPart): FactKind[] {
  return (Object.keys(kindMeanings) as FactKind[]).filter((kind) => meaningOf(kind).brief === part);
}
