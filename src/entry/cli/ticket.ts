import { InvalidArgumentError, Option } from 'commander';
import { ticketStatuses } from '../../core/ticket/ticket.ts';
import type { AddCommand } from './command.ts';
import { checkTicketFiles } from './ticket-check.ts';
import { claimCommand } from './ticket-claim.ts';
import { editCommand } from './ticket-edit.ts';
import { exportTickets } from './ticket-export.ts';
import { listTickets } from './ticket-list.ts';
import {
  blockCommand,
  doneCommand,
  failCommand,
  progressCommand,
  reopenCommand,
  reviewCommand,
} from './ticket-move.ts';
import { makeTicket } from './ticket-new.ts';
import { showTicket } from './ticket-show.ts';

const several = (value: string, before: string[] = []): string[] => [...before, value];
const json = ['--json', 'print the result as JSON'] as const;
const ownerOption = ['--owner <name>', 'the worker to act as (default: this shell’s)'] as const;
const id = ['<id>', 'id of the ticket, or path of its file'] as const;

export const addTicket: AddCommand = (program, bind) => {
  const ticket = program
    .command('ticket')
    .description('Work that outlives its agent: Markdown files in .holdfast/tickets/')
    .helpCommand(false);
  const create = ticket
    .command('new')
    .description('Create a ticket')
    .argument('<title>', 'what to do, in a few words')
    .option('--id <id>', 'the id (default: from the title)')
    .option('--contract <text>', 'what must be done, in full; "-" reads standard input')
    .option('--objective <text>', 'the objective, in one sentence')
    .option('--scope <glob>', 'files in scope; repeatable', several)
    .option('--success <text>', 'a success criterion; repeatable', several)
    .option('--load <file>', 'a file to read first; repeatable', several)
    .option('--question <text>', 'a question the worker must answer; repeatable', several)
    .option('--depends-on <id>', 'a ticket that must be done first; repeatable', several)
    .option('--host <name>', 'the client to use')
    .option('--role <role>', "the worker's role")
    .option('--branch <name>', 'the branch for its own work tree')
    .addOption(
      new Option('--permissions <which>', 'what its worker may do').choices([
        'ask',
        'edit',
        'full',
      ]),
    )
    .option('--next <text>', 'what to do first')
    .option('--tracker <id>', 'the id in the tracker')
    .option(...json);
  const list = ticket
    .command('list')
    .description('Show the board: all tickets by status')
    .addOption(new Option('--status <status>', 'only these').choices([...ticketStatuses]))
    .option('--watch', 'update the board live, until Ctrl-C')
    .option(...json);
  const show = ticket
    .command('show')
    .description('Show a ticket and who is working on it')
    .argument(...id)
    .option(...json);
  const edit = ticket
    .command('edit')
    .description("Change a ticket's keys, or open it in $EDITOR")
    .argument(...id)
    .option('--set <key=value>', 'set a key; repeatable', several)
    .option('--add <key=value>', 'add to a list; repeatable', several)
    .option(...json);
  const check = ticket
    .command('check')
    .description('Check tickets, reporting file and line; exits with 1 on problems')
    .argument('[id...]', 'ids or paths (default: all)')
    .option(...json);
  const claim = ticket
    .command('claim')
    .description('Claim a ticket for a worker; exits with 1 if another has it')
    .argument(...id)
    .option('--owner <name>', "the worker (default: this shell's)")
    .option('--pid <number>', 'the worker’s process id: the lease ends with it', wholeNumber)
    .option('--term <minutes>', 'how long the lease lasts unless renewed (default: 15)', minutes)
    .option('--take-over', "take over the same owner's claim from another place")
    .option(...json);
  const progress = ticket
    .command('progress')
    .description('Add a progress line and renew the lease')
    .argument(...id)
    .argument('<text>', 'what was done')
    .option(...ownerOption)
    .option(...json);
  const block = move('block', 'Mark it as blocked, with the reason', '<reason>');
  const review = move('review', 'Mark it as ready for review', '[note]');
  const done = ticket
    .command('done')
    .description('Mark it as done, with its result')
    .argument(...id)
    .option('--result <text>', 'the result; "-" reads standard input')
    .option(...ownerOption)
    .option(...json);
  const fail = move('fail', 'Mark it as failed, with the reason', '<reason>');
  const reopen = move('reopen', 'Return it to the queue', '[reason]');
  const exported = ticket
    .command('export')
    .description('Print tickets in full')
    .argument('[id...]', 'ids or paths (default: all)')
    .addOption(
      new Option('--format <format>', 'how').choices(['json', 'markdown']).default('json'),
    );

  bind(create, makeTicket);
  bind(list, listTickets);
  bind(show, showTicket);
  bind(edit, editCommand);
  bind(check, checkTicketFiles);
  bind(claim, claimCommand);
  bind(progress, progressCommand);
  bind(block, blockCommand);
  bind(review, reviewCommand);
  bind(done, doneCommand);
  bind(fail, failCommand);
  bind(reopen, reopenCommand);
  bind(exported, exportTickets);

  function move(name: string, description: string, argument: string) {
    return ticket
      .command(name)
      .description(description)
      .argument(...id)
      .argument(argument, 'why, in one line')
      .option(...ownerOption)
      .option(...json);
  }
};

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function minutes(text: string): number {
  const found = /^(\d{1,6}(?:\.\d+)?)m?$/.exec(text);
  if (!found || Number(found[1]) <= 0)
    throw new InvalidArgumentError('It must be a number of minutes.');
  return Number(found[1]) * 60_000;
}
