import { Fault } from '../../core/errors.ts';
import { unreadable } from '../../core/worker/allow.ts';

/**
 * Takes patterns of what a worker is to be allowed, and the place that they stand in where that is a file. Returns the refusal
 * of the first by which nothing can be allowed; undefined where each one says something.
 */
export function oddPattern(patterns: readonly string[], place?: string): Fault | undefined {
  const [odd] = unreadable(patterns);
  if (odd === undefined) return undefined;
  const where = place === undefined ? '' : `${place}: `;
  return new Fault('usage', `${where}"${odd}" is not a valid pattern to allow.`, {
    hint: 'Give the words of a command, such as "npm test" or "npm run *", or the name of a tool.',
  });
}

/** The same, thrown. */
export function refuseOddPatterns(patterns: readonly string[]): void {
  const fault = oddPattern(patterns);
  if (fault !== undefined) throw fault;
}
