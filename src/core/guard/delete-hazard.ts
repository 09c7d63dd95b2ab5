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
  if (program === 'fd' || program === 'fdfind') return hazardOf(fdPaths(args), folder);
  if (program === 'rsync') return hazardOf(synced(args), folder);
  if (program !== 'rm' && program !== 'gio' && !deleters.has(program)) return undefined;
  const end = args.findIndex(({ text }) => text === '--');
  const own = end < 0 ? args : args.slice(0, end);
  const isRecursive = own.some(
    ({ text }) => /^-[A-Za-z]*[rR]/.test(text) || /^--r(?:e(?:c(?:u.*)?)?)?$/.test(text),
  );
  if (program === 'rm' && !isRecursive) return undefined;
  if (program === 'gio' && args[0]?.text !== 'trash') return undefined;
  const paths = [...own.filter(({ text }) => !text.startsWith('-')), ...args.slice(own.length + 1)];
  const known = paths.filter((word) => !word.expands).map(placed);
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

/** Tests of `find` that take a word, so that the word is none of its actions. */
const findTaking =
  /^-(?:i?name|i?path|i?wholename|i?regex|regextype|l?name|ilname|type|xtype|maxdepth|mindepth|size|[acm]time|[acm]min|(?:a|c)?newer\w*|perm|user|group|uid|gid|samefile|inum|links|fstype|used|printf|fprintf?|fls|fprint0|context|D|files0-from)$/;

/** The actions and tests of `find`, without what they take. */
function findSteps(args: readonly Word[]): string[] {
  const steps: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const { text } = args[at]!;
    steps.push(text);
    if (findTaking.test(text)) at += 1;
    else if (/^-(?:exec|execdir|ok|okdir)$/.test(text)) {
      steps.push(args[at + 1]?.text ?? '');
      while (at < args.length && !/^[;+]$/.test(args[at]!.text)) at += 1;
    }
  }
  return steps;
}

/** Where `find` deletes by itself, or has `rm` delete; by the name that it looks for, where it does. */
function findPaths(args: readonly Word[]): DeletedPath[] {
  const steps = findSteps(args);
  const runs = steps.findIndex((text) => /^-(?:exec|execdir|ok|okdir)$/.test(text));
  const deletes =
    steps.includes('-delete') ||
    (runs >= 0 && /(?:^|\/)(?:rm|unlink|shred)$/.test(steps[runs + 1] ?? ''));
  return deletes ? foundPaths(args) : [];
}

/** Where `fd` deletes what it finds. */
function fdPaths(args: readonly Word[]): DeletedPath[] {
  const at = args.findIndex(({ text }) => /^(?:-[xX]|--exec(?:-batch)?)$/.test(text));
  return at >= 0 && /(?:^|\/)(?:rm|unlink|shred|rimraf)$/.test(args[at + 1]?.text ?? '')
    ? [{ path: '.', globs: false }]
    : [];
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
      : places.filter((word) => !word.expands).map(placed);
  return paths.map((path) => (named === undefined ? path : { ...path, named }));
}

function placed({ text, globs }: Word): DeletedPath {
  return { path: text, globs: globs && /[*?[{]/.test(text) };
}

/** The folder that `rsync --delete` empties of what its source has not; undefined where that lies on another machine. */
function synced(args: readonly Word[]): DeletedPath[] {
  const deletes = args.some(({ text }) => /^--(?:del|delete(?:-.*)?)$/.test(text));
  const isTrial = args.some(({ text }) => text === '--dry-run' || /^-[A-Za-z]*n/.test(text));
  const to = args.filter(({ text }) => !text.startsWith('-')).at(-1);
  return deletes && !isTrial && to && !to.expands && !/^[^/]*:/.test(to.text) ? [placed(to)] : [];
}
