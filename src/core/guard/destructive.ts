import { shells } from '../shell/program-name.ts';
import type { Run } from '../shell/run.ts';
import { type RunPorts, runsIn } from '../shell/runs.ts';
import type { Word } from '../shell/script.ts';
import { databaseHazard, isDatabaseProgram } from './database-hazard.ts';
import { deleteHazard, walkedHazard } from './delete-hazard.ts';
import { gitHazard } from './git-hazard.ts';
import type { Hazard } from './hazard.ts';
import { isStoreProgram, storeHazard } from './store-hazard.ts';

/**
 * What a command line would destroy, each once. Chains, groups, substitutions, here-documents, `sudo`, `env`, `xargs`,
 * `sh -c` and their like are looked into, and scripts of the project; what is only said (in a message, a comment, a printed text)
 * is none.
 */
export function hazardsIn(command: string, ports: Pick<RunPorts, 'read'> = {}): Hazard[] {
  return hazardsOf(runsIn(command, { ...ports, knows: isKnown }));
}

/** The same of runs that were taken apart. */
export function hazardsOf(runs: readonly Run[]): Hazard[] {
  return runs.flatMap((run) => hazardOf(run) ?? []);
}

/** The hazard of one run. */
export function hazardOf(run: Run): Hazard | undefined {
  const { program, args, folder, listed, input = '' } = run;
  if (run.passes) return undefined;
  if (program === 'git') {
    // What a list names may be anything.
    const hazard = gitHazard(listed ? [...args, anything] : args, folder);
    // What is tracked on another machine cannot be looked at here.
    return run.elsewhere && (hazard?.tracked || hazard?.file) ? undefined : hazard;
  }
  const deletes = run.elsewhere
    ? undefined
    : (deleteHazard(program, args, folder, listed && run.before?.program !== 'find') ??
      (listed && program === 'rm' ? walked(run.before) : undefined));
  return deletes ?? databaseHazard(program, args, input) ?? storeHazard(run);
}

const anything: Word = { text: '*', expands: true, globs: true, quoted: false };

/** What is deleted of the files that the run before names. */
function walked(before: Run | undefined): Hazard | undefined {
  if (before?.program === 'xargs') return walked(before.before);
  return before && walkedHazard(before.program, before.args, before.folder);
}

/** Names of programs that are looked for behind one which starts them in a way of its own. */
export function isKnown(program: string): boolean {
  return (
    /^(?:git|rm|find|rimraf|del-cli|npm|make)$/.test(program) ||
    shells.test(program) ||
    isDatabaseProgram(program) ||
    isStoreProgram(program)
  );
}
