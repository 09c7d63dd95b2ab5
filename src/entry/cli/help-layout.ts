import { Help } from 'commander';

/** Columns that a description needs beside its term. */
const leastBeside = 40;

/**
 * A line of the help, as the library asks for it: a term with its description beside it. On a narrow terminal the description
 * is under its term, so that it never runs past the edge.
 */
export function formatItem(
  this: Help,
  term: string,
  termWidth: number,
  description: string,
  helper: Help,
): string {
  const width = this.helpWidth ?? 80;
  if (description === '' || width - termWidth - 4 >= leastBeside) {
    return Help.prototype.formatItem.call(this, term, termWidth, description, helper);
  }
  const under = helper.boxWrap(description, Math.max(20, width - 6));
  return `  ${term}\n      ${under.replaceAll('\n', '\n      ')}`;
}
