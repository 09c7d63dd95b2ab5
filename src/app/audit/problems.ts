import type { Problem, ProblemKind } from '../records/problem.ts';

/** How many of a kind are named; of more only the number is told. */
const named = 20;

export interface ProblemGroup {
  kind: ProblemKind;
  count: number;
  /** The first by path, at most 20. */
  first: Problem[];
}

/** Problems by kind, counted, without holding all of them. */
export class Problems {
  readonly #groups = new Map<ProblemKind, ProblemGroup>();

  add(problem: Problem): void {
    const group = this.#groups.get(problem.kind) ?? { kind: problem.kind, count: 0, first: [] };
    this.#groups.set(problem.kind, group);
    group.count += 1;
    group.first.push(problem);
    if (group.first.length > named * 4) group.first = firstOf(group.first);
  }

  groups(): ProblemGroup[] {
    return [...this.#groups.values()]
      .map((group) => ({ ...group, first: firstOf(group.first) }))
      .sort((a, b) => (a.kind < b.kind ? -1 : 1));
  }
}

function firstOf(problems: readonly Problem[]): Problem[] {
  return [...problems].sort(order).slice(0, named);
}

function order(a: Problem, b: Problem): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0);
}
