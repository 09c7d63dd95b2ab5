import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import { withoutTail } from '../text/ends.ts';
import { type Family, type FoldContext, keep } from './family.ts';
import { limits } from './limits.ts';
import { entriesOf, newTable, putRow, type Table } from './table.ts';

interface SkillRow {
  path?: string;
  /** What the user wrote behind the slash command. */
  words?: string;
  from: Provenance;
}

export interface Skills {
  known: Table<SkillRow>;
  /** What was invoked last, and may be loaded next. */
  invoked?: { name: string; words?: string };
}

/** Skills that were called, by the agent or with a slash command, and where each lies. */
export const skills: Family<Skills> = {
  initial: () => ({ known: newTable() }),

  step(state: Skills, item: ConversationItem, context: FoldContext): void {
    if (item.type === 'user' && item.origin !== 'injected') delete state.invoked;
    if (item.type === 'user' && item.origin === 'command') {
      const found = /^\/([^\s/]+)(?:\s+([\s\S]*))?$/.exec(item.text.slice(0, 5000));
      if (found !== null) state.invoked = invocation(found[1]!, found[2]);
    } else if (item.type === 'skill-loaded') {
      loaded(state, item.folder, context.from);
    } else if (item.type === 'result') {
      called(state, item, context);
    }
  },

  facts: ({ known }) =>
    entriesOf(known).map(
      ([name, row]): Fact => ({
        kind: 'skill',
        value: name,
        ...(row.path === undefined ? {} : { detail: row.path }),
        ...(row.words === undefined ? {} : { words: row.words }),
        from: row.from,
      }),
    ),
};

function invocation(name: string, words = ''): Skills['invoked'] {
  const said = keep(words.trim(), 200);
  return { name: keep(name, 200), ...(said === '' ? {} : { words: said }) };
}

function called(
  state: Skills,
  item: ConversationItem & { type: 'result' },
  { call, from }: FoldContext,
): void {
  if (call?.kind !== 'skill' || item.result.outcome !== 'ok') return;
  const row: SkillRow = { from };
  if (call.paths[0] !== undefined) row.path = keep(call.paths[0], 300);
  state.invoked = invocation(call.detail ?? call.name);
  put(state, state.invoked!.name, row);
}

/** A skill of a plugin is invoked as `plugin:skill`, and lies in a folder of its own name. */
function loaded(state: Skills, folder: string, from: Provenance): void {
  const place = withoutTail(folder, /[\\/]/);
  const path = keep(`${place}/SKILL.md`, 300);
  const { invoked } = state;
  const own = place.split(/[\\/]/).at(-1)!;
  const isIt = invoked !== undefined && invoked.name.split(':').at(-1) === own;
  const row: SkillRow = { path, from };
  if (isIt && invoked.words !== undefined) row.words = invoked.words;
  put(state, isIt ? invoked.name : keep(own, 200), row);
}

function put({ known }: Skills, name: string, row: SkillRow): void {
  putRow(known, name, row, limits.skills);
}
