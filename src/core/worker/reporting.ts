import { passesGate } from '../shell/holdfast-command.ts';

/** Words of our own, of a command or of a tool over MCP, by which a worker tells of its work and goes on with its run. */
const reporting: Readonly<Record<string, readonly string[] | 'all'>> = {
  answer: 'all',
  note: 'all',
  evidence: ['list', 'check', 'add'],
  ticket: ['show', 'list', 'check', 'progress', 'block', 'review', 'done', 'fail'],
  workflow: ['list', 'show', 'check', 'graph', 'next', 'checkpoint', 'rewind', 'resume'],
};

/**
 * True for words that do nothing but report or look: they pass at every permission. To begin or give up a run, to reopen a ticket
 * and whatever starts or ends a worker is none.
 */
export function isReport(words: readonly string[]): boolean {
  const [word = '', action = ''] = words;
  const actions = Object.hasOwn(reporting, word) ? reporting[word]! : [];
  return actions === 'all' || actions.includes(action) || passesGate(words);
}
