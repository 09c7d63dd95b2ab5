import type { Word } from '../shell/script.ts';
import type { DeletedPath, Hazard } from './hazard.ts';

const mostPaths = 40;

/** Programs that delete a folder with all in it without being asked to. */
const deleters = new Set(['rimraf', 'del-cli', 'trash', 'trash-put']);

/**
 * What a command would delete recursively; it is a hazard where git tracks something of it. A path that depends on a variable
 * is not known, and is none. `listed`: the paths come from a list, so that it may be anything below.
 */
export function deleteHazard(
  program: string,
  args: readonly Word[],
  folder: string | undefined,
  listed: boolean,
): Hazard | undefined {
  if (program === 'find') return hazardOf(findPaths(args), folder);
  if (program !== 'rm' && program !== 'gio' && !deleters.has(program)) return undefined;
  const end = args.findIndex(({ text }) => text === '--');
  const own = end < 0 ? args : args.slice(0, end);
  const isRecursive = own.some(
    ({ text }) => /^-[A-Za-z]*[rR]/.test(text) || /^--r(?:e(?:c(?:u.*)?)?)?$/.test(text),
  );
  if (program === 'rm' && !isRecursive) return undefined;
  if (program === 'gio' && args[0]?.text !== 'trash') return undefined;
  const paths = [...own.filter(({ text }) => !text.startsWith('-')), ...args.slice(own.length + 1)];
  const known = paths.filter((word) => !word.expands).flatMap(expanded);
  return hazardOf(listed && paths.length === 0 ? [{ path: '.', globs: false }] : known, folder);
}

function hazardOf(paths: readonly DeletedPath[], folder: string | undefined): Hazard | undefined {
  if (paths.length === 0) return undefined;
  const placed = paths.slice(0, mostPaths).map((path) => ({
    ...path,
    ...(folder === undefined ? {} : { folder }),
  }));
  return { kind: 'delete', what: 'delete tracked files recursively', tracked: { paths: placed } };
}

/** The paths of a word, its first list in braces taken apart. */
function expanded({ text, globs }: Word): DeletedPath[] {
  const found = globs ? /^([^{}]*)\{([^{}]*,[^{}]*)\}(.*)$/.exec(text) : null;
  if (found === null) return [{ path: text, globs }];
  const [, before = '', list = '', behind = ''] = found;
  return list.split(',').map((one) => ({ path: `${before}${one}${behind}`, globs: true }));
}

/** What `rm` would delete, recursive or not, that gets the files which another program walks through: `find`, `git ls-files`. */
export function walkedHazard(
  walker: string,
  args: readonly Word[],
  folder: string | undefined,
): Hazard | undefined {
  if (walker === 'find') return hazardOf(foundPaths(args), folder);
  const isList = walker === 'git' && args.some(({ text }) => text === 'ls-files');
  const isOfTracked = !args.some(({ text }) => /^(?:-[a-z]*o|--others)$/.test(text));
  return isList && isOfTracked ? hazardOf([{ path: '.', globs: false }], folder) : undefined;
}

/** Where `find` deletes by itself, or has `rm` delete; by the name that it looks for, where it does. */
function findPaths(args: readonly Word[]): DeletedPath[] {
  const texts = args.map(({ text }) => text);
  const runs = texts.findIndex((text) => /^-(?:exec|execdir|ok|okdir)$/.test(text));
  const deletes =
    texts.includes('-delete') || (runs >= 0 && /(?:^|\/)rm$/.test(texts[runs + 1] ?? ''));
  return deletes ? foundPaths(args) : [];
}

/** Where `find` looks. */
function foundPaths(args: readonly Word[]): DeletedPath[] {
  const texts = args.map(({ text }) => text);
  const first = texts.findIndex((text) => /^[-(!]/.test(text) && !/^-[HLPO]/.test(text));
  const places = args
    .slice(0, first < 0 ? args.length : first)
    .filter((word) => !/^-/.test(word.text));
  const at = texts.findIndex((text) => text === '-name' || text === '-iname');
  // Only a single test narrows: a second one may be an alternative.
  const isOnly = at >= 0 && !texts.some((text) => /^(?:-o|-or|!|-not)$/.test(text));
  const named = isOnly ? texts[at + 1] : undefined;
  const paths =
    places.length === 0
      ? [{ path: '.', globs: false }]
      : places.filter((word) => !word.expands).flatMap(expanded);
  return paths.map((path) => (named === undefined ? path : { ...path, named }));
}
