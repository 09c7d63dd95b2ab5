import type { Word } from '../shell/script.ts';
import { joinPath } from '../task/path.ts';
import { databaseHazard, isDatabaseProgram } from './database-hazard.ts';
import { deleteHazard, walkedHazard } from './delete-hazard.ts';
import { gitHazard } from './git-hazard.ts';
import type { Hazard } from './hazard.ts';
import { type LooseCommand, looseCommands } from './lexer.ts';
import { programName, unwrap } from './wrappers.ts';

const deepest = 5;
const mostCommands = 400;
const shells = /^(?:ba|z|da|k|a|fi)?sh$/;

/** A text without any of these destroys nothing that is known here; a cheap look before the others. */
const hint =
  /git|\brm\b|rimraf|del-cli|trash|-delete|drop|flush|reset|destroy|delete|wipe|clean|fresh|purge|truncate|downgrade|migrat|schema|bucket|accept-data/i;

/** False for a command line that surely is no hazard, so that nothing more need be looked at. */
export function mayDestroy(command: string): boolean {
  return hint.test(command);
}

/**
 * What a command line would destroy, each once. Chains, groups, substitutions, here-documents, `sudo`, `env`, `xargs`,
 * `sh -c` and their like are looked into; what is only said (in a message, a comment, a printed text) is none.
 */
export function hazardsIn(command: string): Hazard[] {
  const found: Hazard[] = [];
  const budget = { commands: mostCommands };
  collect(command, undefined, 0, found, budget);
  return found;
}

function collect(
  script: string,
  folder: string | undefined,
  depth: number,
  found: Hazard[],
  budget: { commands: number },
): void {
  if (depth > deepest || !mayDestroy(script)) return;
  const { commands, nested } = looseCommands(script);
  for (const one of nested) collect(one, folder, depth + 1, found, budget);
  let here = folder;
  commands.forEach((command, index) => {
    budget.commands -= 1;
    if (budget.commands < 0) return;
    const before = command.piped ? commands[index - 1] : undefined;
    here = look(command, before, here, depth, found, budget);
  });
}

/** Looks at one command; answers with the folder that the next one runs in. */
function look(
  command: LooseCommand,
  before: LooseCommand | undefined,
  folder: string | undefined,
  depth: number,
  found: Hazard[],
  budget: { commands: number },
): string | undefined {
  const run = unwrap(command.words, isKnown);
  if (run === undefined) return folder;
  const { program, args, listed } = run;
  const input = `${command.input ?? ''}\n${before === undefined ? '' : printed(before)}`;
  const script = shellScript(
    program,
    args.map(({ text }) => text),
    input,
  );
  if (script !== undefined) collect(script, folder, depth + 1, found, budget);
  if (program === 'cd' || program === 'pushd') {
    const to = args.find(({ text }) => !text.startsWith('-'));
    if (to === undefined || to.expands) return folder;
    return folder === undefined ? to.text : joinPath(folder, to.text);
  }
  const inner = program === 'find' ? executed(args) : [];
  if (inner.length > 0)
    look({ words: inner, piped: false }, undefined, folder, depth, found, budget);
  const hazard =
    program === 'git'
      ? gitHazard(args, folder)
      : (deleteHazard(program, args, folder, listed) ??
        (listed && program === 'rm' ? walked(before, folder) : undefined) ??
        databaseHazard(program, args, input));
  if (hazard) found.push(hazard);
  return folder;
}

/** What is deleted of the files that the command before names. */
function walked(before: LooseCommand | undefined, folder: string | undefined): Hazard | undefined {
  const run = before && unwrap(before.words, isKnown);
  return run && walkedHazard(run.program, run.args, folder);
}

function isKnown(program: string): boolean {
  return (
    /^(?:git|rm|find|rimraf|del-cli)$/.test(program) ||
    shells.test(program) ||
    isDatabaseProgram(program)
  );
}

/** The script that a shell is given: behind `-c`, to `eval`, on its input, or to `git submodule foreach`. */
function shellScript(program: string, args: readonly string[], input: string): string | undefined {
  if (program === 'eval') return args.join(' ');
  if (program === 'git') {
    const inner = args.indexOf('foreach');
    if (args[inner - 1] !== 'submodule') return undefined;
    const rest = args.slice(inner + 1);
    return rest.slice(rest.findIndex((text) => !text.startsWith('-'))).join(' ');
  }
  if (program !== 'su' && !shells.test(program)) return undefined;
  const at = args.findIndex((text) => /^-[A-Za-z]*c[A-Za-z]*$/.test(text));
  if (at >= 0) return args[at + 1];
  return args.every((text) => text.startsWith('-')) ? input : undefined;
}

/** The command that `find` runs, up to the sign that ends it. */
function executed(args: readonly Word[]): Word[] {
  const at = args.findIndex(({ text }) => /^-(?:exec|execdir|ok|okdir)$/.test(text));
  const rest = at < 0 ? [] : args.slice(at + 1);
  const end = rest.findIndex(({ text }) => text === ';' || text === '+');
  const words = end < 0 ? rest : rest.slice(0, end);
  // What it deletes is where it looks, and judged by that.
  return programName(words[0]?.text ?? '') === 'rm' ? [] : words;
}

/** What a command prints whose words are its output. */
function printed({ words, input }: LooseCommand): string {
  const [program, ...args] = words;
  const name = programName(program?.text ?? '');
  if (name === 'cat' && args.length === 0) return input ?? '';
  return name === 'echo' || name === 'printf' ? args.map(({ text }) => text).join(' ') : '';
}
