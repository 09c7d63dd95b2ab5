import { sessionBrief } from '../../app/sessions/session-brief.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { budget, type RecordChoice, readingOf } from './sessions.ts';

interface BriefOptions extends RecordChoice {
  budget?: number;
}

export const addBrief: AddCommand = (program, bind) => {
  const command = program
    .command('brief')
    .description('Print the exact text the agent would get now')
    .argument(
      '[session]',
      'session id or its beginning (default: this shell’s, else the newest here)',
    )
    .option('--transcript <file>', 'read a transcript file instead of a session')
    .option('--host <name>', 'the client that wrote the transcript')
    .option('--budget <n>', 'maximum characters, from 600 to what the client delivers', budget)
    .option('--json', 'print the result as JSON');
  bind<BriefOptions>(command, brief);
};

async function brief(
  context: CliContext,
  options: BriefOptions,
  [named]: string[],
): Promise<Outcome> {
  const { deps, event, stored, gone } = readingOf(context, named, options);
  const { text, inlined, data } = await sessionBrief(deps, event, {
    budget: options.budget,
    stored,
  });
  return {
    text,
    verbatim: true,
    warning: gone,
    data: {
      session: event.sessionId,
      characters: text.length,
      inlined,
      recordGone: gone !== undefined,
      ...data,
      text,
    },
  };
}
