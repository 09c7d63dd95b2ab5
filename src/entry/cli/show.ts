import { type GivenHandoff, givenHandoffs, givenLines } from '../../app/handoff/given.ts';
import { sessionHeard } from '../../app/sessions/heard.ts';
import { sessionSnapshot } from '../../app/sessions/session-brief.ts';
import { type SessionView, showSession } from '../../app/sessions/show.ts';
import { Fault } from '../../core/errors.ts';
import { heardLines } from '../../core/recovery/missed.ts';
import { receiptLines } from '../../core/recovery/receipt.ts';
import { mainAgent, newAgentState } from '../../core/recovery/session-state.ts';
import { userTime } from '../../core/time-text.ts';
import { openHandoffs } from '../../journal/handoffs.ts';
import { counted } from './care.ts';
import { paint } from './colour.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { factLines } from './facts.ts';
import { chooseSession, configHere, readingOfSession, sessionIndex } from './sessions.ts';
import { isInstalled } from './status.ts';
import { userWord } from './user-word.ts';

export const addShow: AddCommand = (program, bind) => {
  const command = program
    .command('show')
    .description('Show a session: timeline, facts and receipts')
    .argument(
      '[session]',
      'session id or its beginning (default: this shell’s, else the newest here)',
    )
    .option('--json', 'print the result as JSON');
  bind(command, show);
};

async function show(context: CliContext, _options: object, [named]: string[]): Promise<Outcome> {
  const known = sessionIndex(context).list().length > 0 || isInstalled(context);
  if (!known) {
    throw new Fault(
      'not-found',
      'No session is known: Holdfast is not installed for a client yet.',
      {
        hint: 'You can still inspect any transcript: "holdfast snapshot --transcript FILE". To install: "holdfast init".',
      },
    );
  }
  const session = chooseSession(context, named);
  const { deps, event, gone } = readingOfSession(context, session);
  const { facts } = await sessionSnapshot(deps, event);
  const heard = sessionHeard(deps, event);
  const view = showSession(sessionIndex(context), session, facts, heard, configHere(context));
  const main = sessionIndex(context).read(session).state.agents[mainAgent] ?? newAgentState();
  const given = givenHandoffs(sessionIndex(context), openHandoffs(context.paths.home), main);
  const told = [...(gone ? [gone, ''] : []), ...lines(view, given, context.colour)];
  const handoffs = given.length === 0 ? {} : { handedOver: given };
  return { text: told.join('\n'), data: { ...view, ...handoffs, recordGone: gone !== undefined } };
}

function lines(view: SessionView, given: readonly GivenHandoff[], colour: boolean): string[] {
  const heading = (text: string) => ['', paint('bold', text, colour)];
  const text = [
    `${view.host} session ${view.session}`,
    ...(view.project ? [`project    ${view.project}`] : []),
    ...(view.record ? [`transcript ${view.record}`] : []),
    `state      ${view.folder}`,
  ];
  if (view.skipped > 0) {
    const were = view.skipped === 1 ? 'was' : 'were';
    text.push(`${counted(view.skipped, 'line')} of the journal ${were} not understood.`);
  }
  for (const agent of view.agents) {
    text.push(...heading(agent.agent));
    if (agent.task?.path) {
      text.push(`task  ${agent.task.path} (${agent.task.confidence}: ${agent.task.reason})`);
    }
    if (agent.role.role !== 'regular') text.push(`role  ${agent.role.role}`);
    for (const { at, what } of agent.timeline) text.push(`${userTime(at, 'second')}  ${what}`);
    for (const receipt of agent.receipts) text.push('', ...receiptLines(receipt));
  }
  for (const one of given) text.push('', ...givenLines(one));
  if (view.heard && heardLines(view.heard).length > 0)
    text.push(...heading('receipts and transcript'), ...heardLines(view.heard));
  if (view.notes.length > 0) {
    text.push(...heading('notes'));
    for (const note of view.notes)
      text.push(
        `${userTime(note.at, 'second')}  ${note.note} (${userWord(note.by)}): ${note.text}`,
      );
  }
  if (view.facts.length > 0)
    text.push(...heading('facts'), ...factLines(view.facts, [view.project]));
  return text;
}
