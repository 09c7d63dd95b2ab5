import { join, resolve } from 'node:path';
import { type MadeHandoff, makeHandoff } from '../../app/handoff/make.ts';
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
import { type Handed, startAtTerminal } from './handoff-start.ts';
import { openStore, type Reading, type RecordChoice, readingOf, sessionIndex } from './sessions.ts';

export interface HandoffOptions extends RecordChoice {
  to?: string;
  model?: string;
  edit?: boolean;
  print?: boolean;
}

export const addHandoff: AddCommand = (program, bind) => {
  const command = program
    .command('handoff')
    .description('Continue a session in another client')
    .argument(
      '[session]',
      'session id or its beginning (default: this shell’s, else the newest here)',
    )
    .option(
      '--to <client>',
      `the client: ${workerHosts.map(({ program: name }) => name).join(', ')}`,
    )
    .option('--model <name>', "the model, by the client's name for it")
    .option('--edit', 'edit the text in $EDITOR first')
    .option('--print', 'print the text instead of starting the client')
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
  const target = targetOf(options.to);
  const reading = readingOf(context, named, options);
  const to = hostById(target.id)!;
  const id = `h${randomBytes(8)}`;
  const made = await makeHandoff(reading.deps, reading.event, { id, to, stored: reading.stored });
  const handed: Handed = {
    target,
    record: made.record,
    text: options.edit ? edited(context, id, made.text) : made.text,
    folder: reading.event.cwd ?? context.cwd,
    ...(options.model !== undefined && { model: options.model }),
  };
  if (options.print) return printed(context, reading, handed, made);
  return startAtTerminal(context, handed, () => keep(context, reading, handed), reading.gone);
}

/** The client that is named, by its program or by its id. */
export function targetOf(name: string | undefined): WorkerHost {
  const target = name === undefined ? undefined : workerHostNamed(name);
  if (target !== undefined) return target;
  const known = workerHosts.map(({ program }) => program).join(', ');
  throw new Fault(
    'usage',
    name === undefined ? 'Say which client continues the work.' : `No client is named "${name}".`,
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
  { record }: MadeHandoff,
): Outcome {
  keep(context, reading, handed);
  const { target, text } = handed;
  const session = reading.event.sessionId;
  const command = `holdfast handoff ${session} --to ${target.program}`;
  const next = `This text is the first prompt of a new ${target.program} session, which then continues the work. The user starts one with: ${command}`;
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
  const opened = now.includes(openingMark(id)) ? now : `${openingMark(id)}\n${now}`;
  return opened.includes(closingMark(id)) ? opened : `${opened}\n${closingMark(id)}`;
}
