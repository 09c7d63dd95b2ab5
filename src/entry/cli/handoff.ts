import { join, resolve } from 'node:path';
import { makeHandoff } from '../../app/handoff/make.ts';
import { Fault } from '../../core/errors.ts';
import { closingMark, openingMark } from '../../core/handoff/mark.ts';
import { hostById } from '../../hosts/registry.ts';
import type { WorkerHost } from '../../hosts/worker-host.ts';
import { workerHostNamed, workerHosts } from '../../hosts/worker-registry.ts';
import { openHandoffs } from '../../journal/handoffs.ts';
import { editInEditor } from '../../platform/edit-in-editor.ts';
import { randomBytes } from '../../platform/random.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { exportBundle } from './handoff-export.ts';
import { importBundle } from './handoff-import.ts';
import { type Handed, startAtTerminal } from './handoff-start.ts';
import { startAsWorker } from './handoff-worker.ts';
import { refuseInsideSession } from './inside-session.ts';
import { openStore, type Reading, type RecordChoice, readingOf, sessionIndex } from './sessions.ts';

export interface HandoffOptions extends RecordChoice {
  to?: string;
  model?: string;
  edit?: boolean;
  print?: boolean;
  worker?: boolean;
  export?: string;
  patch?: boolean;
  yes?: boolean;
  tickets?: boolean;
}

export const addHandoff: AddCommand = (program, bind) => {
  const command = program
    .command('handoff')
    .description('Continue a session in another client')
    .argument(
      '[session]',
      'session id or its beginning (default: this shell’s, else the newest here), or the file of a bundle',
    )
    .option(
      '--to <client>',
      `the client: ${workerHosts.map(({ program: name }) => name).join(', ')}`,
    )
    .option('--model <name>', "the model, by the client's name for it")
    .option('--edit', 'edit the text in $EDITOR first')
    .option('--print', 'print the text instead of starting the client')
    .option('--worker', 'let it work unattended, as a worker on the ticket')
    .option('--export <file>', 'write the work into a file, for another machine')
    .option('--patch', 'with --export: the uncommitted changes too')
    .option(
      '--yes',
      'with a bundle: write its ticket and changes, and start a worker on it, without asking',
    )
    .option('--tickets', 'with a bundle: also accept other tickets in its changes')
    .option('--transcript <file>', 'read a transcript file instead of a session')
    .option('--host <name>', 'the client that wrote the transcript')
    .option('--json', 'print the result as JSON');
  bind<HandoffOptions>(command, handoff);
};

async function handoff(
  context: CliContext,
  options: HandoffOptions,
  [named]: string[],
): Promise<Outcome> {
  const id = `h${randomBytes(8)}`;
  if (options.patch && options.export === undefined) {
    throw new Fault('usage', '--patch needs --export.', { hint: 'Give --export FILE too.' });
  }
  if (named !== undefined && isFile(context, named))
    return continueBundle(context, options, named, id);
  // A bundle is for no client yet: any of them can be named where it is continued.
  const target = targetOf(options.to ?? (options.export && workerHosts[0]?.id));
  const reading = readingOf(context, named, options);
  const to = hostById(target.id)!;
  const made = await makeHandoff(reading.deps, reading.event, { id, to, stored: reading.stored });
  if (options.export !== undefined) {
    const wish = { file: options.export, patch: options.patch === true };
    return exportBundle(context, reading, made, wish);
  }
  const handed: Handed = {
    target,
    record: made.record,
    text: options.edit ? edited(context, id, made.text) : made.text,
    folder: reading.event.cwd ?? context.cwd,
    about: made.task?.document.title ?? `the ${reading.deps.host.title} session`,
    ...(made.task?.document.source === 'ticket' && { ticket: made.task.path }),
    ...(options.model !== undefined && { model: options.model }),
  };
  if (options.print) return printed(context, reading, handed, options);
  if (options.worker)
    return startAsWorker(context, handed, () => keep(context, reading, handed), reading.gone);
  return startAtTerminal(context, handed, () => keep(context, reading, handed), reading.gone);
}

function isFile(context: CliContext, named: string): boolean {
  return context.install.disk.stat(resolve(context.cwd, named))?.kind === 'file';
}

