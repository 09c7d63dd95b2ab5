import type { ConversationItem } from '../conversation.ts';
import { redact } from '../trust/redact.ts';
import { callLine } from './call-line.ts';
import { conclusionBlock, userBlock } from './said.ts';
import { type Piece, piecesOf } from './turns.ts';

export interface ComposeInput {
  /** What the text stands in for: the items before the tail that stays as it is, in the order of the record. */
  items: readonly ConversationItem[];
  /** The brief, without secrets; it stands in the text as it is. */
  brief: string;
  /** Characters of the whole text at most. */
  budget: number;
  /** The handle by which the search gives out what stands at a byte of the record. */
  handle(offset: number): string;
  /** The command that takes such a handle, without it. */
  recall: string;
  /** The person's own patterns of secrets. */
  patterns: readonly RegExp[];
}

/** Why no text was made, so that the host's own compaction has to do. */
export type Doubt = 'nothing-said' | 'missing-calls' | 'over-budget';

export type Composed = { text: string } | { doubt: Doubt };

/** Parts of what the brief leaves: of user messages first, of conclusions next; calls take the rest. */
const userShare = 0.45;
const conclusionShare = 0.45;
/** Characters kept for the lines that tell what was left out. */
const reserve = 500;

/**
 * The text that stands in for a conversation: the brief, then what was said and done in its order. Of each kind the newest
 * come first within the budget; the newest message of the user must fit whole. Same input, same text.
 */
export function composeCompaction(input: ComposeInput): Composed {
  const { pieces, strayResults } = piecesOf(input.items);
  if (strayResults > 0) return { doubt: 'missing-calls' };
  if (!pieces.some(({ type }) => type === 'user')) return { doubt: 'nothing-said' };
  const head = headOf(input);
  const room = input.budget - head.length - reserve;
  const blocks = pieces.map((piece) => blockOf(piece, input));
  const chosen = choose(pieces, blocks, room);
  if (chosen === undefined) return { doubt: 'over-budget' };
  const shown = blocks.filter((_, at) => chosen.has(at));
  const text = redact(
    [head, ...leftOut(pieces, chosen, input), ...joined(shown)].join('\n\n'),
    input.patterns,
  );
  return text.length > input.budget ? { doubt: 'over-budget' } : { text };
}

function headOf({ brief, recall }: ComposeInput): string {
  return [
    brief,
    '# The conversation before this point',
    `Holdfast put this together from the record, without a model: nothing is paraphrased. Outputs of tools were left out; what stood at a place, whole: \`${recall} HANDLE\`, with the handle in brackets.`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function blockOf(piece: Piece, { handle, patterns }: ComposeInput): string {
  if (piece.type === 'user') return userBlock(piece, patterns);
  if (piece.type === 'conclusion') return conclusionBlock(piece, handle(piece.offset), patterns);
  return callLine(piece.call, piece.result, handle(piece.offset), patterns);
}

/** Places of the pieces that are shown; undefined where the newest message of the user does not fit. */
function choose(
  pieces: readonly Piece[],
  blocks: readonly string[],
  room: number,
): Set<number> | undefined {
  const chosen = new Set<number>();
  let left = room;
  const take = (type: Piece['type'], limit: number): void => {
    let own = limit;
    for (let at = pieces.length - 1; at >= 0; at -= 1) {
      const cost = blocks[at]!.length + 2;
      if (pieces[at]!.type !== type || chosen.has(at) || cost > own) continue;
      chosen.add(at);
      own -= cost;
      left -= cost;
    }
  };
  const newest = pieces.findLastIndex(({ type }) => type === 'user');
  if (blocks[newest]!.length + 2 > left) return undefined;
  chosen.add(newest);
  left -= blocks[newest]!.length + 2;
  take('user', left * userShare);
  take('conclusion', left * conclusionShare);
  take('call', left);
  take('user', left);
  take('conclusion', left);
  return chosen;
}

const names = {
  user: 'messages of the user',
  conclusion: 'conclusions of the agent',
  call: 'calls',
};

/** How many of each kind are not shown, and where they begin. */
function leftOut(
  pieces: readonly Piece[],
  chosen: ReadonlySet<number>,
  { handle }: ComposeInput,
): string[] {
  const lines = Object.entries(names).flatMap(([type, name]) => {
    const missing = pieces.filter((piece, at) => piece.type === type && !chosen.has(at));
    if (missing[0] === undefined) return [];
    const last = handle(missing.at(-1)!.offset);
    return [
      `- ${missing.length} ${name}, from ${handle(missing[0].offset)}${missing.length > 1 ? ` to ${last}` : ''}`,
    ];
  });
  return lines.length === 0 ? [] : [`Left out for want of room:\n${lines.join('\n')}`];
}

/** Lines of calls that follow each other stand close together. */
function joined(blocks: readonly string[]): string[] {
  const out: string[] = [];
  let calls: string[] = [];
  const flush = () => {
    if (calls.length > 0) out.push(calls.join('\n'));
    calls = [];
  };
  for (const block of blocks) {
    if (block.startsWith('- ')) calls.push(block);
    else {
      flush();
      out.push(block);
    }
  }
  flush();
  return out;
}
