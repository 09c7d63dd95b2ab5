import type { Fact } from '../fact.ts';
import { clip } from '../trust/clip.ts';
import { untrustedPath } from '../trust/untrusted.ts';
import { holdsFact } from './holds.ts';

/** What is known when a compaction comes near. */
export interface NearCompaction {
  /** How full the context is, in percent. */
  full: number;
  /** Rules of the user that hold. */
  rules: number;
  /** Files with changes that no commit has and no plan names, as they are shown. */
  files: readonly string[];
  /** Where progress is written down: the ticket of a worker by its id, else the plan by its path. */
  ticket?: string;
  plan?: string;
}

/** What the user is told, once in each context window: one line. */
export function renderNear({ full, rules, files }: NearCompaction): string {
  const unsaved =
    files.length === 0
      ? ''
      : `, ${counted(files.length, 'file')} unsaved and in no plan (${shortList(files, 2)})`;
  return `Holdfast: a compaction is near, the context is ${Math.round(full)} % full. Known: ${counted(rules, 'rule')}${unsaved}.`;
}

/** What the agent is asked to do then. */
export function renderNearOrder(near: NearCompaction, program: string): string {
  const { full, files, ticket, plan } = near;
  const where =
    ticket !== undefined
      ? `into the ticket: \`${program} ticket progress ${ticket} "…"\``
      : plan !== undefined
        ? `into ${untrustedPath(plan)}`
        : `with \`${program} note "…"\``;
  const unnamed =
    files.length === 0
      ? ''
      : ` Changed, not committed and named in no plan: ${shortList(files, 5)}.`;
  return clip(
    `Holdfast: the context is ${Math.round(full)} % full and will soon be compacted. Write your progress ${where}, before you go on: what is done, what is next, what was decided and why.${unnamed}`,
    1_200,
  );
}

/** What is known when the brief of a compaction goes out. */
export interface GivenBack {
  number: number;
  /** Rules of the user, and how many of them the brief holds. */
  rules: readonly Fact[];
  /** All facts that are kept, whether the brief has room for them or not. */
  facts: number;
  brief: string;
  /** The plan or ticket, where there is one. */
  task?: string;
  /** Files that must be read again. */
  files: number;
}

/** What the user is told of a compaction: what was kept and what the agent got back, in one line. */
export function renderGivenBack(given: GivenBack): string {
  const { number, rules, facts, brief, task, files } = given;
  const held = rules.filter((rule) => holdsFact(brief, rule)).length;
  const back = [
    held === rules.length ? counted(held, 'rule') : `${held} of ${counted(rules.length, 'rule')}`,
    ...(task === undefined ? [] : [untrustedPath(task)]),
    ...(files === 0 ? [] : [`${counted(files, 'file')} to read again`]),
  ];
  return clip(
    `Holdfast: compaction ${number}. ${counted(facts, 'fact')} kept; given back to the agent: ${back.join(', ')}.`,
    300,
  );
}

function shortList(files: readonly string[], most: number): string {
  const more = files.length > most ? ` and ${files.length - most} more` : '';
  return `${files.slice(0, most).map(untrustedPath).join(', ')}${more}`;
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}
