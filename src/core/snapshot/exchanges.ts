import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import { fingerprint } from '../hash.ts';
import { clip, clipMarked } from '../trust/clip.ts';
import { type Family, type FoldContext, keep } from './family.ts';
import { lengths, limits } from './limits.ts';
import { newTable, putRow, rowsOf, setRow, type Table } from './table.ts';
import { namesIn, tellingSentences } from './telling.ts';

interface Exchange {
  asked: string;
  told: string;
  names: string[];
  /** How many later exchanges name what this one names. */
  refs: number;
  from: Provenance;
}

export interface Exchanges {
  asked?: { text: string; from: Provenance };
  /** The agent's last text of this turn; `ends`: nothing came after it. */
  last?: { text: string; from: Provenance; ends: boolean };
  /** What earlier texts of this turn found, newest last. */
  found: string[];
  rows: Table<Exchange>;
}

const mostFound = 4;
/** What a sentence between calls must carry to count as a finding: several names, or one and a reason. */
const findingCarries = 7;
const answerCarries = 2;
/** Where something is asked, the first sentence of an answer may say just yes or no. */
const asks = /[?\uff1f\u061f]/;
/** A name so long is taken for the same thing wherever it stands. */
const telling = 8;

/**
 * What the user asked and how the agent's turn ended that answered it: its own words, cut to what carries something, and what
 * it said to have found on the way. Nobody checked them.
 */
export const exchanges: Family<Exchanges> = {
  initial: () => ({ found: [], rows: newTable() }),

  step(state: Exchanges, item: ConversationItem, context: FoldContext): void {
    if (context.said !== undefined) {
      const typed = item.type === 'user' && item.origin !== 'mid-turn';
      // What is said into a turn that goes on asks for no answer of its own.
      if (!typed && state.last?.ends !== true) return;
      close(state);
      state.asked = {
        text: clipMarked(context.said.replace(/\s+/g, ' '), lengths.asked),
        from: context.from,
      };
    } else if (item.type === 'assistant' && context.told !== undefined) {
      const before = state.last?.ends ? `${state.last.text}\n` : '';
      if (state.last?.ends === false) find(state);
      state.last = {
        text: (before + context.told).slice(-lengths.told),
        from: context.from,
        ends: true,
      };
    } else if (item.type === 'call' && state.last?.ends) {
      state.last = { ...state.last, ends: false };
    } else if (item.type === 'boundary') {
      // The turn goes on behind it; what it found so far is kept for its end.
      if (state.last?.ends) close(state);
    }
  },

  facts(state): Fact[] {
    const open = exchangeOf(state);
    const rows = rowsOf(state.rows);
    return (open === undefined ? rows : [...rows, open]).map(({ asked, told, refs, from }) => ({
      kind: 'exchange',
      value: asked,
      detail: told,
      ...(refs > 0 ? { refs } : {}),
      from,
    }));
  },
};

/** Before the next text takes its place: what the last one, behind which calls came, says to have found. */
function find(state: Exchanges): void {
  const text = tellingSentences(state.last?.text ?? '', { limit: 320, least: findingCarries });
  if (text !== '') state.found = [...state.found, text].slice(-mostFound);
}

/** The exchange as it stands; undefined where nothing was asked, or nothing that carries anything was answered. */
function exchangeOf({ asked, last, found }: Exchanges): Exchange | undefined {
  if (asked === undefined || last === undefined) return undefined;
  const answer = last.ends
    ? tellingSentences(last.text, {
        limit: 640,
        least: answerCarries,
        first: asks.test(asked.text),
      })
    : tellingSentences(last.text, { limit: 320, least: findingCarries });
  const told = [...found, answer].filter((part) => part !== '').join(' ');
  if (told === '') return undefined;
  const text = clipMarked(told.length > lengths.answer ? newest(told) : told, lengths.answer);
  return { asked: asked.text, told: text, names: namesIn(text), refs: 0, from: asked.from };
}

/** The end of a long one: how the turn ended stands there. */
function newest(text: string): string {
  return `[\u2026] ${text.slice(text.length - lengths.answer + 5).replace(/^\S*\s/, '')}`;
}

function close(state: Exchanges): void {
  const row = exchangeOf(state);
  delete state.last;
  state.found = [];
  if (row === undefined) return;
  delete state.asked;
  const names = new Set([...row.names, ...namesIn(row.asked)]);
  for (const [key, old] of Object.entries(state.rows.rows)) {
    const same = old.names.filter((name) => names.has(name));
    if (same.length > 1 || same.some((name) => name.length >= telling))
      setRow(state.rows, key.slice(1), { ...old, refs: old.refs + 1 });
  }
  putRow(
    state.rows,
    clip(fingerprint(`${row.from.offset} ${row.asked}`), 20),
    { ...row, asked: keep(row.asked, lengths.asked) },
    limits.exchanges,
  );
}
