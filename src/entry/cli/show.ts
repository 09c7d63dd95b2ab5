import { sessionSnapshot } from '../../app/sessions/session-brief.ts';
import { type SessionView, showSession } from '../../app/sessions/show.ts';
import type { Fact } from '../../core/fact.ts';
import { receiptLines } from '../../core/recovery/receipt.ts';
import { paint } from './colour.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { chooseSession, readingOfSession, sessionIndex } from './sessions.ts';

export const addShow: AddCommand = (program, bind) => {
  const command = program
    .command('show')
    .description('Show one session: its timeline, facts and receipts')
    .argument(
      '[session]',
      'id or the beginning of one (default: this shell’s, else the newest here)',
    )
    .option('--json', 'print the result as JSON');
  bind(command, show);
};

async function show(context: CliContext, _options: object, [named]: string[]): Promise<Outcome> {
  const session = chooseSession(context, named);
  const { deps, event } = readingOfSession(context, session);
  const { facts } = await sessionSnapshot(deps, event);
  const view = showSession(sessionIndex(context), session, facts);
  return { text: lines(view, context.colour).join('\n'), data: view };
}

function lines(view: SessionView, colour: boolean): string[] {
  const heading = (text: string) => ['', paint('bold', text, colour)];
  const text = [
    `${view.host} session ${view.session}`,
    ...(view.project ? [`project  ${view.project}`] : []),
    ...(view.record ? [`record   ${view.record}`] : []),
    `state    ${view.folder}`,
  ];
  if (view.skipped > 0) text.push(`${view.skipped} lines of the journal were not understood.`);
  for (const agent of view.agents) {
    text.push(...heading(agent.agent));
    if (agent.task?.path) {
      text.push(`task  ${agent.task.path} (${agent.task.confidence}: ${agent.task.reason})`);
    }
    for (const { at, what } of agent.timeline) text.push(`${at}  ${what}`);
    for (const receipt of agent.receipts) text.push('', ...receiptLines(receipt));
  }
  if (view.notes.length > 0) {
    text.push(...heading('notes'));
    for (const note of view.notes) text.push(`${note.at}  ${note.note} (${note.by}): ${note.text}`);
  }
  if (view.facts.length > 0) text.push(...heading('facts'), ...view.facts.map(factLine));
  return text;
}

/** A fact in one line, with where it was read. */
export function factLine(fact: Fact): string {
  const value = fact.value.replaceAll(/\s+/g, ' ').trim();
  const short = value.length > 160 ? `${value.slice(0, 160)}…` : value;
  const state = fact.state ? ` [${fact.state}]` : '';
  const line = fact.from.line === undefined ? '' : `:${fact.from.line}`;
  return `${fact.kind}${state}  ${short}  (${fact.from.source}${line})`;
}
