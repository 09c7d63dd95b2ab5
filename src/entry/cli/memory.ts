import { longestWaitMs } from '../../app/memory/client-file.ts';
import { readMemory } from '../../app/memory/read-memory.ts';
import { memoryNow } from '../../app/memory/update-memory.ts';
import { Fault } from '../../core/errors.ts';
import { redact } from '../../core/trust/redact.ts';
import { keepMemory, templateOf } from '../keep-memory.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { type Reading, type RecordChoice, readingOf } from './sessions.ts';

interface MemoryOptions extends RecordChoice {
  write?: boolean;
}

export const addMemory: AddCommand = (program, bind) => {
  const command = program
    .command('memory')
    .description("Print a session's memory: what it is about and where it stands")
    .argument(
      '[session]',
      'session id or its beginning (default: this shell’s, else the newest here)',
    )
    .option('--write', 'update it now from the transcript')
    .option('--transcript <file>', 'read a transcript file instead of a session')
    .option('--host <name>', 'the client that wrote the transcript')
    .option('--json', 'print the result as JSON');
  bind<MemoryOptions>(command, memory);
};

async function memory(
  context: CliContext,
  options: MemoryOptions,
  [named]: string[],
): Promise<Outcome> {
  const reading = readingOf(context, named, options);
  const text = await textOf(context, reading, options.write === true);
  return {
    text: text.trimEnd(),
    verbatim: true,
    warning: reading.gone,
    data: { session: reading.event.sessionId, written: options.write === true, text },
  };
}

async function textOf(
  context: CliContext,
  { deps, event, stored }: Reading,
  write: boolean,
): Promise<string> {
  if (!stored) {
    if (write) {
      throw new Fault(
        'usage',
        'This transcript belongs to no known session, so its memory can only be shown.',
        {
          hint: 'Leave --write out, or name a session.',
        },
      );
    }
    return redact(
      memoryNow(deps, event, templateOf(deps, event, context.env)) ?? '',
      deps.patterns,
    );
  }
  if (!write) {
    const text = readMemory(deps.files, deps.store.folder);
    if (text !== undefined) return text;
    throw new Fault('not-found', `No memory of session ${event.sessionId} has been written yet.`, {
      hint: 'It is written once the context has about 10,000 tokens; "holdfast memory --write" writes it now.',
    });
  }
  const text = await keepMemory(deps, event, context.env, 'now', longestWaitMs);
  if (text !== undefined) return text;
  throw new Fault('unwritable', `The memory of session ${event.sessionId} could not be written.`, {
    hint: 'Its transcript may be gone: see "holdfast status" and "holdfast doctor".',
  });
}
