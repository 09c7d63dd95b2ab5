import type { Fact } from '../../core/fact.ts';
import { columnsOf } from './columns.ts';

const longestValue = 160;

/**
 * Facts as lines, one each: kind and state aligned, the value, and where it was read. A path below one of the
 * folders is told relative to it.
 */
export function factLines(facts: readonly Fact[], folders: readonly (string | undefined)[]) {
  const kinds = facts.map((fact) => fact.kind + (fact.state ? ` [${fact.state}]` : ''));
  const width = Math.max(0, ...kinds.map((kind) => columnsOf(kind)));
  const inside = folders.filter((folder) => folder !== undefined && folder.length > 1);
  return facts.map((fact, index) => {
    const kind = kinds[index]! + ' '.repeat(width - columnsOf(kinds[index]!));
    const line = fact.from.line === undefined ? '' : `:${fact.from.line}`;
    return `${kind}  ${shownValue(fact, inside)}  (${fact.from.source === 'record' ? 'transcript' : fact.from.source}${line})`;
  });
}

function shownValue(fact: Fact, folders: readonly (string | undefined)[]): string {
  const value = fact.value.replaceAll(/\s+/g, ' ').trim();
  const folder = folders.find((one) => value.startsWith(`${one}/`));
  const shown = folder === undefined ? value : value.slice(folder.length + 1);
  if (shown.length <= longestValue) return shown;
  const unit = shown.charCodeAt(longestValue - 1);
  return `${shown.slice(0, unit >= 0xd800 && unit <= 0xdbff ? longestValue - 1 : longestValue)}…`;
}
