import type { Command } from 'commander';

/** Words that commands on workflows have in common. */
export const json = ['--json', 'print the result as JSON'] as const;
export const run = [
  '--run <id>',
  'the run (default: the one of this session, else the newest open one here)',
] as const;
export const session = [
  '--session <id>',
  'the session that works on it (default: this shell’s)',
] as const;

/** Which run and session a command is about. */
export interface Which {
  run?: string;
  session?: string;
}

export function workflowCommand(program: Command): Command {
  return program
    .command('workflow')
    .description('Work in steps that survive compaction, each gated by evidence')
    .helpCommand(false);
}