/** Continues the work of a bundle here. What it brings is written once the user says yes. */
async function continueBundle(
  context: CliContext,
  options: HandoffOptions,
  file: string,
  id: string,
): Promise<Outcome> {
  if (options.export !== undefined || options.transcript !== undefined) {
    throw new Fault('usage', 'A bundle is continued as it is.', {
      hint: `Run: holdfast handoff ${file} --to CLIENT`,
    });
  }
  const imported = importBundle(context, file, id, targetOf(options.to), options.tickets === true);
  const { model } = options;
  const handed = { ...imported.handed, ...(model !== undefined && { model }) };
  if (options.edit) handed.text = edited(context, id, handed.text);
  const keep = (): void => {
    imported.write();
    openHandoffs(context.paths.home).write(
      { ...handed.record, length: handed.text.length },
      handed.text,
    );
  };
  const asWorker = options.worker === true && options.print !== true;
  const worker = `let a worker of ${handed.target.program} act by its text${imported.onTicket}, unattended`;
  if (asWorker && options.yes !== true && context.interactive) context.say(handed.text);
  await mayGoOn(context, [...imported.will, ...(asWorker ? [worker] : [])], options.yes === true);
  if (asWorker) return startAsWorker(context, handed, keep, imported.warning);
  if (!options.print) return startAtTerminal(context, handed, keep, imported.warning);
  keep();
  const next = `This text is the first prompt of a new ${handed.target.program} session, which then continues the work.`;
  return {
    text: handed.text,
    verbatim: true,
    warning: imported.warning === undefined ? next : `${imported.warning}\n${next}`,
    data: { id, to: handed.target.id, characters: handed.text.length, text: handed.text },
  };
}

/** Asks before a bundle writes into the project, or a worker acts by it. Throws a Fault where the user says no, or cannot be asked. */
async function mayGoOn(context: CliContext, will: readonly string[], yes: boolean): Promise<void> {
  if (will.length === 0) return;
  refuseInsideSession(context, 'Writing what a bundle brings');
  if (yes) return;
  const what = will.join(', and ');
  if (
    context.interactive &&
    (await context.ask(`The bundle needs permission to ${what}. Allow it?`))
  )
    return;
  throw new Fault('refused', `The bundle needs permission to ${what}.`, {
    hint: 'Check the bundle, then run this at a terminal, or give --yes.',
  });
}

/** The client that is named, by its program or by its id. */
export function targetOf(name: string | undefined): WorkerHost {
  const target = name === undefined ? undefined : workerHostNamed(name);
  if (target !== undefined) return target;
  const known = workerHosts.map(({ program }) => program).join(', ');
  throw new Fault(
    'usage',
    name === undefined
      ? 'Say which client should continue the work.'
      : `No client is named "${name}".`,
    { hint: `Give --to NAME, one of: ${known}.` },
  );
}

/** Keeps the handoff, and notes it in the journal of the session that is handed over. */
function keep(context: CliContext, { event, deps, stored }: Reading, handed: Handed): void {
  const { record, text } = handed;
  openHandoffs(context.paths.home).write({ ...record, length: text.length }, text);
  if (!stored) return;
  const known = sessionIndex(context)
    .list()
    .find((one) => one.id === event.sessionId && one.host === deps.host.id);
  if (known === undefined) return;
  const store = openStore(context, known);
  store.locked(() => {
    store.append([{ body: { kind: 'handed.over', id: record.id, to: record.to } }]);
    // Its next prompt must be heard: by then another session may continue the work.
    store.quiet('none');
  });
}

function printed(
  context: CliContext,
  reading: Reading,
  handed: Handed,
  options: HandoffOptions,
): Outcome {
  keep(context, reading, handed);
  const { target, text, record } = handed;
  const session = reading.event.sessionId;
  const source = options.transcript === undefined ? session : `--transcript ${options.transcript}`;
  const command = `holdfast handoff ${source} --to ${target.program}`;
  const next = `This text is the first prompt of a new ${target.program} session, which then continues the work. Start one with: ${command}`;
  return {
    text,
    verbatim: true,
    warning: reading.gone === undefined ? next : `${reading.gone}\n${next}`,
    data: { id: record.id, session, to: target.id, characters: text.length, command, text },
  };
}

/** The text as the user made it in an editor; its first and last line say where it begins and ends, and stay. */
function edited(context: CliContext, id: string, text: string): string {
  const editor = context.env.VISUAL || context.env.EDITOR;
  if (!context.interactive || !editor) {
    throw new Fault('usage', 'No editor to open the text in.', {
      hint: 'Set $EDITOR and run this at a terminal, or leave --edit out.',
    });
  }
  const folder = resolve(join(context.paths.home, 'handoffs', id));
  const now = editInEditor(editor, text, folder, context.env).trimEnd();
  const opened = now.startsWith(openingMark(id)) ? now : `${openingMark(id)}\n${now}`;
  return opened.includes(closingMark(id)) ? opened : `${opened}\n${closingMark(id)}`;
}
