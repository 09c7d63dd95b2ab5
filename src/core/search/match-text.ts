import { splitCamel } from './camel.ts';
import { spacedPairs } from './pairs.ts';
import { isBeginning, type Query } from './query.ts';
import { spelledOut } from './spelled-out.ts';

/** How much of a query an item must hold. */
export type Reach = 'phrase' | 'all' | 'some';

/**
 * A query as an expression of SQLite's full-text search. Whatever the person wrote stands inside of string literals,
 * where only the quotation mark has a meaning, and that one is doubled. Undefined where the reach makes no difference.
 */
export function matchText(query: Query, reach: Reach): string | undefined {
  const { terms } = query;
  if (terms.length === 1) return reach === 'all' ? expression(terms[0]!.text) : undefined;
  if (reach === 'phrase') return expression(query.whole);
  return terms.map(({ text }) => expression(text)).join(reach === 'all' ? ' AND ' : ' OR ');
}

/** The expression for one thing alone. */
export function termText(text: string): string {
  return expression(text);
}

/** One thing to look for, in each of the ways in which the index may hold it. */
function expression(text: string): string {
  const words = spacedPairs(spelledOut(text));
  const ways = new Set([
    literal(words) + (isBeginning(text) ? ' *' : ''),
    literal(splitCamel(words)),
  ]);
  return `(${[...ways].join(' OR ')})`;
}

function literal(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
