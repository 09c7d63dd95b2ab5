import { Option } from 'commander';
import { addNote, type NoteKind, noteKinds } from '../../app/sessions/note.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { sessionSign } from './inside-session.ts';
import { chooseSession, openStore } from './sessions.ts';

interface NoteOptions {
  kind: NoteKind;
  session?: string;
}

export const addNoteCommand: AddCommand = (program, bind) => {
  const command = program
    .command('note')
    .description('Add a fact to a session that must survive a compaction')
    .argument('<text>', 'the fact, in one sentence')
    .addOption(
      new Option('--kind <kind>', 'what it is').choices([...noteKinds]).default('decision'),
    )
    .option('--session <id>', 'the session (default: this shell’s, else the newest here)')
    .option('--json', 'print the result as JSON');
  bind<NoteOptions>(command, note);
};

function note(context: CliContext, options: NoteOptions, [text = '']: string[]): Outcome {
  const session = chooseSession(context, options.session);
  const by = sessionSign(context) === undefined ? 'person' : 'agent';
  addNote(openStore(context, session), { text, kind: options.kind, by });
  return {
    text: `Noted (${options.kind}) for session ${session.id}.`,
    data: { session: session.id, host: session.host, kind: options.kind, by },
  };
}
