/** A command that a plugin brings into its client: what it runs, and what it says of itself. */
export interface SessionCommand {
  name: string;
  description: string;
  /** What stands behind the program. */
  words: string;
  /** What the user may add; the words then end where that goes. */
  hint?: string;
  /** The same in words, for a client whose command is a skill that the agent reads. */
  typed?: string;
  /** What the agent shows of what it prints; absent: all of it. */
  shows?: string;
}

/** The commands that each client's plugin brings. The session is the one in whose shell they run. */
export const sessionCommands: readonly SessionCommand[] = [
  {
    name: 'brief',
    description: 'What Holdfast would tell after a compaction of this session',
    words: 'brief',
  },
  {
    name: 'rules',
    description: 'The rules you gave in this session, word for word',
    words: 'rules',
  },
  {
    name: 'recall',
    description: 'Search what was said and done in earlier sessions',
    words: 'recall',
    hint: '[words]',
    typed: 'what the user searches for',
  },
  {
    name: 'handoff',
    description: 'Continue this session in another client',
    words: 'handoff --print --to',
    hint: '[client]',
    typed: 'the client that the user names',
    // The text itself is for the other client, and long.
    shows:
      'show only its last line: the command by which the user continues this session there, in a terminal of their own',
  },
  { name: 'ticket', description: 'The tickets of this project', words: 'ticket list' },
];

/**
 * What the agent is asked to do for a command. `program`: starts Holdfast; `typed`: stands for what the user added, in the
 * client's own form; `otherwise`: starts it where that program is not there.
 */
export function commandPrompt(
  program: string,
  { words, hint, shows = 'show what it prints as it is, without adding to it' }: SessionCommand,
  typed: string,
  otherwise?: string,
): string {
  const rest = hint === undefined ? words : `${words} "${typed}"`;
  const other =
    otherwise === undefined ? '' : ` (or \`${otherwise} ${rest}\` if there is no such command)`;
  return `Run \`${program} ${rest}\`${other} and ${shows}.`;
}
