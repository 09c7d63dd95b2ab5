import { sentMessages } from '../../app/worker/inbox.ts';
import { findWorker, workerFolder } from '../../app/worker/records.ts';
import { Fault } from '../../core/errors.ts';
import { userTime } from '../../core/time-text.ts';
import { clip } from '../../core/trust/clip.ts';
import { untrusted } from '../../core/trust/untrusted.ts';
import { isOver } from '../../core/worker/launch.ts';
import { postMessage } from '../../journal/mail.ts';
import { newUuid } from '../../platform/random.ts';
import { readInput } from '../../platform/read-input.ts';
import { handSecret } from '../../platform/secret-socket.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { namedElsewhere, sendElsewhere } from './fleet-send.ts';
import {
  handlerOf,
  refuseInsideWorker,
  type WorkerContext,
  workerContext,
} from './worker-context.ts';

interface SendOptions {
  list?: boolean;
  secret?: string;
}

const longestMessage = 20_000;

export const addSend: AddCommand = (program, bind) => {
  const command = program
    .command('send')
    .description('Send a worker a message, delivered once at its next safe point')
    .argument('<worker>', 'worker id or its beginning, or its ticket')
    .argument('[text]', 'the message; "-" reads standard input')
    .option(
      '--secret <name>',
      "replace a secret in the client's environment by its variable's name; read from standard input",
    )
    .option('--list', 'show the messages sent to it, and whether they were delivered')
    .option('--json', 'print the result as JSON');
  bind<SendOptions>(command, send);
};

async function send(
  context: CliContext,
  options: SendOptions,
  [named = '', given]: string[],
): Promise<Outcome> {
  const workers = workerContext(context);
  refuseInsideWorker(context, workers, 'send to workers');
  const elsewhere = isHere(workers, named) ? undefined : namedElsewhere(context, named);
  if (elsewhere !== undefined && !options.list && options.secret === undefined) {
    const text = await messageOf(workers, elsewhere.worker, given);
    const { id, sender } = newMessage(context);
    return sendElsewhere(context, elsewhere, { id, sender, text });
  }
  const found = findWorker(workers, named);
  const { worker, ticketId } = found.launch;
  if (options.list) return listSent(context, worker, sentMessages(workers.disk, worker));
  if (options.secret !== undefined) {
    if (given !== undefined) {
      throw new Fault(
        'usage',
        'A secret is read from standard input, never from the command line.',
        {
          hint: `holdfast send ${worker} --secret ${options.secret} < FILE`,
        },
      );
    }
    return sendSecret(workers.disk.place(workerFolder(worker)), worker, options.secret);
  }
  if (isOver(found.state.status) && found.state.status === 'completed') {
    throw new Fault('refused', `${worker} is completed and no longer reads messages.`, {
      hint: `Reopen its ticket: holdfast ticket reopen ${ticketId}`,
    });
  }
  const text = await messageOf(workers, worker, given);
  const { id, sender, at } = newMessage(context);
  if (!postMessage(context.paths.home, worker, id, { from: sender, text, at })) {
    throw new Fault('unwritable', `The message could not be written below ${context.paths.home}.`, {
      hint: 'Check whether the disk is full or read-only, then run this again.',
    });
  }
  const when = found.alive
    ? 'It gets the message at its next safe point.'
    : `It is ${found.state.status}; it gets the message when it is resumed (holdfast resume ${worker}).`;
  return { text: `Sent to ${worker}. ${when}`, data: { worker, message: id } };
}

/** True where a worker here is meant, or several could be. */
function isHere(workers: WorkerContext, named: string): boolean {
  try {
    findWorker(workers, named);
    return true;
  } catch (error) {
    return !(error instanceof Fault && error.code === 'not-found');
  }
}

/** What is sent, without secrets. Throws a Fault where it is empty or too long. */
async function messageOf(
  workers: WorkerContext,
  worker: string,
  given: string | undefined,
): Promise<string> {
  const text = workers.redact((given === '-' ? await readInput() : (given ?? '')).trim());
  if (text !== '' && text.length <= longestMessage) return text;
  throw new Fault('usage', `A message must have 1 to ${longestMessage} characters.`, {
    hint: `holdfast send ${worker} "what it should know"`,
  });
}

function newMessage(context: CliContext): { id: string; sender: string; at: string } {
  const at = context.install.clock.now().toISOString();
  const id = `${at.replace(/\D/g, '')}-${newUuid().slice(0, 8)}`;
  return { id, sender: handlerOf(context) ? 'your handler' : 'the user', at };
}

function listSent(
  { width }: CliContext,
  worker: string,
  messages: ReturnType<typeof sentMessages>,
): Outcome {
  const rows = messages.map(({ state, message: { at, from, text } }) => {
    const lead = `${userTime(at, 'second')}  ${state.padEnd(10)}  `;
    return lead + clip(untrusted(`${from}: ${text}`, 400), Math.max(20, width - lead.length));
  });
  return {
    text: rows.length === 0 ? `${worker} was sent nothing.` : rows.join('\n'),
    verbatim: true,
    data: {
      worker,
      messages: messages.map(({ id, state, message }) => ({ id, state, ...message })),
    },
  };
}

async function sendSecret(folder: string, worker: string, name: string): Promise<Outcome> {
  const value = (await readInput()).replace(/\r?\n$/, '');
  if (value === '') throw new Fault('usage', 'Standard input contains no secret.');
  const refused = await handSecret(folder, { name, value });
  if (refused !== undefined) {
    throw new Fault('refused', `${worker} did not take ${name}. ${refused}`, {
      hint: 'Stop it, set the variable, and resume it: holdfast resume.',
    });
  }
  return { text: `${worker} has the new ${name}.`, data: { worker, secret: name } };
}
