import type { ConversationItem } from '../conversation.ts';
import { bounded } from '../rows/values.ts';

/** Whose words an item holds, as far as the search weighs them. The numbers are kept in the index. */
export const itemKinds = {
  person: 1,
  agent: 2,
  call: 3,
  result: 4,
  summary: 5,
  host: 6,
  compaction: 7,
} as const;

export type ItemKind = keyof typeof itemKinds;

/** An item as text that can be looked for. */
export interface Searchable {
  kind: ItemKind;
  text: string;
  /** Characters of the whole, where the text is cut. */
  length?: number;
  /** Name of a tool that was called. */
  tool?: string;
  /** Of a call and of its result: the client's id of the call. */
  call?: string;
  /** Of a result: a person refused or stopped the call. */
  refused?: true;
}

/**
 * What of an item can be looked for; undefined for one that holds nothing of the kind. `keep`: characters of what tools took
 * and gave; of a longer text its head and its tail. What was said is kept as the reader gives it.
 */
export function searchableOf(item: ConversationItem, keep: number): Searchable | undefined {
  switch (item.type) {
    case 'user': {
      const person = item.origin !== 'injected' && item.origin !== 'program';
      return spoken(person ? 'person' : 'host', item.text);
    }
    case 'assistant':
      return spoken('agent', item.text);
    case 'call': {
      const { name, command, detail, paths, input } = item.call;
      const told = input ?? [command, ...paths, detail].filter(Boolean).join('\n');
      const text = told === '' ? name : `${name}\n${told}`;
      const { id } = item.call;
      const made: Searchable = { kind: 'call', text: cut(text, keep), tool: name };
      return id === undefined ? made : { ...made, call: id };
    }
    case 'result': {
      const { callId, refused, text, length } = item.result;
      const made = spoken('result', cut(text, keep), length);
      return made && { ...made, call: callId, ...(refused ? { refused } : {}) };
    }
    case 'summary':
      return spoken('summary', item.text);
    case 'attached-file':
      return spoken('host', `${item.path}\n${item.text}`);
    case 'injected-context':
      return spoken('host', item.text);
    case 'boundary':
      return { kind: 'compaction', text: '' };
    default:
      return undefined;
  }
}

function spoken(kind: ItemKind, text: string, length?: number): Searchable | undefined {
  if (text.trim() === '') return undefined;
  return length !== undefined && length > text.length ? { kind, text, length } : { kind, text };
}

function cut(text: string, keep: number): string {
  return text.length <= keep ? text : bounded(text, keep);
}
