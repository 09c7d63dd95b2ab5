import { nameFits } from '../ledger/glob.ts';
import type { Run } from '../shell/run.ts';
import { textsOf } from '../shell/run.ts';
import type { Hazard } from './hazard.ts';

const longest = 2_000;

/** What a run is by the patterns that a person set, each as `ID: PATTERN`, where `*` stands for any letters. */
export function ownHazard(run: Run, patterns: readonly string[]): Hazard | undefined {
  if (patterns.length === 0 || run.program === '') return undefined;
  const line = [run.program, ...textsOf(run)].join(' ').slice(0, longest);
  for (const one of patterns) {
    const [, id, pattern] = /^([a-z0-9-]+): (.+)$/s.exec(one) ?? [];
    if (id === undefined || pattern === undefined) continue;
    if (nameFits(pattern.slice(0, 300), line))
      return { kind: 'own', what: `do what your setting "${id}" names` };
  }
  return undefined;
}
