import { InvalidArgumentError, Option } from 'commander';
import type { AddCommand } from './command.ts';
import { carryRun } from './fleet-carry.ts';
import { admitRole, initFleet, joinFleet, leaveFleet } from './fleet-join.ts';
import { serveFleet } from './fleet-serve.ts';
import { exportFleet, showFleet } from './fleet-status.ts';
import { claimForTicket, syncFleet } from './fleet-sync.ts';

const json = ['--json', 'print the result as JSON'] as const;
const file = ['--file <path>', 'a file of yours (mode 600) with the connection string'] as const;
const project = [
  '--project <name>',
  "the project's name in the fleet (default: of its remote)",
] as const;

export const addFleet: AddCommand = (program, bind) => {
  const fleet = program
    .command('fleet')
    .description('Share tickets with other machines through PostgreSQL')
    .helpCommand(false);
  const init = fleet
    .command('init')
    .description('Create or update the tables and add this project (for the owner of the database)')
    .option(...project)
    .option(...file)
    .option(...json);
  const admit = fleet
    .command('admit')
    .description('Let a database role take part in this project (for the owner of the database)')
    .argument('<role>', 'the database role that machines log in with')
    .addOption(
      new Option('--as <level>', 'what it may do')
        .choices(['reader', 'worker', 'lead', 'admin'])
        .default('worker'),
    )
    .option(...project)
    .option(...file)
    .option(...json);
  const join = fleet
    .command('join')
    .description("Share this project's tickets with the fleet")
    .option(...project)
    .option('--machine <name>', "this machine's name in the fleet (default: its host name)")
    .option(...file)
    .option(...json);
  const status = fleet
    .command('status')
    .description('Show machines, leases, reports, and what waits here')
    .option('--local', 'show what was seen at the last sync, without the network')
    .option(...json);
  const sync = fleet
    .command('sync')
    .description('Send and fetch what changed')
    .option(...json);
  const serve = fleet
    .command('serve')
    .description('Take tickets that fit this machine and bring results back as branches')
    .option('--labels <list>', 'what this machine offers, such as "linux,gpu"', labels)
    .option('--max <number>', 'maximum number of workers at once', count, 1)
    .option('--host <name>', 'the client for tickets that name none')
    .option('--model <name>', "the model, by the client's name for it")
    .option('--folder <path>', 'where to put work trees (default: next to the project)')
    .option('--once', 'take what fits now, wait for these workers, then exit')
    .option(...json);
  const claim = fleet
    .command('claim', { hidden: true })
    .description('Claim a ticket in the fleet (used by "holdfast ticket claim")')
    .argument('<path>', 'path of its file')
    .requiredOption('--owner <name>', 'the worker')
    .option('--term <milliseconds>', 'how long', count)
    .option(...json);
  const exported = fleet
    .command('export')
    .description('Print all shared tickets as JSON, with who reported which line');
  const carry = fleet
    .command('carry')
    .description('Continue a workflow run of another machine here, or list those that can be')
    .argument('[run]', 'its id')
    .option('--yes', 'do not ask')
    .option(...json);
  const leave = fleet
    .command('leave')
    .description('Stop sharing: all tickets stay here as files')
    .option(...json);
  bind(init, initFleet);
  bind(admit, admitRole);
  bind(join, joinFleet);
  bind(status, showFleet);
  bind(sync, syncFleet);
  bind(serve, serveFleet);
  bind(claim, claimForTicket);
  bind(carry, carryRun);
  bind(exported, exportFleet);
  bind(leave, leaveFleet);
};

function count(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 on.');
}

function labels(text: string): string[] {
  const found = text.split(/[\s,]+/).filter((each) => each !== '');
  if (found.length > 0 && found.every((each) => each.length <= 100)) return found;
  throw new InvalidArgumentError('It must be a list of words, such as "linux,gpu".');
}
