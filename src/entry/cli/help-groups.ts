import type { Command } from 'commander';

/** The commands that most people need, in the order of the help; all others stand in the last group. */
const groups: readonly [title: string, names: readonly string[]][] = [
  ['Start here:', ['init', 'doctor', 'audit', 'recall', 'status', 'show', 'uninstall']],
  ['Work:', ['task', 'note', 'ticket', 'run', 'workers', 'top']],
];
const rest = 'More:';

/** Puts the commands of the help into groups. */
export function groupCommands(program: Command): void {
  const placed = new Map(groups.flatMap(([title, names]) => names.map((name) => [name, title])));
  const order = [...placed.keys()];
  const rank = (command: Command): number => {
    const at = order.indexOf(command.name());
    return at < 0 ? order.length : at;
  };
  for (const command of program.commands) command.helpGroup(placed.get(command.name()) ?? rest);
  // The help names the groups in the order of their first commands.
  (program.commands as Command[]).sort((a, b) => rank(a) - rank(b));
}
