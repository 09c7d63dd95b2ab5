import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import { clipMarked } from '../trust/clip.ts';
import { untrusted } from '../trust/untrusted.ts';
import type { Family, FoldContext, KnownCall } from './family.ts';
import { lengths } from './limits.ts';

interface Step {
  id: string;
  what: string;
  how: string;
}

export interface Stands {
  /** What the agent said last before it went on with calls. */
  said?: { text: string; from: Provenance };
  /** The last calls of the unfinished turn. */
  calls: Step[];
  ended: boolean;
}

const mostCalls = 6;

/** Where an unfinished turn stands: what the agent said it would do, and its last calls. */
export const stands: Family<Stands> = {
  initial: () => ({ calls: [], ended: true }),

  step(state: Stands, item: ConversationItem, context: FoldContext): void {
    if (context.said !== undefined) {
      if (item.type === 'user' && item.origin === 'mid-turn') return;
      delete state.said;
      state.calls = [];
      state.ended = false;
    } else if (item.type === 'assistant' && context.told !== undefined) {
      const text = endOf(context.told);
      if (text !== '') state.said = { text, from: context.from };
      state.ended = true;
    } else if (item.type === 'call' && context.call !== undefined) {
      const { id } = context.call;
      state.ended = false;
      state.calls = [...state.calls, { id, what: whatOf(context.call), how: 'no result' }].slice(
        -mostCalls,
      );
    } else if (item.type === 'result') {
      const { callId, outcome, exitCode } = item.result;
      const how = exitCode ? `exit ${exitCode}` : outcome;
      state.calls = state.calls.map((one) => (one.id === callId ? { ...one, how } : one));
      if (outcome === 'interrupted' || item.result.refused) state.ended = true;
    }
  },

  facts({ said, calls, ended }): Fact[] {
    if (ended || said === undefined) return [];
    const steps = calls.map(({ what, how }) => (how === 'ok' ? what : `${what} (${how})`));
    return [
      {
        kind: 'stands',
        value: said.text,
        ...(steps.length > 0 ? { detail: steps.join('; ') } : {}),
        from: said.from,
      },
    ];
  },
};

/** The last lines of a text: what it says to be next stands there. */
function endOf(text: string): string {
  const end = text.trimEnd().slice(-lengths.stands * 2);
  const line = end.length < text.length ? end.replace(/^\S*\s/, '') : end;
  const plain = line.replace(/\s+/g, ' ').trim();
  if (plain.length <= lengths.stands) return plain;
  return `[\u2026] ${plain.slice(plain.length - lengths.stands + 5).replace(/^\S*\s/, '')}`;
}

/** Paths stand as below the folder that the call was made in. */
function whatOf({ kind, name, command, paths, detail, cwd }: KnownCall): string {
  const [path] = paths;
  const inside = cwd !== undefined && path?.startsWith(`${cwd}/`) === true;
  const about =
    kind === 'shell' ? command : inside ? path!.slice(cwd.length + 1) : (path ?? detail);
  const lead = kind === 'shell' ? '' : `${name} `;
  return clipMarked(untrusted(`${lead}${about ?? ''}`, 120).trim(), 120);
}
