import { exitOf, wasRefused } from '../truth/calls.ts';
import { familiesOf } from '../truth/command-family.ts';
import { commitTruth } from '../truth/commits.ts';
import { commandOf, toolRole } from '../truth/known-tools.ts';
import type { Case } from '../truth/truth.ts';

/** Characters that the lists may take together. */
const limit = 9_900;
const commandsShown = 10;
const commitsShown = 5;
const promptsShown = 5;
const promptLength = 200;

/**
 * The trivial rival: five lists made from the rows of the segment, without any thought. Changed files; the last commands
 * with their exit; the last commits; plan, failing tests and open todos; the beginnings of the last messages. The lists are
 * made by the scorer's own readers, so that they are a floor for some kinds and no result.
 */
export function listsOf(one: Case): string {
  const { segment, facts, own } = one;
  const changed = [...own.files.values()].filter((file) => file.changed && !file.deleted);
  const of = (kind: string) =>
    facts
      .filter((fact) => fact.kind === kind && fact.state === 'true_at_boundary')
      .map((fact) => fact.value);
  const commands = segment.done
    .filter((call) => toolRole(call.call.tool) === 'shell' && !wasRefused(call))
    .map((call) => ({ text: commandOf(call.call.input) ?? '', exit: exitOf(call) }))
    .filter(({ text }) => familiesOf(text).length > 0)
    .slice(-commandsShown)
    .map(({ text, exit }) => `${text.replace(/\s+/g, ' ').slice(0, 120)} (exit ${exit})`);
  const commits = commitTruth(segment.done)
    .slice(-commitsShown)
    .map(({ id, subject }) => `${id} ${subject}`);
  const prompts = segment.events
    .flatMap((event) => (event.type === 'prompt' ? [event.text] : []))
    .slice(-promptsShown)
    .map((text) => text.replace(/\s+/g, ' ').slice(0, promptLength));
  return [
    list(
      'Files modified',
      changed.map((file) => file.path),
    ),
    list('Last commands', commands),
    list('Commits', commits),
    list('Open', [...of('plan.path'), ...of('test.failing_now'), ...of('todo.open')]),
    list('Last user messages', prompts),
  ]
    .join('')
    .slice(0, limit);
}

function list(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `${title}:\n${items.map((item) => `- ${item}`).join('\n')}\n\n`;
}
