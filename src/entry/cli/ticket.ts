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
const ownerOption = [
  '--owner <name>',
  'the worker in whose name (default: the one of this shell)',
] as const;
const id = ['<id>', 'id of the ticket, or path of its file'] as const;

export const addTicket: AddCommand = (program, bind) => {
  const ticket = program
    .command('ticket')
    .description('Work that survives its agent: one Markdown file each, in .holdfast/tickets/')
    .helpCommand(false);
  const create = ticket
    .command('new')
    .description('Make a ticket')
    .argument('<title>', 'what is to be done, in a few words')
    .option('--id <id>', 'its id (default: made of the title)')
    .option('--contract <text>', 'what must be done, in full; "-" reads standard input')
    .option('--objective <text>', 'what it is for, in one sentence')
    .option('--scope <glob>', 'files that it is about; once for each', several)
    .option('--success <text>', 'what must be so at the end; once for each', several)
    .option('--load <file>', 'a file that must be read first; once for each', several)
    .option('--question <text>', 'what a worker must be able to answer; once for each', several)
    .option('--depends-on <id>', 'a ticket that must be done before; once for each', several)
    .option('--host <name>', 'the client that works on it')
    .option('--role <role>', 'the role of its worker')
    .option('--branch <name>', 'the branch for a work tree of its own')
    .addOption(
      new Option('--permissions <which>', 'what its worker may do').choices([
        'ask',
        'edit',
        'full',
      ]),
    )
    .option('--next <text>', 'what to do first')
    .option('--tracker <id>', 'its id in a tracker')
    .option(...json);
  const list = ticket
    .command('list')
    .description('Show the board: all tickets by where they stand')
    .addOption(new Option('--status <status>', 'only these').choices([...ticketStatuses]))
    .option('--watch', 'show it anew whenever it changes, until Ctrl-C')
    .option(...json);
  const show = ticket
    .command('show')
    .description('Show a ticket, and who works on it')
    .argument(...id)
    .option(...json);
  const edit = ticket
    .command('edit')
    .description('Change keys of a ticket, or open it in $EDITOR')
    .argument(...id)
    .option('--set <key=value>', 'set a key; once for each', several)
    .option('--add <key=value>', 'add to a list; once for each', several)
    .option(...json);
  const check = ticket
    .command('check')
    .description('Say what is wrong with tickets, with file and line; the exit code is 1 then')
    .argument('[id...]', 'ids or paths (default: all)')
    .option(...json);
  const claim = ticket
    .command('claim')
    .description(
      'Take a ticket for a worker; of several at once exactly one wins, the others exit with 1',
    )
    .argument(...id)
    .option('--owner <name>', 'the worker (default: the one of this shell)')
    .option('--pid <number>', 'the worker’s process: the lease ends with it', wholeNumber)
    .option(
      '--term <minutes>',
      'else how long the lease lasts unless renewed (default: 15)',
      minutes,
    )
    .option('--take-over', 'take it from another place where the same owner claimed it')
    .option(...json);
  const progress = ticket
    .command('progress')
    .description('Add a line to its progress, and renew the lease')
    .argument(...id)
    .argument('<text>', 'what was done')
    .option(...ownerOption)
    .option(...json);
  const block = move('block', 'Say that it cannot go on, and why', '<reason>');
  const review = move('review', 'Say that it is ready to be looked at', '[note]');
  const done = ticket
    .command('done')
    .description('Say that it is done; it needs a result')
    .argument(...id)
    .option('--result <text>', 'what came of it; "-" reads standard input')
    .option(...ownerOption)
    .option(...json);
  const fail = move('fail', 'Say that it failed, and why', '<reason>');
  const reopen = move('reopen', 'Put it back to queued', '[reason]');
  const exported = ticket
    .command('export')
    .description('Print tickets whole, for another program or person')
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
