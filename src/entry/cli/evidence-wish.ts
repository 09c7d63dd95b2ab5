import { resolve } from 'node:path';
import { Fault } from '../../core/errors.ts';
import { type Predicate, parsePredicate } from '../../core/ledger/predicate.ts';
import { readPredicate } from '../../core/ledger/predicate-text.ts';
import type { CliContext } from './context.ts';

/** A predicate as words of the command line. */
export interface PredicateWords {
  ran?: string;
  exit?: string;
  after?: string[];
  in?: string;
  read?: string;
  changed?: string[];
  unchanged?: string[];
  file?: string;
  contains?: string;
  tree?: string;
  branch?: string;
  answered?: string;
  approved?: string;
  explored?: string;
  predicate?: string;
}

/** The predicate that is asked for, and the text of the file that it came from. Several words must all hold. */
export function wantedPredicate(
  context: CliContext,
  words: PredicateWords,
): { predicate: Predicate; file?: { path: string; text: string } } {
  const parts = partsOf(words);
  if (words.predicate !== undefined) {
    if (parts.length > 0) throw new Fault('usage', 'Give either condition options or --predicate.');
    const path = resolve(context.cwd, words.predicate);
    const text = context.install.disk.readText(path);
    if (text === undefined) {
      throw new Fault('usage', `There is no readable file ${path}.`, {
        hint: 'Give the path of a predicate file, as JSON or YAML.',
      });
    }
    return { predicate: readPredicate(text, path), file: { path, text } };
  }
  if (parts.length === 0) {
    throw new Fault('usage', 'No condition was given.', {
      hint: 'For example: holdfast evidence check --ran "npm test" --after "src/**"',
    });
  }
  const predicates = parts.map((part) => parsePredicate(part, `--${Object.keys(part)[0]}`));
  const [only] = predicates;
  return { predicate: predicates.length === 1 && only ? only : { all: predicates } };
}

function partsOf(words: PredicateWords): Record<string, unknown>[] {
  const { ran, exit, after, in: folder, file, contains, explored, branch, tree } = words;
  const parts: Record<string, unknown>[] = [];
  const add = (part: Record<string, unknown>) =>
    parts.push(Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)));
  if (ran !== undefined) {
    add({ ran, exit: numberOf(exit), after, in: folder });
  } else if (exit !== undefined || after !== undefined) {
    throw new Fault('usage', '--exit and --after need --ran.');
  }
  for (const word of ['read', 'changed', 'unchanged', 'answered', 'approved'] as const) {
    if (words[word] !== undefined) add({ [word]: words[word] });
  }
  if (file !== undefined) add({ file, contains });
  else if (contains !== undefined) throw new Fault('usage', '--contains needs --file.');
  if (tree !== undefined) add({ tree });
  if (branch !== undefined) add({ tree: { branch } });
  if (explored !== undefined) {
    add({ explored: numberOf(explored), in: ran === undefined && folder ? [folder] : undefined });
  }
  return parts;
}

/** Digits as a number; anything else as it is, so that the schema says what is wrong with it. */
function numberOf(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : text;
}
