import { sessionSnapshot } from '../../app/sessions/session-brief.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { factLines } from './facts.ts';
import { type RecordChoice, readingOf } from './sessions.ts';

export const addSnapshot: AddCommand = (program, bind) => {
  const command = program
    .command('snapshot')
    .description("Print a session's facts, each with its source")
    .argument(
      '[session]',
      'session id or its beginning (default: this shell’s, else the newest here)',
    )
    .option('--transcript <file>', 'read a transcript file instead of a session')
    .option('--host <name>', 'the client that wrote the transcript')
    .option('--json', 'print the result as JSON');
  bind<RecordChoice>(command, snapshot);
};

async function snapshot(
  context: CliContext,
  options: RecordChoice,
  [named]: string[],
): Promise<Outcome> {
  const { deps, event, gone } = readingOf(context, named, options);
  const { facts, summary } = await sessionSnapshot(deps, event);
  const lines = factLines(facts, [deps.tasks.project, summary.cwd]);
  const text = [...(gone ? [gone, ''] : []), ...(lines.length > 0 ? lines : ['No facts.'])];
  return {
    text: text.join('\n'),
    data: { session: event.sessionId, recordGone: gone !== undefined, facts, summary },
  };
}
