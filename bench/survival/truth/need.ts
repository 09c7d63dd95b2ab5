import type { Done } from './calls.ts';
import { familiesOf } from './command-family.ts';
import type { Fact } from './fact.ts';
import { commandOf, pathOf, shortPath, toolRole } from './known-tools.ts';
import type { Case } from './truth.ts';

/** What the calls behind a boundary used: files by their path, commands by their family. */
export interface Used {
  paths: ReadonlySet<string>;
  families: ReadonlySet<string>;
}

/** Calls behind a boundary that count as the next ones. */
export const nextCalls = 20;

export function usedBy(cwd: string, done: readonly Done[]): Used {
  const paths = new Set<string>();
  const families = new Set<string>();
  for (const { call } of done) {
    const path = pathOf(call.input);
    const role = toolRole(call.tool);
    if (path && role !== undefined && role !== 'shell') paths.add(shortPath(cwd, path));
    if (role !== 'shell') continue;
    const command = commandOf(call.input) ?? '';
    for (const family of familiesOf(command)) families.add(family);
    for (const word of command.split(/[\s'"=:;|&()<>]+/)) {
      if (/[./]/.test(word)) paths.add(shortPath(cwd, word));
    }
  }
  return { paths, families };
}

export function usedNext(one: Case): Used {
  return usedBy(one.session.cwd, one.after.done.slice(0, nextCalls));
}

export function usedLater(one: Case): Used {
  return usedBy(one.session.cwd, one.after.done);
}

/** Facts that calls can use: known files and commands; each path once. */
export function usableFacts(facts: readonly Fact[]): Fact[] {
  return facts.filter((fact) => /^(file\.modified|file\.read_only|cmd\.family)$/.test(fact.kind));
}

export function isUsed(fact: Fact, used: Used): boolean {
  return fact.kind === 'cmd.family' ? used.families.has(fact.value) : used.paths.has(fact.value);
}

/** Known files of the segment that the next calls read or changed: the hindsight class of the first figures. */
export function hindsightFacts(one: Case): Fact[] {
  const used = usedNext(one);
  return one.facts.filter(
    (fact) => /^file\.(modified|read_only)$/.test(fact.kind) && used.paths.has(fact.value),
  );
}
