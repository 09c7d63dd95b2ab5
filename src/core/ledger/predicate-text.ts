import { Fault } from '../errors.ts';
import { readData } from './data-text.ts';
import { type Predicate, parsePredicate } from './predicate.ts';

const longest = 200_000;

/** Reads a predicate from a file's text, JSON or YAML. Throws a Fault that names the file, and the line of a syntax error. */
export function readPredicate(text: string, path: string): Predicate {
  if (text.length > longest) throw new Fault('usage', `${path}: too long for a predicate.`);
  const { value, line, fault } = readData(text);
  if (line !== undefined) {
    throw new Fault('usage', `${path}, line ${line}: ${fault}.`, {
      hint: 'It must be one predicate, as JSON or YAML.',
    });
  }
  return parsePredicate(value, path);
}
