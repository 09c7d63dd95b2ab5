import { parseShell } from './parse.ts';

const always = (): boolean => true;
const without =
  (option: RegExp) =>
  (words: readonly string[]): boolean =>
    !words.some((each) => option.test(each));
const only =
  (...allowed: string[]) =>
  ([word = allowed[0] ?? '']: readonly string[]): boolean =>
    word.startsWith('-') || allowed.includes(word);

/**
 * Our own commands that pass a closed gate: those that only look, and those that change nothing but what we ourselves keep. The
 * tools over MCP of the same names pass by the same table. It stands in docs/receipt.md.
 */
const passing: Readonly<Record<string, (words: readonly string[]) => boolean>> = {
  status: always,
  show: always,
  brief: always,
  snapshot: always,
  recall: always,
  answer: always,
  note: always,
  resume: ([word]) => word === undefined,
  rules: without(/^--?(?:lift|keep|drop|restore|k|l)/),
  audit: without(/^--html/),
  config: always,
  hosts: always,
  doctor: without(/^--clear/),
  logs: always,
  memory: without(/^--write/),
  workers: without(/^--(?:allow|deny)/),
  // What a predicate's file asks for may run a command.
  evidence: (words) => ['list', 'check'].includes(words[0] ?? '') && without(/^--predicate/)(words),
  workflow: ([word = '']) => ['list', 'check', 'show', 'graph'].includes(word),
  ticket: ([word = '']) => ['list', 'show', 'check'].includes(word),
  task: ([word = '']) => word === 'show',
  role: only('show'),
  tracker: ([word = '']) => word === 'status',
  daemon: ([word = '']) => ['status', 'logs'].includes(word),
  plugin: ([word = '']) => word === 'path',
  trust: ([word]) => word === '--list',
  '--version': always,
  '--help': always,
  help: always,
};

/** True for words of ours, a command's or a tool's, that pass while an obligation is open. */
export function passesGate([word = '', ...rest]: readonly string[]): boolean {
  if (rest.includes('--help')) return true;
  return Object.hasOwn(passing, word) && passing[word]!(rest);
}

/**
 * The words of one of our own tools over MCP (`ticket`, `show`), by the name that a host gives it; undefined for any other tool.
 * What stands before the tool is the server's whole name, which must be ours: `mcp__holdfast__ticket_show`,
 * `mcp__plugin_holdfast_holdfast__…`, `mcp_holdfast_…`, `holdfast_…`, `holdfast-…`. Another server with such a tool is none.
 */
export function ownToolWords(name: string): string[] | undefined {
  if (!name.includes('holdfast')) return undefined;
  return ownTool.exec(name)?.[1]?.split('_');
}

const ownTool =
  /^(?:mcp__(?:plugin_holdfast_)?holdfast__|mcp_holdfast_|holdfast(?:__|[-./_]))(?:holdfast_)?([a-z]+(?:_[a-z]+)?)$/;

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
  const words = holdfastWords(command) ?? [];
  return passesGate(words) ? words[0] : undefined;
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
