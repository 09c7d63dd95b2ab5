import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import { fingerprint } from '../hash.ts';
import { clipMarked } from '../trust/clip.ts';
import { aboutOf, isTakenUp } from './answered.ts';
import { type Family, type FoldContext, keep } from './family.ts';
import { lengths, limits } from './limits.ts';
import { sentencesIn, sentencesOf } from './sentences.ts';
import { dropRow, entriesOf, newTable, putRow, rowsOf, type Table } from './table.ts';
import { carries, isFiller, plainLines } from './telling.ts';
import { verdictOf } from './verdict.ts';

interface Put {
  text: string;
  by: 'user' | 'offer';
  /** The question that it answered, as a key: a later yes to the same ends it. */
  about?: string;
  from: Provenance;
}

interface Left {
  text: string;
  from: Provenance;
}

export interface Deferred {
  rows: Table<Put>;
  /** What the agent's last texts named as left to do. */
  left: Left[];
}

const mostLeft = 6;
const putOff =
  /\b(?:later|for now|not now|not yet|next time|follow[- ]?up|(?:separate|another|different|own) (?:pr|mr|ticket|issue|branch|commit|session)|tomorrow|eventually|at some point|park (?:it|this|that)|postpone|defer(?:red)?|out of scope|come back to|sp\u00e4ter|erstmal|vorerst|noch nicht|nicht jetzt|morgen|plus tard|pour l'instant|pas encore|m\u00e1s tarde|por ahora|luego|todav\u00eda no|pi\u00f9 tardi|per ora|mais tarde|por enquanto|nog niet|\u043f\u043e\u0437\u0436\u0435|\u043f\u043e\u043a\u0430|\u043f\u043e\u0442\u043e\u043c)(?![\p{L}])|\u7a0d\u540e|\u4ee5\u540e|\u4e4b\u540e\u518d|\u5f8c\u3067|\u3042\u3068\u3067|\ub098\uc911\uc5d0/iu;
const leftWords =
  /\b(?:remaining|still (?:open|to do|needs?|missing|pending)|left to do|not (?:yet )?(?:done|started|implemented|tested|addressed)|todo|follow[- ]?ups?|next steps?|deferred|out of scope|known limitation|pre-existing|offen|ausstehend|\u00fcbrig|restant|pendiente)\b/i;

/** What the user put off, what the agent offered and nobody took up or turned down, and what its last text named as left. */
export const deferred: Family<Deferred> = {
  initial: () => ({ rows: newTable(), left: [] }),

  step(state: Deferred, item: ConversationItem, context: FoldContext): void {
    const { said, question, from } = context;
    if (said !== undefined) {
      const about = question === undefined ? '' : keep(aboutOf(question), lengths.asked);
      if (about !== '' && verdictOf(question!, said) === 'yes')
        for (const [key, row] of entriesOf(state.rows))
          if (row.about === about) dropRow(state.rows, key);
      if (said.length <= 4_000) {
        for (const { text } of sentencesOf(said)) {
          const word = text.length <= 400 ? putOff.exec(text)?.[0] : undefined;
          if (word === undefined) continue;
          // "After shipping" is put off by nobody where it answers what was asked.
          if (question !== undefined && isTakenUp(question, text, word)) continue;
          put(state, { text, by: 'user', ...(about === '' ? {} : { about }), from });
        }
      }
      if (question !== undefined && context.choice === undefined && isPassedOver(question, said))
        put(state, { text: offerIn(question), by: 'offer', from });
      return;
    }
    if (item.type !== 'assistant' || context.told === undefined || !leftWords.test(context.told))
      return;
    const found = sentencesIn(plainLines(context.told))
      .map(({ text }) => text)
      .filter((text) => text.length > 20 && text.length <= 400 && leftWords.test(text))
      .filter((text) => !isFiller(text) && carries(text) > 0)
      .slice(-mostLeft);
    if (found.length === 0) return;
    const kept = found.map((text) => ({
      text: clipMarked(keep(text, 500), lengths.deferred),
      from,
    }));
    state.left = [...state.left, ...kept].slice(-mostLeft);
  },

  facts: ({ rows, left }) => [
    ...rowsOf(rows).map(({ text, by, from }): Fact => {
      return {
        kind: 'deferred',
        value: text,
        state: by === 'user' ? 'put off by the user' : 'offered, not answered',
        from,
      };
    }),
    ...left.map(
      ({ text, from }): Fact => ({
        kind: 'deferred',
        value: text,
        state: 'left, said the agent',
        from,
      }),
    ),
  ],
};

function put({ rows }: Deferred, { text, ...rest }: Put): void {
  const kept = clipMarked(keep(text.replace(/\s+/g, ' ').trim(), 800), lengths.deferred);
  if (kept === '') return;
  putRow(rows, fingerprint(kept), { text: kept, ...rest }, limits.deferred);
}

/** True where a message neither takes up nor turns down what was asked, and has words of its own. */
function isPassedOver(question: string, said: string): boolean {
  if (verdictOf(question, said) !== undefined) return false;
  const words = (text: string): Set<string> =>
    new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
  const asked = words(question);
  const given = [...words(said)];
  const shared = given.filter((word) => asked.has(word)).length;
  return said.length > 40 && shared * 4 < given.length;
}

/** The sentence of a question that offers. */
function offerIn(question: string): string {
  const parts = question
    .split(/(?<=[.!?\uff1f\u3002])\s+|\n+/)
    .filter((part) => /[?\uff1f\u061f]/.test(part));
  return parts.at(-1) ?? question.slice(-lengths.deferred);
}
