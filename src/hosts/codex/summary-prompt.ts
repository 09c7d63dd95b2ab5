import type { PromptStanding, SummaryPrompt } from '../../core/install/summary-prompt.ts';
import { object, objects, text } from '../../core/rows/values.ts';
import { greet } from './server.ts';

/** By which every version of the prompt is known again. */
const opening =
  'Write a handoff summary of this conversation for the agent that carries on with it.';

/** The whole order to summarise. It may hold neither three double quotes in a row nor a backslash. */
export const summaryPrompt = `${opening}
That agent sees your summary and the latest messages of the user, and nothing else of what happened. Whatever you leave out is lost to it. Answer with the summary alone; call no tool.

Use these headings, and write "none" below one that has nothing:

GOAL: what the user wants in the end, and what they asked for last.
RULES: every constraint, correction and preference that the user stated, in their own words, quoted whole. Do not soften or merge them.
PLAN: the paths of plan, task and ticket files, and the numbers of tickets, with the steps that are done, the one under way and those left.
DONE: what was changed, by file path and function, and how it was checked, with the command and its result.
FAILED: what was tried and did not work, with the error text, so that it is not tried again.
DECISIONS: what was decided and why.
OPEN: questions that nobody answered, as questions. Do not answer them, and do not turn a guess into a fact.
NEXT: the very next step, concrete enough to be started at once.

Copy identifiers exactly: paths, names, branches, commits, versions, ports, numbers, error codes, commands. Never put a description in the place of a name. Say what is known and what is only assumed. Leave out passwords, tokens and keys; say where they are kept. An earlier summary in the conversation still counts: carry over what it holds and nothing has since replaced.`;

/**
 * The setting of config.toml that takes the place of the client's whole summarising prompt (0.171.0, seen live), where it
 * compacts by a request of its own to the model.
 */
export const codexSummaryPrompt: Omit<SummaryPrompt, 'keptIn'> = {
  serverArgs: ['app-server'],
  setting: 'compact_prompt',

  async standing(ask, cwd) {
    await greet(ask);
    const answer = object(await ask('config/read', { cwd, includeLayers: true }));
    const layers = objects(answer.layers).map((layer) => object(layer.config));
    return standingOf([object(answer.config), ...layers]);
  },

  async write(ask) {
    const edit = { keyPath: 'compact_prompt', value: summaryPrompt, mergeStrategy: 'replace' };
    await ask('config/batchWrite', { edits: [edit] });
  },

  standsIn: (config) => placeOf(config) !== undefined,

  withdraw(config) {
    const place = placeOf(config);
    return place === undefined ? config : config.slice(0, place.start) + config.slice(place.end);
  },

  reach:
    'It counts where Codex compacts locally; it has no effect where the vendor’s own server compacts.',
};

function standingOf(configs: Record<string, unknown>[]): PromptStanding {
  let found: PromptStanding = { state: 'absent' };
  for (const config of configs) {
    const prompt = text(config.compact_prompt);
    if (config.experimental_compact_prompt_file != null) {
      return { state: 'other', setting: 'experimental_compact_prompt_file' };
    }
    if (prompt === undefined || prompt.trim() === '') continue;
    if (!prompt.startsWith(opening)) return { state: 'other', setting: 'compact_prompt' };
    if (found.state !== 'older') found = { state: prompt === summaryPrompt ? 'ours' : 'older' };
  }
  return found;
}

/** Where our prompt stands in a config.toml, in the form in which the client writes it: a text of several lines. */
function placeOf(config: string): { start: number; end: number } | undefined {
  const quotes = '"""';
  const head = /^compact_prompt[ \t]*=[ \t]*"""\r?\n/m.exec(config);
  if (head === null) return undefined;
  const from = head.index + head[0].length;
  const close = config.indexOf(quotes, from);
  if (!config.startsWith(opening, from) || close < 0) return undefined;
  const end = close + quotes.length;
  const line = /^[ \t]*\r?\n/.exec(config.slice(end))?.[0] ?? '';
  return { start: head.index, end: end + line.length };
}
