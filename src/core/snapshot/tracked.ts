import type { ConversationItem } from '../conversation.ts';
import type { Fact } from '../fact.ts';
import { type Family, type FoldContext, keep } from './family.ts';

/** The task that a session's first message names, by its id in a tracker. */
export interface Tracked {
  id?: string;
  /** What the agent is, where a heading of that message says so. */
  role?: string;
  /** The beginning of that message, for a pattern that somebody configured. */
  head?: string;
  closed: boolean;
}

const name = /^task:?[*_]*:?[ \t]+`?([a-z]{2,20}-[0-9a-f]{4,12})(?![\w-]|\.\w)/i;
/** The same within a line, as in a prompt of one line: a word of its own, with its colon. */
const named =
  /(?<![\p{L}\p{N}_-])task[*_]{0,2}:[*_]{0,2}[ \t]{0,9}`?([a-z]{2,20}-[0-9a-f]{4,12})(?![\w-]|\.\w)/iu;
const role = /\b(?:handler|worker|loop|planner|reviewer|implementer|coordinator|orchestrator)\b/gi;
/** "# Role: release captain". */
const namedRole = /^#{1,6}[ \t]+(?:your[ \t]+)?role:?[ \t]+(\p{L}[\p{L} -]{1,40})/iu;
/** "# Tester" as the whole first line. */
const roleAlone =
  /^#[ \t]+(?!error|refactor|server|header|parser|compiler|router|docker|editor|folder)([\p{L}-]{2,30}(?:er|or|ist)|architect|critic|scout)[ \t"\u201d]*$/iu;
/** What may stand before a line's words. Some clients hand over a prompt of several words in quotes. */
const lead = /^[ \t>*_"'\u201c\u2018\u201e\u00ab-]*/;
/** A longer line names nothing. */
const longestLine = 400;

/** A person, or the program that launched the agent, may name it; a later message changes nothing. */
export const tracked: Family<Tracked> = {
  initial: () => ({ closed: false }),

  step(state: Tracked, item: ConversationItem, context: FoldContext): void {
    if (state.closed || item.type !== 'user') return;
    const text = context.said ?? (item.origin === 'program' ? item.text : undefined);
    if (text === undefined) return;
    state.closed = true;
    state.head = keep(text, 400);
    const lines = text
      .split('\n')
      .filter((line) => line.length <= longestLine)
      .map((line) => line.replace(lead, ''));
    const id =
      first(lines, (line) => name.exec(line)?.[1]) ?? named.exec(text.slice(0, longestLine))?.[1];
    if (id !== undefined) state.id = keep(id, 60);
    const found =
      first(lines, (line, at) => roleIn(line) ?? headingRole(lines, line, at)) ??
      roleAlone.exec(lines[0] ?? '')?.[1];
    if (found !== undefined) state.role = keep(found.trim().toLowerCase(), 60);
  },

  facts: (): Fact[] => [],
};

/** A heading that is nothing but a role: "# Worker", "# You are the planner". */
const onlyRole =
  /^#{1,6}[ \t]+(?:you are (?:a|an|the|its)[ \t]+)?(handler|worker|loop|planner|reviewer|implementer|coordinator|orchestrator)[.:]?[ \t"'\u201d\u2019]*$/iu;

/** "# Planner Agent". */
const agentRole =
  /^#{1,6}[ \t]+(?:the[ \t]+)?(handler|worker|loop|planner|reviewer|implementer|coordinator|orchestrator)[ \t-]+agent[.:]?[ \t"'\u201d\u2019]*$/iu;
/** "# Role", with the role in the line below. */
const roleHeading = /^#{1,6}[ \t]+(?:your[ \t]+|the[ \t]+|agent[ \t]+)?role:?[ \t#"'*_]*$/iu;
/** The line below: "You are the planner of this team", "You are a release captain." */
const roleAddressed =
  /^you(?:['\u2019]re|[ \t]+are)[ \t]+(?:(?:an?|the|its|our|my)[ \t]+)?[*_`]{0,3}(?:(handler|worker|loop|planner|reviewer|implementer|coordinator|orchestrator)(?![\p{L}\p{N}-])|(?<=\b(?:an?|the|its|our|my)[ \t]+[*_`]{0,3})(\p{L}[\p{L}-]{1,29}(?:[ \t][\p{L}-]{1,20}){0,2})[*_`]{0,3}[ \t]*(?:[.:,;!\u2013\u2014"'\u201d]|$))/iu;
/** "Planner", "planner: splits the work". */
const roleAsName =
  /^[*_`]{0,3}(\p{L}[\p{L}-]{1,29}(?:[ \t][\p{L}-]{1,20}){0,2})[*_`]{0,3}(?:[ \t]*[:\u2013\u2014]|\.?[ \t"'\u201d\u2019]*$)/iu;

/**
 * The role that a session's first message gives the agent by a heading of its own, from the beginning of that message; a heading
 * about something, such as "# Fix the worker pool", gives none.
 */
export function statedRole(head: string): string | undefined {
  const lines = head.split('\n').map((line) => line.replace(lead, ''));
  return first(lines, (line, at) => headingRole(lines, line, at))
    ?.trim()
    .toLowerCase();
}

/** The role that a heading says, or the line below it. */
function headingRole(lines: readonly string[], line: string, at: number): string | undefined {
  const own = namedRole.exec(line) ?? onlyRole.exec(line) ?? agentRole.exec(line);
  if (own !== null) return own[1];
  if (!roleHeading.test(line)) return undefined;
  const below = lines.slice(at + 1).find((one) => one.trim() !== '');
  return below === undefined || below.startsWith('#') ? undefined : roleOfLine(below);
}

function roleOfLine(line: string): string | undefined {
  const addressed = roleAddressed.exec(line);
  if (addressed !== null) return addressed[1] ?? addressed[2];
  return /^you\b/i.test(line) ? undefined : roleAsName.exec(line)?.[1];
}

function roleIn(line: string): string | undefined {
  if (!line.startsWith('#')) return undefined;
  // Behind the task's name in the same line stands what is to be done.
  const heading = line.slice(0, named.exec(line)?.index);
  return namedRole.exec(heading)?.[1] ?? heading.match(role)?.at(-1);
}

function first(
  lines: readonly string[],
  find: (line: string, at: number) => string | undefined,
): string | undefined {
  for (const [at, line] of lines.entries()) {
    const found = find(line, at);
    if (found !== undefined) return found;
  }
  return undefined;
}
