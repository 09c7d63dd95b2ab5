import { Command, CommanderError } from 'commander';
import { Fault } from '../../core/errors.ts';
import { nearestWord } from '../../core/text/nearest.ts';
import { plainJson } from '../../core/trust/terminal-text.ts';
import { setAlarm } from '../../platform/alarm.ts';
import { showPaged } from '../../platform/pager.ts';
import { exitWith, print, printError } from '../../platform/process.ts';
import { refusalOf } from '../../platform/system-fault.ts';
import { errorColumns, outputColumns } from '../../platform/terminal.ts';
import type { AddCommand, Bind, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { groupCommands } from './help-groups.ts';
import { formatItem } from './help-layout.ts';
import { wrap } from './wrap.ts';

/** Commands that run until they are told to end, and hooks, whose launcher has an alarm of its own. */
const lasting = new Set(['daemon', 'fleet', 'mcp', 'supervise', 'hook']);
/** Commands that mostly read what clients and repositories wrote. */
const onRecords = new Set([
  'audit',
  'brief',
  'evidence',
  'memory',
  'recall',
  'rules',
  'show',
  'snapshot',
  'status',
]);

/** Builds the program from its commands and runs it: the one place that prints and sets the exit code. */
export async function runCli(
  argv: string[],
  commands: readonly AddCommand[],
  version: string,
  makeContext: (command: string) => CliContext,
): Promise<void> {
  const program = new Command('holdfast')
    .description(
      "Keeps a coding agent's work intact through context compaction, restart and handoff",
    )
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .commandsGroup('More:')
    .helpCommand('help [command]', 'print the help of a command')
    .showHelpAfterError('Run "holdfast COMMAND --help" to see how it is used.')
    .configureHelp({ formatItem })
    .configureOutput({
      writeOut: (text) => print(wrap(text, outputColumns() ?? 80)),
      writeErr: (text) => printError(wrap(text, errorColumns())),
    })
    .exitOverride();
  const bind: Bind = (command, action) => {
    command.exitOverride().helpOption('-h, --help', 'print this help');
    command.copyInheritedSettings(program);
    command.action(async () => {
      const options = command.opts<{ json?: boolean } & Record<string, unknown>>();
      const outcome = await action(makeContext(command.name()), options as never, command.args);
      report(outcome, options.json === true);
    });
  };
  for (const add of commands) add(program, bind);
  groupCommands(program);
  const [command = ''] = argv;
  if (!lasting.has(command)) {
    setAlarm(command, onRecords.has(command), process.env.HOLDFAST_TIME_LIMIT);
  }
  try {
    await program.parseAsync(asked(argv, program), { from: 'user' });
  } catch (error) {
    exitWith(explain(error));
  }
}

/**
 * Help of a command that there is none of is the same mistake as the command itself; `version` asks what `--version` does, and no
 * word at all what was found here.
 */
function asked(argv: string[], program: Command): string[] {
  const [word, named] = argv;
  if (word === undefined && program.commands.some((one) => one.name() === 'overview'))
    return ['overview'];
  if (word === 'version' && named === undefined) return ['--version'];
  if (word !== undefined) mustBeCommand(word, program);
  // The library knows the help of commands, and not of what they are made of.
  if (word === 'help' && argv.length > 2) return [...argv.slice(1), '--help'];
  if (word === 'help' && named !== undefined) mustBeCommand(named, program);
  const isUnknown = named !== undefined && !program.commands.some((one) => one.name() === named);
  return word === 'help' && isUnknown ? argv.slice(1) : argv;
}

/** Throws a Fault that names the nearest command for a first word that is none. */
function mustBeCommand(word: string, program: Command): void {
  const all = program.commands.map((one) => one.name());
  if (word.startsWith('-') || word === 'help' || all.includes(word)) return;
  const known = all.filter((name) => name !== 'overview');
  const nearest = nearestWord(word, [...known, 'version', 'help']);
  throw new Fault('usage', `There is no command "${word}".`, {
    hint: `Did you mean "holdfast ${nearest}"? All commands: holdfast --help`,
  });
}

function report(outcome: Outcome, json: boolean): void {
  try {
    tell(outcome, json);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    throw new Fault(
      'unwritable',
      `The command finished, but its output could not be written. ${refusal.message}`,
      {
        hint: 'Check what it did ("holdfast status", "holdfast ticket show ID") before you run it again.',
        cause: error,
      },
    );
  }
  if (outcome.failed) exitWith(1);
}

function tell(outcome: Outcome, json: boolean): void {
  if (outcome.warning) complain(outcome.warning);
  const told = outcome.verbatim ? outcome.text : wrap(outcome.text, outputColumns());
  const text = json ? plainJson(JSON.stringify(outcome.data ?? null, null, 2)) : told;
  if (!json && outcome.paged && showPaged(`${text}\n`, process.env)) return;
  if (text !== '') print(`${text}\n`);
}

function complain(text: string): void {
  printError(`${wrap(text, errorColumns())}\n`);
}

/** Says what went wrong and answers with the exit code: 1 failed, 2 used wrongly. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const fault = error instanceof Fault ? error : refusalOf(error);
  if (fault !== undefined) {
    complain(fault.message);
    if (fault.hint !== undefined) complain(fault.hint);
    return fault.code === 'usage' ? 2 : 1;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  printError(`Internal error. Please report this:\n${text}\n`);
  return 1;
}
