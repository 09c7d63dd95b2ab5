import { withoutEnds, withoutTail } from '../text/ends.ts';
import { isAbsolutePath, joinPath, parentOf } from './path.ts';
import type { ActiveTask } from './task.ts';

const mostPlaces = 200;
const longestPath = 300;
const longestText = 2_000;
/** What a word of a path is made of; anything else ends it. */
const betweenWords = /[^\p{L}\p{M}\p{N}_.@~*/-]/u;
/** What stands between backticks or double quotes, and where a link leads: one path, whatever its signs. */
const quoted =
  /`([^`\n]{1,300})`|"([^"\n]{1,300})"|\u201c([^\u201c\u201d\n]{1,300})\u201d|\u201e([^\u201e\u201c\u201d\n]{1,300})[\u201c\u201d]|\u00ab([^\u00ab\u00bb\n]{1,300})\u00bb|(?<![\p{L}\p{N}])'([^'\n]{1,300})'(?![\p{L}\p{N}])|\]\(<?([^()<>\n]{1,300})>?\)/gu;
/** A word with a slash and with signs that other words do not hold: "app/[slug]/page.ts". */
const signed = /[^\p{L}\p{M}\p{N}_.@~*/\s-]/u;

/**
 * Files and folders that a task is about, absolute: its scope, what is read for it, and what its open steps name. Of a pattern
 * the folder that it begins with. A path in backticks or quotes, and an item of a list of paths, may hold blanks and any sign.
 * @param project The folder that the document's paths are relative to.
 * @param exists Whether there is a file or a folder, so that a quoted path is told from quoted words.
 */
export function taskPlaces(
  { path, document, required }: ActiveTask,
  project: string,
  exists: (path: string) => boolean = () => false,
): string[] {
  const {
    scope,
    filesToLoad,
    listedFiles = [],
    step,
    nextAction,
    openSteps,
    items = [],
  } = document;
  const lists = [...scope, ...filesToLoad, ...listedFiles];
  const steps = [step ?? '', nextAction ?? '', ...openSteps, ...items];
  const read: Reader = { project, exists };
  const places = [
    ...lists.flatMap((text) => ofItem(text.slice(0, longestText), read)),
    ...steps.flatMap((text) => ofText(text.slice(0, longestText), read)),
  ];
  return [
    ...new Set([path, ...required.map((file) => file.path), ...places.slice(0, mostPlaces)]),
  ].filter(Boolean);
}

interface Reader {
  project: string;
  exists(path: string): boolean;
}

/** The places of an item of a list of paths: all of it, where that is a path. */
function ofItem(text: string, read: Reader): string[] {
  const whole = withoutEnds(text.trim(), /[`"'\s]/);
  const place = whole.length <= longestPath ? placeOf(whole, read) : undefined;
  if (place === undefined) return ofText(text, read);
  if (isThere(place, read)) return [place];
  return [...(whole.includes('/') ? [place] : []), ...ofText(text, read)];
}

/** The places that a sentence names. */
function ofText(text: string, read: Reader): string[] {
  const places: string[] = [];
  const all = placeOf(withoutEnds(text.trim(), /[`"']/), read);
  if (all !== undefined && text.length <= longestPath && /[\s/]/.test(text) && read.exists(all))
    return [all];
  let rest = text.replace(quoted, (match, ...groups) => {
    const inner = groups.slice(0, 7).find((one): one is string => typeof one === 'string') ?? '';
    const named = match.startsWith(']') ? decoded(inner) : inner.trim();
    const place = placeOf(named, read);
    if (place === undefined) return match;
    const isKnown = isThere(place, read);
    if (isKnown || isPath(named)) places.push(place);
    // Of words that are no path, as of a command, each may be one.
    return isKnown ? ' ' : match;
  });
  for (const word of rest.split(/[\s,;]+/).filter((one) => one.includes('/') && signed.test(one))) {
    const named = signedPath(word, read);
    if (named === undefined) continue;
    places.push(placeOf(named, read)!);
    rest = rest.replace(named, ' ');
  }
  const words = rest.split(betweenWords).filter(isPath);
  return [...places, ...words.flatMap((word) => placeOf(word, read) ?? [])];
}

/** A word's path that holds such signs, without the marks around it; undefined where none is on disk. */
function signedPath(word: string, read: Reader): string | undefined {
  const bare = withoutEnds(word, /[`"':.!?]/);
  const inner = withoutEnds(bare, /[`"'()[\]{}:.!?]/);
  const is = (one: string, test: (place: string) => boolean): boolean => {
    const place = signed.test(one) ? placeOf(one, read) : undefined;
    return place !== undefined && test(place);
  };
  return (
    [bare, inner].find((one) => is(one, (place) => read.exists(place))) ??
    [inner, bare].find((one) => is(one, (place) => isThere(place, read)))
  );
}

/** The path that a name stands for, absolute; of a pattern the folder that it begins with. */
function placeOf(name: string, { project }: Reader): string | undefined {
  const parts = name.split('/');
  const at = parts.findIndex((part) => part.includes('*'));
  const start = withoutTail((at < 0 ? parts : parts.slice(0, at)).join('/'), /[./]/);
  if (start === '' || start.startsWith('~')) return undefined;
  return isAbsolutePath(start) ? start : joinPath(project, start);
}

/** True for what is on disk, and for a new file in a folder of the project that is. */
function isThere(place: string, { project, exists }: Reader): boolean {
  const folder = parentOf(place);
  return exists(place) || (folder !== project && exists(folder));
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** True for a name with slashes in it, or with an ending. */
function isPath(word: string): boolean {
  const dot = word.lastIndexOf('.');
  return word.includes('/') || (dot > 0 && dot < word.length - 1 && word.length - dot < 8);
}
