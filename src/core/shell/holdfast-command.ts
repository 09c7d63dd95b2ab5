import { parseShell } from './parse.ts';

const allowed = ['status', 'show', 'brief', 'snapshot', 'recall', 'answer'];
/** Words of `workflow` that only show. */
const showsRun = ['list', 'check', 'show', 'graph'];

/** Of these only some uses change nothing but what we ourselves keep. */
const partly = new Map<string, (words: readonly string[]) => boolean>([
  // What a predicate's file asks for may run a command.
  [
    'evidence',
    ([word = '', ...rest]) =>
      ['list', 'check'].includes(word) && !rest.some((each) => each.startsWith('--predicate')),
  ],
  ['memory', (words) => !words.some((each) => each.startsWith('--write'))],
  ['workflow', ([word = '']) => showsRun.includes(word)],
]);

/** Words that pass in every step of a workflow beside those above: all that its work is told by. */
const passInStep = ['note', 'evidence', 'ticket'];
/** Words of `workflow` that do not lead out of the step but through `next`. */
const ofStep = ['next', 'checkpoint', 'rewind'];

/**
 * The words of a command of ours, when the whole command is that: not chained, redirected, or with expansions;
 * undefined for everything else.
 */
function holdfastWords(command: string): string[] | undefined {
  const script = parseShell(command);
  if ('unclear' in script || script.commands.length !== 1) return undefined;
  const [only] = script.commands;
  if (!only || only.assignments.length > 0 || only.redirects.length > 0) return undefined;
  const [program, ...words] = only.words;
  if (program?.text !== 'holdfast' || only.words.some((each) => each.expands || each.globs))
    return undefined;
  return words.map(({ text }) => text);
}

/** The word of ours that a shell command runs (`status`, `show`, …), when the whole command is that and may run while gated. */
export function holdfastCommand(command: string): string | undefined {
  const [word = '', ...rest] = holdfastWords(command) ?? [];
  return allowed.includes(word) || partly.get(word)?.(rest) === true ? word : undefined;
}

/** True for one of our own commands that passes while an obligation is open. */
export function isAllowedHoldfastCommand(command: string): boolean {
  return holdfastCommand(command) !== undefined;
}

/**
 * True for one of our own commands that passes in every step of a workflow. To begin another run, to take one up or
 * to give this one up is none: each would be a way around the step.
 */
export function isStepCommand(command: string): boolean {
  const [word = '', second = ''] = holdfastWords(command) ?? [];
  const passes = passInStep.includes(word) || (word === 'workflow' && ofStep.includes(second));
  return passes || isAllowedHoldfastCommand(command);
}
