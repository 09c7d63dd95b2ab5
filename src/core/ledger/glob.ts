import { isInside, joinPath, relativeTo } from '../task/path.ts';

const longest = 500;

/**
 * A test for absolute paths below a folder: `*`, `?` and `[a-z]` within a name, `{a,b}` for one of several, `**` over folders, `!`
 * in front takes out; an absolute pattern counts where it lies in the folder. A
 * pattern that names a folder stands for all that is in it. Matching takes time linear in pattern times path.
 */
export function globTest(globs: readonly string[], folder: string): (path: string) => boolean {
  const wanted = globs.filter((glob) => !glob.startsWith('!'));
  const refused = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const parts = (glob: string): string[] =>
    joinPath('/', glob.slice(0, longest)).split('/').slice(1);
  const all = (list: readonly string[]) =>
    list.flatMap(withoutBraces).map((glob) => parts(inside(glob, folder)));
  const takes = all(wanted);
  const drops = all(refused);
  return (path) => {
    if (!isInside(path, folder)) return false;
    const names = relativeTo(path, folder).split('/');
    return (
      takes.some((pattern) => fits(pattern, names)) &&
      !drops.some((pattern) => fits(pattern, names))
    );
  };
}

function fits(pattern: readonly string[], names: readonly string[]): boolean {
  // reach[j]: the pattern up to here can stand for the first j names.
  let reach = names.map(() => false);
  reach.unshift(true);
  for (const part of pattern) {
    const next = reach.map(() => false);
    for (let at = 0; at < reach.length; at += 1) {
      if (part === '**') next[at] = reach[at] === true || (at > 0 && next[at - 1] === true);
      else if (at > 0) next[at] = reach[at - 1] === true && nameFits(part, names[at - 1]!);
    }
    reach = next;
  }
  return reach.some((reached, at) => reached && at > 0);
}

/** Lists in braces taken apart, 100 patterns at most: a longer one stays as it is, and fits nothing. */
function withoutBraces(glob: string): string[] {
  let texts = [glob.slice(0, longest)];
  for (let round = 0; round < 8; round += 1) {
    const next = texts.flatMap((text) => {
      const close = text.indexOf('}');
      const open = close < 0 ? -1 : text.lastIndexOf('{', close);
      if (open < 0) return [text];
      const list = text.slice(open + 1, close).split(',');
      return list.map((one) => text.slice(0, open) + one + text.slice(close + 1));
    });
    if (next.length > 100 || next.length === texts.length) {
      if (next.length <= 100) texts = next;
      if (!texts.some((text) => /\{[^{}]*\}/.test(text)) || next.length > 100) break;
      continue;
    }
    texts = next;
  }
  return texts;
}

/** An absolute pattern as seen from the folder; one that lies elsewhere fits nothing. */
function inside(glob: string, folder: string): string {
  if (!glob.startsWith('/')) return glob;
  return glob.startsWith(`${folder}/`) ? glob.slice(folder.length + 1) : '\0';
}

/** The signs of a pattern, a class such as `[a-z]` or `[!.]` being one. */
function signsOf(pattern: string): string[] {
  return pattern.match(/\[[!^]?\]?[^\]/]{0,60}\]|[\s\S]/gu) ?? [];
}

function inClass(sign: string, letter: string | undefined): boolean {
  const refuses = /^\[[!^]/.test(sign);
  const members = [...sign.slice(refuses ? 2 : 1, -1)];
  const holds = members.some((member, at) => {
    if (member === '-' && at > 0 && at < members.length - 1)
      return letter! >= members[at - 1]! && letter! <= members[at + 1]!;
    return member === letter;
  });
  return letter !== undefined && holds !== refuses;
}

/** A name by a pattern with `*`, `?` and classes. */
export function nameFits(pattern: string, name: string): boolean {
  let reach = [true, ...Array.from(name, () => false)];
  const signs = Array.from(name);
  for (const sign of signsOf(pattern)) {
    const next = reach.map(() => false);
    for (let at = 0; at < reach.length; at += 1) {
      if (sign === '*') next[at] = reach[at] === true || (at > 0 && next[at - 1] === true);
      else if (at > 0)
        next[at] =
          reach[at - 1] === true &&
          (sign === '?' ||
            sign === signs[at - 1] ||
            (sign.length > 2 && sign.startsWith('[') && inClass(sign, signs[at - 1])));
    }
    reach = next;
  }
  return reach[signs.length] === true;
}
