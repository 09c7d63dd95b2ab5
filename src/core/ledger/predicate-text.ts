import { LineCounter, parseDocument } from 'yaml';
import { Fault } from '../errors.ts';
import { type Predicate, parsePredicate } from './predicate.ts';

const longest = 200_000;

/** Reads a predicate from a file's text, JSON or YAML. Throws a Fault that names the file, and the line of a syntax error. */
export function readPredicate(text: string, path: string): Predicate {
  if (text.length > longest) throw new Fault('usage', `${path}: it is too long for a predicate.`);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line } = lines.linePos(error.pos[0]);
    throw new Fault('usage', `${path}, line ${line}: ${error.message}.`, {
      hint: 'It must be one predicate, as JSON or YAML.',
    });
  }
  return parsePredicate(document.toJS({ maxAliasCount: 20 }), path);
}
