import type { ConversationItem, UserOrigin } from '../conversation.ts';
import type { ToolCall, ToolResult } from '../tool.ts';

/** Something of a conversation that a composed compaction can show, in the order of the record. */
export type Piece =
  | { type: 'user'; origin: UserOrigin; text: string; offset: number }
  | { type: 'conclusion'; text: string; offset: number }
  | { type: 'call'; call: ToolCall; result?: ToolResult; offset: number };

/** The pieces, and how many results stand there without a call that they belong to. */
export interface Pieces {
  pieces: Piece[];
  strayResults: number;
}

/**
 * Pairs calls with their results, and takes of the agent's words those that end a turn: what it says between calls is told by
 * the calls. Texts that the host, a hook or an earlier compaction put in are left out, since the items they were made from
 * are here themselves.
 */
export function piecesOf(items: readonly ConversationItem[]): Pieces {
  const pieces: Piece[] = [];
  const open = new Map<string, Piece & { type: 'call' }>();
  let said: (Piece & { type: 'conclusion' })[] = [];
  let strayResults = 0;
  const conclude = () => {
    pieces.push(...said);
    said = [];
  };
  for (const item of items) {
    if (item.replayed) continue;
    const { offset } = item.at;
    if (item.type === 'user') {
      if (item.origin === 'injected') continue;
      conclude();
      pieces.push({ type: 'user', origin: item.origin, text: item.text, offset });
    } else if (item.type === 'assistant') {
      said.push({ type: 'conclusion', text: item.text, offset });
    } else if (item.type === 'call') {
      said = [];
      const piece: Piece & { type: 'call' } = { type: 'call', call: item.call, offset };
      if (item.call.id !== undefined) open.set(item.call.id, piece);
      pieces.push(piece);
    } else if (item.type === 'result') {
      const piece = open.get(item.result.callId);
      if (piece === undefined) strayResults += 1;
      else {
        piece.result = item.result;
        piece.offset = offset;
      }
    }
  }
  conclude();
  return { pieces, strayResults };
}
