import {
  type AskedQuestion,
  askedQuestions,
  giveAnswer,
  questionNamed,
} from '../../app/role/answer.ts';
import { readDocument } from '../../app/task/build-task.ts';
import { readSetTask } from '../../app/task/store.ts';
import { agentState } from '../../core/recovery/session-state.ts';
import { untrusted } from '../../core/trust/untrusted.ts';
import { stateStore } from '../../platform/state-store.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { chooseSession, openStore } from './sessions.ts';
import { ticketContext } from './ticket-deps.ts';

interface AnswerOptions {
  session?: string;
}

export const addAnswerCommand: AddCommand = (program, bind) => {
  const command = program
    .command('answer')
    .description("Answer one of the task's validation questions, or list them")
    .argument('[question]', 'its number, or its words')
    .argument('[text]', 'the answer')
    .option('--session <id>', 'the session (default: this shell’s, else the newest here)')
    .option('--json', 'print the result as JSON');
  bind<AnswerOptions>(command, answer);
};

function answer(context: CliContext, options: AnswerOptions, [named, text]: string[]): Outcome {
  const session = chooseSession(context, options.session);
  const store = openStore(context, session);
  const state = () => agentState(store.load().state, undefined);
  const { document, path } = documentOf(context, state());
  const questions = document?.validation ?? [];
  if (named !== undefined) {
    const question = questionNamed(questions, named);
    const isTicket = document?.source === 'ticket' && path !== undefined;
    const ticket = isTicket ? { deps: ticketContext(context), path } : undefined;
    giveAnswer(store, { question, text: text ?? '' }, ticket);
  }
  const asked = askedQuestions(state(), questions);
  return {
    text:
      asked.length === 0 ? 'The task of this session asks nothing.' : asked.map(line).join('\n'),
    data: { session: session.id, host: session.host, task: path ?? null, questions: asked },
  };
}

function line({ number, question, answer: given, open }: AskedQuestion): string {
  const mark = open ? 'open' : given === undefined ? 'not answered' : 'answered';
  const said = given === undefined ? '' : `\n   ${untrusted(given, 1_200)}`;
  return `${number}. ${untrusted(question, 400)} (${mark})${said}`;
}

/** The document of the session's task: that of its role, else the one it was found to work on, else the one that is set. */
function documentOf(context: CliContext, { role, task, project }: ReturnType<typeof agentState>) {
  const root = project ?? context.project;
  const set = () => readSetTask(stateStore(context.paths.home), root).record?.path;
  const path = role?.ticket ?? role?.document ?? (task?.path || undefined) ?? set();
  if (path === undefined) return {};
  return {
    path,
    document: readDocument({ files: context.install.disk, root, explicit: path }, path),
  };
}
