import type { Passage } from './passage.ts';

/** Passages, and which of them hold a term. Where they lie is another's business. */
export interface PassageIndex {
  /** How many there are. */
  count: number;
  /** The passages that hold a term, by their numbers; a term of very many is given by their count alone. */
  holders(term: string): { count: number; ids: readonly number[] };
  passage(id: number): Passage | undefined;
}

/** In the index a name is told from a word by its mark. */
export function nameTerm(name: string): string {
  return `=${name}`;
}
