import type { ConversationItem } from '../conversation.ts';
import type { Fact } from '../fact.ts';
import { literalCommands } from '../shell/literal.ts';
import { type Family, type FoldContext, type KnownCall, keep } from './family.ts';
import { limits } from './limits.ts';
import { isScratch, resolvePath } from './paths.ts';
import type { TaskReference } from './snapshot.ts';
import { dropRow, entriesOf, newTable, putRow, type Table } from './table.ts';

/** Kind and tool of a path's references with the call indices of the newest ones. */
interface ReferenceRow {
  path: string;
  kind: TaskReference['kind'];
  tool: string;
  at: number[];
}

export type References = Table<ReferenceRow>;

/** The beginning of a reference that is no path: words that a skill was given. */
export const namedStart = 'skill words: ';

const perPath = 6;
const kinds = new Set<string>(['write', 'edit', 'skill', 'read', 'shell', 'search']);
const looksLikePath = /^(?:[\w.@~-]*\/)*[\w.@-]+\.[A-Za-z]\w{0,7}$/;

/** Files that calls named, newest last; of one file by one kind of call the last six. No facts of their own. */
export const references: Family<References> = {
  initial: () => newTable(),

  step(state: References, item: ConversationItem, context: FoldContext): void {
    const { call } = context;
    if (item.type === 'user' && item.origin === 'command') {
      const words = /^\/[^\s/]+\s+(\S[^\n]{0,200})/.exec(item.text)?.[1];
      if (words !== undefined) putNamed(state, words, 'slash command', context.calls);
      return;
    }
    if (item.type === 'call' && call?.words !== undefined)
      putNamed(state, call.words, call.name, call.index);
    if (item.type !== 'call' || call === undefined || !kinds.has(call.kind)) return;
    const kind = call.kind as TaskReference['kind'];
    for (const path of pathsOf(call)) {
      const key = `${kind} ${path}`;
      const at = [...(state.rows[`:${key}`]?.at ?? []), call.index].slice(-perPath);
      dropRow(state, key);
      putRow(state, key, { path, kind, tool: call.name, at }, limits.references);
    }
  },

  facts: (): Fact[] => [],
};

/** What a skill was told may name a project: which, is looked up where the projects are. */
function putNamed(state: References, words: string, tool: string, index: number): void {
  const path = `${namedStart}${keep(words, 200)}`;
  const key = `skill ${path}`;
  const at = [...(state.rows[`:${key}`]?.at ?? []), index].slice(-perPath);
  dropRow(state, key);
  putRow(state, key, { path, kind: 'skill', tool, at }, limits.references);
}

function pathsOf(call: KnownCall): string[] {
  const named = call.paths;
  const inCommand =
    call.kind === 'shell' && call.command !== undefined ? commandPaths(call.command) : [];
  const paths = [...named, ...inCommand].map((path) => resolvePath(path, call.cwd));
  return [...new Set(paths)].filter((path) => !isScratch(path, call.cwd)).slice(0, 12);
}

function commandPaths(command: string): string[] {
  if (!/\.[A-Za-z]/.test(command)) return [];
  const words = literalCommands(command).flatMap((one) => [...one.words.slice(1), ...one.writes]);
  return words.filter(
    (word): word is string => word !== undefined && word.length < 300 && looksLikePath.test(word),
  );
}

/** The last 400 references in the order of their calls. */
export function referencesOf(state: References): TaskReference[] {
  const all = entriesOf(state).flatMap(([, { path, kind, tool, at }]) =>
    at.map((index) => ({ path, kind, index, tool: keep(tool, 80) })),
  );
  all.sort((a, b) => a.index - b.index || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return all.slice(-400);
}
